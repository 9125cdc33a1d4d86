// What was right in the place of one fact of a round, and what was missed.
import { useState } from "preact/hooks";
import { closedUp, lies, movedOn, recorded, said, type Entry } from "../draft";
import { amount, cardOf, parseAmount, placeName } from "../format";
import type { FactView, Place, TableView } from "../view";
import { said as oneLine } from "./Dialog";
import { FacePick } from "./FacePick";
import type { Editing } from "./FactLine";

/** The fact itself was another one. */
export function Otherwise({ line, lines, table, change }: Editing) {
  const fact = line.was!;
  const set = (says: Entry | null) => change(said(lines, line.key, "otherwise", says));
  switch (fact.kind) {
    case "card_dealt":
      return <FacePick shoe={table.shoe} set={(face) => set(face ? { kind: "card_dealt", place: lies(line) ?? recorded(fact), card: cardOf(face) } : null)} />;
    case "card_identified":
      return <FacePick shoe={table.shoe} set={(face) => set(face ? { kind: "card_identified", place: recorded(fact), index: fact.position, card: cardOf(face) } : null)} />;
    case "wager_placed":
      return <Amount table={table} set={(units) => set(units === null ? null : { kind: "wager_placed", seat: fact.seat, bet: fact.bet, amount: units, marks: units ? fact.marks : [] })} />;
    case "decided":
      return (
        <Select
          label="What was said" value={line.says?.kind === "decided" ? line.says.option : ""}
          options={fact.choices.filter((one) => one.name !== fact.option).map((one) => [one.name, one.label])}
          set={(option) => set({ kind: "decided", seat: fact.seat, option, hand: fact.hand })}
        />
      );
    default:
      return (
        <label class="field">
          <span>Name or number</span>
          <input
            maxLength={64} autocomplete="off"
            onInput={(event) => {
              const name = oneLine(event.currentTarget.value);
              set(!name ? null : fact.kind === "dealer_came" ? { kind: "dealer_came", dealer: name } : { kind: "player_seated", seat: fact.seat, player: name });
            }}
          />
        </label>
      );
  }
}

/** The card is the one on record, and went to another place. */
export function Elsewhere({ line, lines, table, change }: Editing) {
  const fact = line.was!;
  const [place, setPlace] = useState<Place | null>(null);
  const [position, setPosition] = useState(fact.position);
  const dealt = fact.kind === "card_dealt";
  const entry: Entry | null = place && { kind: "recorded", fact: fact.index, place, position: dealt ? null : position };
  return (
    <>
      <WhichPlace label="Where it went" lines={lines} table={table} place={place} set={setPlace} />
      {!dealt && (
        <label class="field">
          <span>Which card there</span>
          <input type="number" min={1} max={99} value={position + 1} onInput={(event) => setPosition(Math.max(1, Number(event.currentTarget.value)) - 1)} />
        </label>
      )}
      <div class="segments">
        <button type="button" class="button small" disabled={!entry} onClick={() => change(said(lines, line.key, "elsewhere", entry))}>Only this card went there</button>
        {dealt && (
          <button type="button" class="button small" disabled={!place} onClick={() => place && change(closedUp(lines, line.key, place))}>
            It went there, and each card after it to the place of the one before
          </button>
        )}
      </div>
    </>
  );
}

const NEW = [["card_dealt", "A card"], ["wager_placed", "A wager"], ["decided", "A decision"]] as const;

/** What was missed. */
export function New({ line, lines, table, change }: Editing) {
  const [kind, setKind] = useState(line.says?.kind ?? "");
  const set = (says: Entry | null) => change(said(lines, line.key, "new", says));
  return (
    <>
      <Select label="What was missed" value={kind} options={NEW} set={(picked) => { setKind(picked as typeof kind); set(null); }} />
      {kind === "card_dealt" && <NewCard line={line} lines={lines} table={table} change={change} />}
      {kind === "wager_placed" && <NewWager table={table} set={set} />}
      {kind === "decided" && <NewDecision facts={lines.flatMap(({ was }) => (was ? [was] : []))} table={table} set={set} />}
    </>
  );
}

function NewCard({ line, lines, table, change }: Editing) {
  const [place, setPlace] = useState<Place | null>(null);
  const [face, setFace] = useState<string | null>(null);
  const [unknown, setUnknown] = useState(false);
  const set = (at: Place | null, named: string | null, unread: boolean) => {
    setPlace(at);
    setFace(named);
    setUnknown(unread);
    change(said(lines, line.key, "new", at && (named || unread) ? { kind: "card_dealt", place: at, card: unread || !named ? null : cardOf(named) } : null));
  };
  return (
    <>
      <WhichPlace label="Where it lies" lines={lines} table={table} place={place} set={(at) => set(at, face, unknown)} />
      <label class="along"><span><input type="checkbox" checked={unknown} onChange={(event) => set(place, face, event.currentTarget.checked)} /> Nobody knows which card it was</span></label>
      {!unknown && <FacePick shoe={table.shoe} set={(named) => set(place, named, false)} />}
      <div class="segments">
        <button type="button" class="button small" disabled={line.says === null || line.due !== null} onClick={() => change(movedOn(lines, line.key))}>Each card after it went to the place of the next one</button>
      </div>
    </>
  );
}

