// A correction while a person puts it together: the facts of the round line by line, with what is left out, put in, moved and said otherwise.
// A card that lies face down is carried along as it is on record, and so the page need not know it.
import type { CorrectRound, FactView, Place, RoundView } from "./view";

export type Entry = CorrectRound["facts"][number];
export type Way = "kept" | "otherwise" | "elsewhere" | "never" | "new";

export interface Line {
  readonly key: number;
  /** The fact on record; null where one was missed. */
  readonly was: FactView | null;
  readonly way: Way;
  /** What stands in its place; null while it is not said. */
  readonly says: Entry | null;
  /** The place that was due when this card was drawn; null for what is no card, and for a card beside the deal. */
  readonly due: Place | null;
}

export type Lines = readonly Line[];
export type Run = Pick<CorrectRound, "index" | "count" | "facts">;

export function drafted(round: RoundView): Lines {
  return round.facts.map((was) => ({ key: was.index, was, way: "kept", says: null, due: dueTo(was) }));
}

/** Say of one line how it was, or that it is not known yet. */
export function said(lines: Lines, key: number, way: Way, says: Entry | null): Lines {
  return lines.map((line) => (line.key === key ? { ...line, way, says, due: way === "kept" && line.was ? dueTo(line.was) : line.due } : line));
}

export function removed(lines: Lines, key: number): Lines {
  return lines.filter((line) => line.key !== key);
}

/** Put an empty line in before another one, or at the end. The new one has the greatest key. */
export function putIn(lines: Lines, before: number | null): Lines {
  const at = before === null ? lines.length : placeOf(lines, before);
  return [...lines.slice(0, at), { key: 1 + Math.max(-1, ...lines.map((line) => line.key)), was: null, way: "new", says: null, due: null }, ...lines.slice(at)];
}

/** Change the places of a line and of the one before it (`by` −1) or after it (1). */
export function swapped(lines: Lines, key: number, by: -1 | 1): Lines {
  const at = placeOf(lines, key);
  const [line, other] = [lines[at], lines[at + by]];
  if (!line || !other) return lines;
  return lines.map((one, index) => (index === at ? other : index === at + by ? line : one));
}

/** Where the card of a line lies, as it is said now; null where the line is no card. */
export function lies({ was, way, says, due }: Line): Place | null {
  if (way === "never") return null;
  if (says?.kind === "card_dealt") return says.place;
  if (was?.kind !== "card_dealt" || (says && says.kind !== "recorded")) return null;
  return says?.place ?? (way === "kept" ? recorded(was) : (due ?? recorded(was)));
}

export function recorded(was: FactView): Place {
  return { area: was.area as Place["area"], seat: was.seat, hand: was.hand };
}

function dueTo(was: FactView): Place | null {
  return was.kind === "card_dealt" && was.area !== "discard" ? recorded(was) : null;
}

/** This card was put beside the deal, and each one after it went to the place of the one before. */
export function closedUp(lines: Lines, key: number, place: Place): Lines {
  const aside = said(lines, key, "elsewhere", { kind: "recorded", fact: key, place, position: null });
  const cards = inTurn(lines, key);
  const taken = cards[0]?.key === key ? laid(aside, new Map(cards.map((card, nth) => [card.key, cards[nth - 1]?.due ?? null]))) : aside;
  return named(lines, taken);
}

/** This card was missed, and each one after it went to the place of the next. The last one stays until it is said where it went. */
export function movedOn(lines: Lines, key: number): Lines {
  const cards = inTurn(lines, key);
  const places = new Map(cards.map((card, nth) => [card.key, (cards[nth + 1] ?? card).due]));
  return named(lines, laid(lines, places.set(key, cards[0]?.due ?? null)));
}

/** The correction from the first line that is not as it was to the last; null where nothing changes or something is not said yet. */
export function run(lines: Lines): Run | null {
  if (lines.some((line) => unsaid(line))) return null;
  const stand = standing(lines);
  const total = lines.filter((line) => line.was).length;
  const same = (line: Line | undefined, index: number) => line?.way === "kept" && line.was?.index === index;
  const most = Math.min(total, stand.length);
  let [before, after] = [0, 0];
  while (before < most && same(stand[before], before)) before += 1;
  while (after < most - before && same(stand[stand.length - 1 - after], total - 1 - after)) after += 1;
  const facts = stand.slice(before, stand.length - after).map(entry);
  const count = total - before - after;
  return facts.length + count === 0 ? null : { index: before, count, facts };
}

/** Whether it is still to be said what was right. */
export function unsaid(line: Line): boolean {
  return line.says === null && line.way !== "kept" && line.way !== "never";
}

/** The line that is the `at`-th fact of the round as it would be put right. */
export function lineAt(lines: Lines, at: number | null): Line | undefined {
  return at === null ? undefined : standing(lines)[at];
}

function standing(lines: Lines): Lines {
  return lines.filter((line) => line.way !== "never");
}

function entry({ was, says }: Line): Entry {
  return says ?? { kind: "recorded", fact: was?.index ?? 0, place: null, position: null };
}

function placeOf(lines: Lines, key: number): number {
  return lines.findIndex((line) => line.key === key);
}

/** The cards of the deal from this line on. */
function inTurn(lines: Lines, key: number): Lines {
  return lines.slice(placeOf(lines, key)).filter((line) => line.due !== null && line.way !== "never");
}

/** Give cards other places in the deal. One that was said to lie elsewhere still does. */
function laid(lines: Lines, places: ReadonlyMap<number, Place | null>): Lines {
  return lines.map((line) => {
    const due = places.get(line.key);
    if (due === undefined) return line;
    return due === null || !equal(lies(line), line.due) ? { ...line, due } : { ...at(line, due), due };
  });
}

/** A card at its place: as it is on record where that is the same. */
function at(line: Line, place: Place): Line {
  if (line.says?.kind === "card_dealt") return { ...line, says: { ...line.says, place } };
  if (line.was && equal(recorded(line.was), place)) return { ...line, way: "kept", says: null };
  return line.was ? { ...line, way: "elsewhere", says: { kind: "recorded", fact: line.was.index, place, position: null } } : line;
}

/** The lines as they are `now`, each name that a card was given with its card. */
function named(before: Lines, now: Lines): Lines {
  return now.map((line, index) => {
    if (line.was?.kind !== "card_identified" || (line.says && line.says.kind !== "recorded") || line.way === "never") return line;
    const [was, position] = [line.says?.place ?? recorded(line.was), line.says?.position ?? line.was.position];
    const card = before.slice(0, index).filter((one) => equal(lies(one), was))[position];
    const moved = now.slice(0, index).find((one) => one.key === card?.key);
    const place = moved && lies(moved);
    if (!place) return line;
    const there = now.slice(0, index).filter((one) => equal(lies(one), place)).indexOf(moved);
    return equal(place, was) && there === position ? line : { ...line, way: "elsewhere", says: { kind: "recorded", fact: line.was.index, place, position: there } };
  });
}

function equal(one: Place | null, other: Place | null): boolean {
  return one !== null && other !== null && one.area === other.area && one.seat === other.seat && one.hand === other.hand;
}
