import { useEffect, useState } from "preact/hooks";
import { api, Problem } from "../api";
import { Cards } from "../parts/Card";
import { ReleaseDialog } from "../parts/Dialogs";
import { amount, clock, utc, words } from "../format";
import { live, view } from "../live";
import { may } from "../session";
import type { RecoveryView, SeatView } from "../view";

/** After a cut: how the table stood by the record, to be compared with the felt, and who did so. */
export function Recovery() {
  const [found, setFound] = useState<RecoveryView | null | undefined>(undefined);
  const [problem, setProblem] = useState("");
  const cursor = view.value?.cursor ?? 0;
  useEffect(() => {
    const load = () => api.recovery().then((got) => { setFound(got); setProblem(""); }, (error: unknown) => setProblem(error instanceof Problem ? error.message : String(error)));
    const timer = setTimeout(() => void load(), found === undefined ? 0 : 500);
    return () => clearTimeout(timer);
  }, [cursor]);
  return (
    <main class="registers">
      <h1>Recovery</h1>
      {problem && <p class="problem">It could not be asked how the table stood: {problem}</p>}
      {found === undefined && !problem && <p role="status">One moment …</p>}
      {found === null && <p>This table was never cut off: there is nothing to compare.</p>}
      {found && <Found at={found} />}
    </main>
  );
}

function Found({ at }: { at: RecoveryView }) {
  return (
    <>
      <section class="panel" aria-labelledby="sure-title">
        <h2 id="sure-title">The last sure state</h2>
        <dl class="facts">
          <div><dt>Last record before the cut</dt><dd><Time ns={at.last_ns} /></dd></div>
          <div><dt>The table came back</dt><dd><Time ns={at.opened_ns} /></dd></div>
          {at.changed.map((each) => <div key={each}><dt>Changed meanwhile</dt><dd data-testid="changed">{each}</dd></div>)}
          <div><dt>Round</dt><dd>{at.round}{at.is_open ? ", open" : ", nothing was open"}</dd></div>
          <div><dt>Step</dt><dd>{at.step.text}{at.step.rule && ` (${at.step.rule})`}</dd></div>
          <div><dt>Cards of the round</dt><dd>{at.drawn}</dd></div>
        </dl>
        {at.holds.length > 0 && <p>Play was held already: {at.holds.join("; ")}</p>}
        <Acknowledged at={at} />
      </section>
      {at.is_open && <ByHand at={at} />}
      <section class="panel" aria-labelledby="heard-title">
        <h2 id="heard-title">On record last, by device</h2>
        <ul class="register-list">
          {at.devices.map((device) => (
            <li key={device.device}><b>{device.device}</b> ({device.role}): {device.record ? <>{words(device.record)}, <Time ns={device.at_ns} /></> : "nothing"}</li>
          ))}
        </ul>
      </section>
    </>
  );
}

function Acknowledged({ at }: { at: RecoveryView }) {
  const [open, setOpen] = useState(false);
  const holds = view.value?.holds ?? [];
  const hold = holds.find((one) => one.id === at.hold);
  if (!at.is_open) return <p>No round was open: nobody has to compare anything.</p>;
  if (at.person) return <p data-testid="acknowledged">✓ {at.person} compared the table, <Time ns={at.acknowledged_ns} />: {at.reason}</p>;
  return (
    <>
      <p data-testid="acknowledged">⚠ Nobody has compared the table yet: play is held.</p>
      {hold && may.value.has("release_hold") && <button type="button" class="button primary" disabled={!live.value} onClick={() => setOpen(true)}>All is as it should be …</button>}
      {open && hold && <ReleaseDialog hold={hold} holds={holds} close={() => setOpen(false)} />}
    </>
  );
}

function ByHand({ at }: { at: RecoveryView }) {
  const lit = [...at.seats.flatMap((seat) => seat.spots.map((spot) => [`Seat ${seat.seat}, ${spot.label}`, spot.lamp] as const)), ...[...at.keys, ...at.indicators].map((key) => [key.label, key.lamp] as const)].filter(([, lamp]) => lamp !== "off");
  const standing = (seat: SeatView) => seat.spots.filter((spot) => spot.amount > 0).map((spot) => `${spot.label} ${amount(spot.amount, at)}`).join(", ");
  return (
    <section class="panel" aria-labelledby="hand-title">
      <h2 id="hand-title">To check by hand</h2>
      <h3>Cards as they should lie</h3>
      <ul class="register-list">
        {[...at.seats.map((seat) => [`Seat ${seat.seat}`, [...seat.cards, ...seat.hands.flatMap((hand) => (hand.hand ? hand.cards : []))]] as const), ["Dealer", at.dealer] as const, ["Board", at.board] as const].map(([name, cards]) => (
          <li key={name} class="register-cards"><b>{name}</b>{cards.length > 0 ? <Cards cards={cards} label={`Cards of ${name}`} /> : <span>no card</span>}</li>
        ))}
        {at.burned > 0 && <li><b>Burned</b>: {at.burned}</li>}
      </ul>
      <h3>Wagers on the spots, in {at.currency}</h3>
      <ul class="register-list">{at.seats.map((seat) => <li key={seat.seat}><b>Seat {seat.seat}</b>: {standing(seat) || "none"}</li>)}</ul>
      <h3>Paid and not paid</h3>
      <ul class="register-list">
        {at.handed.map((seat) => <li key={seat.seat}><b>Seat {seat.seat}</b>: {seat.settled ? `settled, the player's gain was ${amount(seat.gain, at)}` : "not settled yet"}</li>)}
      </ul>
      <h3>Lamps that should burn once play goes on</h3>
      <p>{lit.map(([name, lamp]) => `${name} (${lamp})`).join(", ") || "none"}</p>
    </section>
  );
}

function Time({ ns }: { ns: number }) {
  return <span title={utc(ns / 1e6)}>{clock(ns / 1e6)}</span>;
}
