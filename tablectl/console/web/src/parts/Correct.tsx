// Putting the round right: pick what was recorded wrongly, say what was right, see what changes, and only then send it.
import { useEffect, useState } from "preact/hooks";
import { api, Problem } from "../api";
import { amount, cardOf, parseAmount } from "../format";
import type { Action, CorrectRound, FactView, RoundView, TableView } from "../view";
import { CommandDialog, Reason, said } from "./Dialog";
import { FacePick } from "./FacePick";
import { WhatIf } from "./WhatIf";

type PlainFact = CorrectRound["facts"][number];
type Way = "otherwise" | "never" | "missed";
const WAYS: readonly (readonly [Way, string])[] = [["otherwise", "It was otherwise"], ["never", "It never happened"], ["missed", "A wager before it was missed"]];

export function CorrectDialog({ table, close }: { table: TableView; close: () => void }) {
  const [round, setRound] = useState<RoundView | null>(null);
  const [problem, setProblem] = useState("");
  const [fact, setFact] = useState<FactView | null>(null);
  const [way, setWay] = useState<Way>("otherwise");
  const [facts, setFacts] = useState<readonly PlainFact[] | null>(null);
  const [reason, setReason] = useState("");
  useEffect(() => {
    api.round().then(setRound, (error: unknown) => setProblem(error instanceof Problem ? error.message : String(error)));
  }, []);
  const choose = (picked: FactView | null, how: Way) => {
    setFact(picked);
    setWay(how);
    setFacts(how === "never" ? [] : null);
  };
  const ways = fact ? WAYS.filter(([one]) => one === "never" || (one === "missed" ? kept(fact) !== null : editable(fact))) : [];
  const text = said(reason);
  const asked = round && fact && facts ? { kind: "correct_round" as const, index: fact.index, facts, corrections: round.corrections, count: 1 } : null;
  const action: Action | null = asked && text ? { ...asked, reason: text } : null;
  const missing = !fact ? "Pick what is recorded wrongly." : !facts ? "Say what was right." : text ? "" : "Give a reason.";
  return (
    <CommandDialog missing={missing} title={`Put round ${round?.round ?? table.round} right`} label="Put it right" danger wide close={close} action={action}>
      <p>Pick what is recorded wrongly. The record keeps what was and what is. A round before this one is closed: what was wrong in it is settled by hand.</p>
      {problem && <p class="problem">The facts could not be read: {problem}</p>}
      {round?.facts.length === 0 && <p>Nothing has happened in this round yet.</p>}
      <ol class="fact-list" aria-label="Facts of the round" tabIndex={0}>
        {round?.facts.map((one) => (
          <li key={one.index}>
            <label>
              <input type="radio" name="fact" checked={fact?.index === one.index} onChange={() => choose(one, editable(one) ? "otherwise" : "never")} />
              <span class="fact-number" aria-hidden="true">{one.index + 1}</span>
              <span>{one.text}</span>
            </label>
          </li>
        ))}
      </ol>
      {fact && (
        <fieldset class="ways">
          <legend>{fact.text}</legend>
          <div class="segments">
            {ways.map(([one, label]) => (
              <label class="pick" key={one}>
                <input type="radio" name="way" checked={way === one} onChange={() => choose(fact, one)} />
                <span>{label}</span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      {fact && way === "otherwise" && <Otherwise key={fact.index} fact={fact} table={table} set={setFacts} />}
      {fact && way === "missed" && <Missed key={fact.index} fact={fact} table={table} set={setFacts} />}
      {asked && <WhatIf asked={asked} round={round?.round ?? table.round} table={table} />}
      <Reason value={reason} set={setReason} />
    </CommandDialog>
  );
}

interface Editor {
  readonly fact: FactView;
  readonly table: TableView;
  readonly set: (facts: readonly PlainFact[] | null) => void;
}

function editable(fact: FactView): boolean {
  return ["card_dealt", "card_identified", "wager_placed", "decided", "player_seated", "dealer_came"].includes(fact.kind);
}

/** The fact as it stands, where a page knows all of it. */
function kept(fact: FactView): PlainFact | null {
  if (fact.kind === "betting_closed") return { kind: "betting_closed" };
  return fact.kind === "wager_placed" ? { kind: "wager_placed", seat: fact.seat, bet: fact.bet, amount: fact.amount, marks: fact.marks } : null;
}

/** What was right in the place of one fact. */
function Otherwise({ fact, table, set }: Editor) {
  const [option, setOption] = useState("");
  const place = { area: fact.area as "seat", seat: fact.seat, hand: fact.hand };
  switch (fact.kind) {
    case "card_dealt":
      return <FacePick shoe={table.shoe} set={(face) => set(face ? [{ kind: "card_dealt", place, card: cardOf(face) }] : null)} />;
    case "card_identified":
      return <FacePick shoe={table.shoe} set={(face) => set(face ? [{ kind: "card_identified", place, index: fact.position, card: cardOf(face) }] : null)} />;
    case "wager_placed":
      return <Amount label={`Amount in ${table.currency}`} table={table} set={(units) => set(units === null ? null : [{ kind: "wager_placed", seat: fact.seat, bet: fact.bet, amount: units, marks: units ? fact.marks : [] }])} />;
    case "decided":
      return (
        <label class="field">
          <span>What was said</span>
          <select
            value={option}
            onChange={(event) => {
              setOption(event.currentTarget.value);
              set([{ kind: "decided", seat: fact.seat, option: event.currentTarget.value, hand: fact.hand }]);
            }}
          >
            <option value="" disabled>choose</option>
            {fact.choices.filter((choice) => choice.name !== fact.option).map((choice) => <option key={choice.name} value={choice.name}>{choice.label}</option>)}
          </select>
        </label>
      );
    default:
      return (
        <label class="field">
          <span>Name or number</span>
          <input
            maxLength={64} autocomplete="off"
            onInput={(event) => {
              const name = said(event.currentTarget.value);
              set(name ? [fact.kind === "dealer_came" ? { kind: "dealer_came", dealer: name } : { kind: "player_seated", seat: fact.seat, player: name }] : null);
            }}
          />
        </label>
      );
  }
}

/** A wager that lay on the felt before this fact and was not recorded. */
function Missed({ fact, table, set }: Editor) {
  const [seat, setSeat] = useState(table.seats[0]?.seat ?? 1);
  const bets = table.seats[0]?.spots.filter((spot) => spot.before_deal && spot.marks.length === 0) ?? [];
  const [bet, setBet] = useState(bets[0]?.bet ?? "");
  const [units, setUnits] = useState<number | null>(null);
  const after = kept(fact);
  useEffect(() => {
    set(units && after ? [{ kind: "wager_placed", seat, bet, amount: units, marks: [] }, after] : null);
  }, [seat, bet, units]);
  return (
    <>
      <label class="field">
        <span>Seat</span>
        <select value={String(seat)} onChange={(event) => setSeat(Number(event.currentTarget.value))}>{table.seats.map((one) => <option key={one.seat} value={String(one.seat)}>Seat {one.seat}</option>)}</select>
      </label>
      <label class="field">
        <span>Bet</span>
        <select value={bet} onChange={(event) => setBet(event.currentTarget.value)}>{bets.map((one) => <option key={one.bet} value={one.bet}>{one.label}</option>)}</select>
      </label>
      <Amount label={`Amount in ${table.currency}`} table={table} set={setUnits} />
    </>
  );
}

function Amount({ label, table, set }: { label: string; table: TableView; set: (units: number | null) => void }) {
  return (
    <label class="field">
      <span>{label}, the unit is {amount(table.unit, table)}</span>
      <input inputMode="decimal" autocomplete="off" onInput={(event) => set(parseAmount(event.currentTarget.value, table.exponent))} />
    </label>
  );
}
