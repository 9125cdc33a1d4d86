// The dialogs behind the buttons of pit and dealer display.
import { useEffect, useState } from "preact/hooks";
import { api, Problem } from "../api";
import { cardName, cardOf, packName } from "../format";
import { linked } from "../linked";
import { view } from "../live";
import type { HoldView, LastCardView, Place, TableView } from "../view";
import { Card } from "./Card";
import { CommandDialog, Reason, said } from "./Dialog";
import { FacePick } from "./FacePick";
import { WhatIf } from "./WhatIf";

interface Asked {
  readonly table: TableView;
  readonly close: () => void;
}

export function ReleaseDialog({ hold, holds, close }: { hold: HoldView; holds: readonly HoldView[]; close: () => void }) {
  const [reason, setReason] = useState("");
  const [left, setLeft] = useState<readonly number[]>([]);
  const text = said(reason);
  const others = linked(hold, holds).filter((one) => one.id !== hold.id);
  const along = others.filter((one) => !one.active && !left.includes(one.id)).map((one) => one.id);
  const count = along.length + 1;
  const rejects = [hold, ...others.filter((one) => along.includes(one.id))].find((one) => one.rejects > 0)?.rejects ?? 0;
  const [replacement, setReplacement] = useState(0);
  const complete = text !== null && (rejects === 0 || replacement > 0);
  return (
    <CommandDialog title="Release the hold" label={count > 1 ? `Release ${count} holds` : "Release"} close={close} action={complete ? { kind: "release_hold", hold: hold.id, reason: text, along, replacement } : null}>
      <p class="dialog-lead">{hold.text}</p>
      <p>{hold.advice}</p>
      {others.length > 0 && (
        <fieldset class="along">
          <legend>Of the same likely cause; each keeps its own record</legend>
          {others.map((one) => (
            <label key={one.id}>
              <input
                type="checkbox" disabled={one.active} checked={along.includes(one.id)}
                onChange={(event) => setLeft(event.currentTarget.checked ? left.filter((id) => id !== one.id) : [...left, one.id])}
              />
              <span>{one.text}{one.active && " (its cause is still there)"}</span>
            </label>
          ))}
        </fieldset>
      )}
      {rejects > 0 && (
        <label class="field">
          <span>Pack {rejects} leaves the table for good. The pack that takes its place</span>
          <select value={String(replacement)} onChange={(event) => setReplacement(Number(event.currentTarget.value))}>
            <option value="0">Choose a pack</option>
            {(view.value?.packs ?? []).filter((pack) => pack.pack !== rejects && !pack.unfit).map((pack) => <option key={pack.pack} value={String(pack.pack)}>Pack {packName(pack)}</option>)}
          </select>
        </label>
      )}
      <Reason value={reason} set={setReason} />
    </CommandDialog>
  );
}

export function VoidDialog({ table, close }: Asked) {
  const [round] = useState(table.round);
  const [reason, setReason] = useState("");
  const text = said(reason);
  return (
    <CommandDialog title={`Void round ${round}`} label={`Void round ${round}`} danger close={close} action={text ? { kind: "void_round", reason: text } : null}>
      <p>Every wager of this round goes back in full. The record keeps what was dealt.</p>
      <WhatIf asked={{ kind: "void_round" }} round={round} table={table} />
      <Reason value={reason} set={setReason} />
    </CommandDialog>
  );
}

export function MisdealDialog({ table, close }: Asked) {
  const [round] = useState(table.round);
  const [reason, setReason] = useState("");
  const text = said(reason);
  return (
    <CommandDialog title={`Declare a misdeal in round ${round}`} label="Declare misdeal" danger close={close} action={text ? { kind: "declare_misdeal", reason: text } : null}>
      <p>The deal does not count and every wager goes back.</p>
      <WhatIf asked={{ kind: "declare_misdeal" }} round={round} table={table} />
      <Reason value={reason} set={setReason} />
    </CommandDialog>
  );
}

export function ShuffleDialog({ close }: { close: () => void }) {
  const [reason, setReason] = useState("");
  const text = said(reason);
  return (
    <CommandDialog title="Order a shuffle" label="Order the shuffle" close={close} action={text ? { kind: "order_shuffle", reason: text } : null}>
      <p>The cards are shuffled before the next round is dealt. This round goes on.</p>
      <Reason value={reason} set={setReason} />
    </CommandDialog>
  );
}

export function DealerDialog({ close }: { close: () => void }) {
  const [typed, setTyped] = useState("");
  const dealer = said(typed);
  return (
    <CommandDialog title="A new dealer" label="Push in" close={close} action={dealer ? { kind: "new_dealer", dealer } : null}>
      <p>What a change of dealer asks for, the rules of the game decide.</p>
      <label class="field">
        <span>Name or number of the dealer who comes in</span>
        <input maxLength={64} autocomplete="off" value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
      </label>
    </CommandDialog>
  );
}

function placeKey(place: Place): string {
  return `${place.area}.${place.seat}.${place.hand}`;
}

function lying(table: TableView) {
  const at = (area: Place["area"], seat: number, hand: number): Place => ({ area, seat, hand });
  const places = [
    { place: at("dealer", 0, 0), name: "Dealer", cards: table.dealer },
    { place: at("board", 0, 0), name: "Board", cards: table.board },
    ...table.seats.flatMap(({ seat, cards, hands }) => [
      { place: at("seat", seat, 0), name: `Seat ${seat}`, cards },
      ...hands.filter(({ hand }) => hand > 0).map((split) => ({ place: at("seat", seat, split.hand), name: `Seat ${seat}, ${split.label.toLowerCase()}`, cards: split.cards })),
    ]),
  ];
  return places.filter((one) => one.cards.length > 0);
}

