// One fact of a round that is being put right: how it is recorded, how it was, and why that cannot have been.
import { useEffect, useRef } from "preact/hooks";
import { amount, cardName, faceOf, placeName, words } from "../format";
import { removed, said, swapped, type Entry, type Line, type Lines, type Way } from "../draft";
import type { FactView, TableView } from "../view";
import type { Refusal } from "./Dialog";
import { Elsewhere, New, Otherwise, betLabel } from "./FactEditor";

export interface Editing {
  readonly line: Line;
  readonly lines: Lines;
  readonly table: TableView;
  readonly change: (lines: Lines, chosen?: number | null) => void;
}

interface Props extends Editing {
  readonly number: number;
  readonly chosen: boolean;
  readonly refusal: Refusal | null;
  readonly choose: () => void;
  readonly putInBefore: () => void;
}

const WAYS: Readonly<Record<Way, string>> = { kept: "As it is recorded", otherwise: "It was otherwise", elsewhere: "It went elsewhere", never: "It never happened", new: "" };

export function FactLine({ line, number, lines, table, chosen, refusal, choose, change, putInBefore }: Props) {
  const wrong = useRef<HTMLParagraphElement>(null);
  useEffect(() => wrong.current?.scrollIntoView({ block: "nearest" }), [refusal]);
  const { key, was, way } = line;
  const text = was?.text ?? "Put in";
  const now = way === "kept" ? "" : way === "never" ? "it never happened" : line.says ? told(line.says, was, table) : "not said yet";
  return (
    <li class={`fact-line fact-${way}`}>
      <label>
        <input type="radio" name="fact" checked={chosen} onChange={choose} />
        <span class="fact-number" aria-hidden="true">{number}</span>
        <span class="fact-was">{text}</span>
        {now && <span class="fact-now">{now}</span>}
      </label>
      {refusal && <p ref={wrong} class="what-if-no fact-refused" role="alert">{refusal.text}{refusal.rule && <> <span class="rule">{refusal.rule}</span></>}</p>}
      {chosen && (
        <fieldset class="ways">
          <legend class="sr-only">{text}</legend>
          {was && (
            <div class="segments">
              {ways(was).map((one) => (
                <label class="pick" key={one}>
                  <input type="radio" name="way" checked={way === one} onChange={() => change(said(lines, key, one, null))} />
                  <span>{WAYS[one]}</span>
                </label>
              ))}
            </div>
          )}
          <Editor line={line} lines={lines} table={table} change={change} />
          <div class="segments">
            <button type="button" class="button small" disabled={number === 1} onClick={() => change(swapped(lines, key, -1))}>Move up</button>
            <button type="button" class="button small" disabled={number === lines.length} onClick={() => change(swapped(lines, key, 1))}>Move down</button>
            <button type="button" class="button small" onClick={putInBefore}>Put something in before it</button>
            {was === null && <button type="button" class="button small" onClick={() => change(removed(lines, key), null)}>Take it out again</button>}
          </div>
        </fieldset>
      )}
    </li>
  );
}

function Editor(editing: Editing) {
  switch (editing.line.way) {
    case "otherwise": return <Otherwise {...editing} />;
    case "elsewhere": return <Elsewhere {...editing} />;
    case "new": return <New {...editing} />;
    default: return null;
  }
}

function ways(was: FactView): readonly Way[] {
  const card = was.kind === "card_dealt";
  const otherwise = card || ["card_identified", "wager_placed", "decided", "player_seated", "dealer_came"].includes(was.kind);
  return ["kept", ...(otherwise ? ["otherwise" as const] : []), ...(card || was.kind === "card_identified" ? ["elsewhere" as const] : []), "never"];
}

/** What stands in the place of a fact, in words. */
function told(says: Entry, was: FactView | null, table: TableView): string {
  switch (says.kind) {
    case "recorded": return `went to ${says.place ? placeName(says.place) : "its place"}${says.position === null ? "" : `, card ${says.position + 1}`}`;
    case "card_dealt": return `a card went to ${placeName(says.place)}: ${says.card ? cardName(faceOf(says.card)) : "not read"}`;
    case "card_identified": return `it was the ${cardName(faceOf(says.card))}`;
    case "wager_placed": return `seat ${says.seat}: ${betLabel(table, says.bet)} ${amount(says.amount, table)}`;
    case "decided": return `${says.seat ? `seat ${says.seat}` : "the dealer"}: ${was?.choices.find((one) => one.name === says.option)?.label ?? words(says.option)}`;
    case "player_seated": return `seat ${says.seat} is played by ${says.player}`;
    case "dealer_came": return `dealer ${says.dealer} pushed in`;
    default: return words(says.kind);
  }
}
