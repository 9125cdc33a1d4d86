// Choosing the cards that a seat keeps. The page knows no face-down card, so it offers every face of the pack; the table says what cannot be.
import { useState } from "preact/hooks";
import { cardName, cardOf, RANKS } from "../format";
import type { Action, SeatView, StepView, TableView } from "../view";
import { Face } from "./Card";
import { CommandButton } from "./Command";

type Picked = readonly (readonly string[])[];

/** True where a person has to say which cards a hand has; where the step suggests one, NEXT says it. */
export function mustChoose(step: StepView): boolean {
  return step.kind === "choose_cards" && step.options.length === 0;
}

export function HandPicker({ table }: { table: TableView }) {
  const { step } = table;
  const [hands, set] = useState<Picked>([[]]);
  const who = step.seat ? `Seat ${step.seat}` : "The dealer";
  const complete = hands.every((hand) => hand.length === step.keep);
  const action: Action = { kind: "choose_hands", seat: step.seat, hands: hands.map((hand) => hand.map(cardOf)) };
  const label = `${who} ${hands.length > 1 ? "splits into" : "keeps"} ${hands.map((hand) => hand.map(cardName).join(", ")).join(" and ")}`;
  const add = (face: string) => {
    const open = hands.findIndex((hand) => hand.length < step.keep);
    set(hands.map((hand, nth) => (nth === open ? [...hand, face] : hand)));
  };
  return (
    <section class="picker" aria-label={`Cards that ${who.toLowerCase()} keeps`}>
      <div class="picker-top">
        <div class="picker-hands">{hands.map((hand, nth) => <Slots key={nth} name={hands.length > 1 ? `Hand ${nth + 1}` : "Hand"} hand={hand} keep={step.keep} drop={(at) => set(hands.map((old, which) => (which === nth ? old.filter((_, index) => index !== at) : old)))} />)}</div>
        {step.may_split && (
          <button type="button" class="button" aria-pressed={hands.length > 1} onClick={() => set(hands.length > 1 ? hands.slice(0, 1) : [...hands, []])}>Two hands</button>
        )}
        <CommandButton action={action} label={complete ? label : `Pick ${step.keep} cards${hands.length > 1 ? " for each hand" : ""}`} class="button primary picker-send" disabled={!complete} />
      </div>
      <Faces table={table} seat={table.seats.find((seat) => seat.seat === step.seat)} picked={hands.flat()} full={complete} add={add} />
    </section>
  );
}

interface SlotsProps {
  readonly name: string;
  readonly hand: readonly string[];
  readonly keep: number;
  readonly drop: (at: number) => void;
}

function Slots({ name, hand, keep, drop }: SlotsProps) {
  return (
    <div class="slots" role="group" aria-label={name}>
      <small aria-hidden="true">{name}</small>
      {Array.from({ length: keep }, (_, at) => {
        const face = hand[at];
        return face === undefined
          ? <span class="slot" key={at} />
          : <button type="button" class="slot filled" key={at} onClick={() => drop(at)}><span class="sr-only">Take back the </span><Face face={face} /></button>;
      })}
    </div>
  );
}

interface FacesProps {
  readonly table: TableView;
  readonly seat: SeatView | undefined;
  readonly picked: readonly string[];
  readonly full: boolean;
  readonly add: (face: string) => void;
}

/** A board of rank by suit; where all cards of the seat lie face up, only those. */
function Faces({ table, seat, picked, full, add }: FacesProps) {
  const lying = seat?.cards.flatMap((card) => (card.face === null ? [] : [card.face])) ?? [];
  const count = (face: string, among: readonly string[]) => among.filter((one) => one === face).length;
  if (seat && lying.length > 0 && lying.length === seat.cards.length) {
    return (
      <div class="faces-lying" role="group" aria-label={`Cards of seat ${seat.seat}`}>
        {lying.map((face, nth) => {
          const taken = count(face, lying.slice(0, nth)) < count(face, picked);
          return <FaceButton key={nth} face={face} taken={taken ? 1 : 0} disabled={full || taken} add={add} />;
        })}
      </div>
    );
  }
  return (
    <div class="faces" role="group" aria-label="Every face of the pack">
      {table.shoe.suits.flatMap(({ letter, ranks }, row) =>
        [...RANKS].reverse().flatMap((rank, column) => (ranks.includes(rank) ? [<FaceButton key={rank + letter} face={rank + letter} taken={count(rank + letter, picked)} disabled={full} add={add} at={[row + 1, column + 1]} />] : [])),
      )}
    </div>
  );
}

interface FaceButtonProps {
  readonly face: string;
  readonly taken: number;
  readonly disabled: boolean;
  readonly add: (face: string) => void;
  readonly at?: readonly [row: number, column: number];
}

function FaceButton({ face, taken, disabled, add, at }: FaceButtonProps) {
  return (
    <button
      type="button" class={`face-button${taken ? " picked" : ""}`} style={at ? { "--row": String(at[0]), "--column": String(at[1]) } : {}}
      disabled={disabled} onClick={() => add(face)}
    >
      <Face face={face} />
      {taken > 0 && <span class="picked-count" aria-hidden="true">{taken}</span>}
    </button>
  );
}