export function IdentifyDialog({ table, close }: Asked) {
  const places = lying(table);
  const unread = places.flatMap(({ place, cards }) => cards.flatMap((card, index) => (card.state === "unread" ? [`${placeKey(place)}:${index}`] : [])))[0];
  const [round] = useState(table.round);
  const [which, setWhich] = useState(unread ?? "");
  const [face, setFace] = useState<string | null>(null);
  const [reason, setReason] = useState("");
  const [at, index] = which.split(":");
  const place = places.find((one) => placeKey(one.place) === at)?.place;
  const text = said(reason);
  const named = place && face ? { kind: "identify_card" as const, place, index: Number(index), card: cardOf(face) } : null;
  const action = named && text ? { ...named, reason: text } : null;
  return (
    <CommandDialog title="Identify a card" label={face ? `It is the ${cardName(face)}` : "Identify"} close={close} action={action}>
      {places.length === 0 && <p>No card lies on the table.</p>}
      <div class="pick-places">{places.map((one) => (
        <fieldset class="pick-cards" key={one.name}>
          <legend>{one.name}</legend>
          {one.cards.map((card, nth) => (
            <label class="pick" key={nth}>
              <input type="radio" name="which" checked={which === `${placeKey(one.place)}:${nth}`} onChange={() => setWhich(`${placeKey(one.place)}:${nth}`)} />
              <Card card={card} />
            </label>
          ))}
        </fieldset>
      ))}</div>
      <FacePick shoe={table.shoe} set={setFace} />
      {named && <WhatIf asked={named} round={round} table={table} />}
      <Reason value={reason} set={setReason} />
    </CommandDialog>
  );
}

/** Where the last card went: only what the rules allow is offered, and nothing is done once another card has come. */
export function PlaceDialog({ table, close }: Asked) {
  const [last, setLast] = useState<LastCardView | null>(null);
  const [problem, setProblem] = useState("");
  const [which, setWhich] = useState("");
  const [reason, setReason] = useState("");
  useEffect(() => {
    api.lastCard().then(setLast, (error: unknown) => setProblem(error instanceof Problem ? error.message : String(error)));
  }, []);
  const text = said(reason);
  const [area, seat] = which.split(".");
  const place: Place = { area: area as Place["area"], seat: Number(seat), hand: 0 };
  const placed = last && which ? { kind: "place_card" as const, place, number: last.number } : null;
  const missing = !which ? "Say where it went." : text ? "" : "Give a reason.";
  return (
    <CommandDialog title="Place the last card" label="Say so" close={close} missing={last?.places.length ? missing : ""} action={placed && text ? { ...placed, reason: text } : null}>
      <p>The card that was drawn last went elsewhere than it was due: it lay face up in the shoe, was seen too early, was burned, or was dealt without a burn.</p>
      {problem && <p class="problem">It could not be asked which card that is: {problem}</p>}
      {last && <p class="dialog-lead">{last.text}</p>}
      {last && last.number > 0 && last.places.length === 0 && <p>The rules do not let it have gone anywhere else now.</p>}
      {last && last.places.length > 0 && (
        <label class="field">
          <span>Where it went</span>
          <select value={which} onChange={(event) => setWhich(event.currentTarget.value)}>
            <option value="" disabled>choose</option>
            {last.places.map((one) => <option key={one.name} value={one.name}>{one.label}</option>)}
          </select>
        </label>
      )}
      {last && placed && <WhatIf asked={placed} round={last.round} table={table} />}
      <Reason value={reason} set={setReason} />
    </CommandDialog>
  );
}

export function SeatDialog({ table, close }: Asked) {
  const [seat, setSeat] = useState(String(table.seats[0]?.seat ?? 1));
  const [player, setPlayer] = useState("");
  const name = said(player);
  return (
    <CommandDialog title="Seat a player" label="Seat the player" close={close} action={name ? { kind: "seat_player", seat: Number(seat), player: name } : null}>
      <p>One player may play more than one position: give both the same name or number.</p>
      <label class="field">
        <span>Betting position</span>
        <select value={seat} onChange={(event) => setSeat(event.currentTarget.value)}>
          {table.seats.map((one) => <option key={one.seat} value={String(one.seat)}>Seat {one.seat}{one.player ? ` (now ${one.player})` : ""}</option>)}
        </select>
      </label>
      <label class="field">
        <span>Name or number of the player</span>
        <input maxLength={32} autocomplete="off" value={player} onInput={(event) => setPlayer(event.currentTarget.value)} />
      </label>
    </CommandDialog>
  );
}

export function ExposeDialog({ table, close }: Asked) {
  const places = lying(table).filter((one) => one.cards.some((card) => card.state === "down"));
  const [at, setAt] = useState(places[0] ? placeKey(places[0].place) : "");
  const place = places.find((one) => placeKey(one.place) === at)?.place;
  return (
    <CommandDialog title="A card was exposed" label="Say so" close={close} action={place ? { kind: "expose_card", place } : null}>
      <p>A face-down card was shown by mistake. What follows from it, the rules of the game decide. On the screens it stays face down.</p>
      {places.length === 0 ? (
        <p>No card lies face down.</p>
      ) : (
        <label class="field">
          <span>Where it lies</span>
          <select value={at} onChange={(event) => setAt(event.currentTarget.value)}>
            {places.map((one) => <option key={one.name} value={placeKey(one.place)}>{one.name}</option>)}
          </select>
        </label>
      )}
    </CommandDialog>
  );
}