function NewWager({ table, set }: { table: TableView; set: (says: Entry | null) => void }) {
  const bets = table.seats[0]?.spots.filter((spot) => spot.before_deal && spot.marks.length === 0) ?? [];
  const [seat, setSeat] = useState(table.seats[0]?.seat ?? 1);
  const [bet, setBet] = useState(bets[0]?.bet ?? "");
  const [units, setUnits] = useState<number | null>(null);
  const say = (at: number, on: string, how: number | null) => {
    setSeat(at);
    setBet(on);
    setUnits(how);
    set(how ? { kind: "wager_placed", seat: at, bet: on, amount: how, marks: [] } : null);
  };
  return (
    <>
      <Select label="Seat" value={String(seat)} options={seats(table)} set={(at) => say(Number(at), bet, units)} />
      <Select label="Bet" value={bet} options={bets.map((one) => [one.bet, one.label])} set={(on) => say(seat, on, units)} />
      <Amount table={table} set={(how) => say(seat, bet, how)} />
    </>
  );
}

function NewDecision({ facts, table, set }: { facts: readonly FactView[]; table: TableView; set: (says: Entry | null) => void }) {
  const known = new Map(facts.flatMap((fact) => fact.choices.map((one) => [one.name, one.label])));
  const [seat, setSeat] = useState(table.seats[0]?.seat ?? 1);
  const [option, setOption] = useState("");
  const [hand, setHand] = useState(0);
  const hands = 1 + Math.max(0, ...facts.filter((fact) => fact.seat === seat).map((fact) => fact.hand));
  const say = (at: number, what: string, which: number) => {
    setSeat(at);
    setOption(what);
    setHand(which);
    set(what ? { kind: "decided", seat: at, option: what, hand: which } : null);
  };
  return (
    <>
      <Select label="Seat" value={String(seat)} options={seats(table)} set={(at) => say(Number(at), option, 0)} />
      {hands > 1 && <Select label="Hand" value={String(hand)} options={Array.from({ length: hands }, (_, nth) => [String(nth), `Hand ${nth + 1}`])} set={(which) => say(seat, option, Number(which))} />}
      <Select label="What was said" value={option} options={[...known]} set={(what) => say(seat, what, hand)} />
    </>
  );
}

function seats(table: TableView): readonly (readonly [string, string])[] {
  return table.seats.map((one) => [String(one.seat), `Seat ${one.seat}`]);
}

function WhichPlace({ label, lines, table, place, set }: Pick<Editing, "lines" | "table"> & { label: string; place: Place | null; set: (place: Place) => void }) {
  const split = lines.flatMap(({ was }) => (was?.hand ? [{ area: "seat" as const, seat: was.seat, hand: was.hand }] : []));
  const areas = (["dealer", "board", "burn", "discard"] as const).map((area) => ({ area, seat: 0, hand: 0 }));
  const places: readonly Place[] = [...table.seats.map((one) => ({ area: "seat" as const, seat: one.seat, hand: 0 })), ...split, ...areas];
  const named = new Map(places.map((one) => [placeName(one), one]));
  return <Select label={label} value={place ? placeName(place) : ""} options={[...named.keys()].map((name) => [name, name])} set={(name) => set(named.get(name)!)} />;
}

interface Choice {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [string, string])[];
  readonly set: (value: string) => void;
}

function Select({ label, value, options, set }: Choice) {
  return (
    <label class="field">
      <span>{label}</span>
      <select value={value} onChange={(event) => set(event.currentTarget.value)}>
        <option value="" disabled>choose</option>
        {options.map(([name, words]) => <option key={name} value={name}>{words}</option>)}
      </select>
    </label>
  );
}

function Amount({ table, set }: { table: TableView; set: (units: number | null) => void }) {
  return (
    <label class="field">
      <span>Amount in {table.currency}, the unit is {amount(table.unit, table)}</span>
      <input inputMode="decimal" autocomplete="off" onInput={(event) => set(parseAmount(event.currentTarget.value, table.exponent))} />
    </label>
  );
}

export function betLabel(table: TableView, bet: string): string {
  return table.seats[0]?.spots.find((spot) => spot.bet === bet)?.label ?? bet;
}
