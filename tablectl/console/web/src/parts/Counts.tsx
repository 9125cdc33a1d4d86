// Counting cards by hand: what is asked for, the dialog that takes a figure, and what is known of each pack.
import { useState } from "preact/hooks";
import { cardName } from "../format";
import { live } from "../live";
import { may } from "../session";
import type { Counting, FaceCountView, PackCountView, ReadingsView, TableView } from "../view";
import { CommandDialog } from "./Dialog";

const PLACES: Readonly<Record<Counting, string>> = { stub: "Left in the shoe (the stub)", rack: "Gone (the discard rack)", pack: "All cards, both heaps" };

/** The count that is due now, large where the dealer reads it. A hold that asks for it has said so itself; under any other the count can wait. */
export function CountDue({ table }: { table: TableView }) {
  if (!table.counts.due || (table.held && !table.holds.some((hold) => hold.code === "count_due"))) return null;
  return (
    <aside class="count-due" data-testid="count-due">
      {!table.held && <p>{table.counts.text}</p>}
      <CountButton table={table} label="Enter the count …" primary />
    </aside>
  );
}

export function CountButton({ table, label, primary = false }: { table: TableView; label: string; primary?: boolean }) {
  const [open, setOpen] = useState(false);
  if (!may.value.has("count_cards")) return null;
  return (
    <>
      <button type="button" class={`button${primary ? " primary" : ""}`} disabled={!live.value} onClick={() => setOpen(true)}>{label}</button>
      {open && <CountDialog table={table} close={() => setOpen(false)} />}
    </>
  );
}

function CountDialog({ table, close }: { table: TableView; close: () => void }) {
  const [pack, setPack] = useState(table.counts.due || table.shoe.pack || (table.packs[0]?.pack ?? 0));
  const [place, setPlace] = useState<Counting>("stub");
  const [typed, setTyped] = useState("");
  const where: Counting = pack === table.shoe.pack ? place : "pack";
  const number = /^\d{1,4}$/.test(typed.trim()) ? Number(typed) : null;
  const action = number === null ? null : { kind: "count_cards" as const, pack, place: where, number };
  return (
    <CommandDialog title="Count cards" label="Enter the count" close={close} missing={typed ? "Give a number of cards." : "How many cards are there?"} action={action}>
      <p>Count between rounds, without the cut card, and without looking at the number that is expected.</p>
      <label class="field">
        <span>Pack</span>
        <select value={String(pack)} onChange={(event) => setPack(Number(event.currentTarget.value))}>
          {table.packs.map((one) => <option key={one.pack} value={String(one.pack)}>Pack {one.pack}{one.back ? `, ${one.back}` : ""}{one.pack === table.shoe.pack ? " (in the shoe)" : ""}</option>)}
        </select>
      </label>
      <fieldset class="pick-suits">
        <legend>Which cards were counted</legend>
        {(Object.keys(PLACES) as Counting[]).map((one) => (
          <label class="pick" key={one}>
            <input type="radio" name="counted" checked={where === one} disabled={pack !== table.shoe.pack && one !== "pack"} onChange={() => setPlace(one)} />
            <span>{PLACES[one]}</span>
          </label>
        ))}
      </fieldset>
      <label class="field">
        <span>Number of cards</span>
        <input inputMode="numeric" maxLength={4} autocomplete="off" value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
      </label>
    </CommandDialog>
  );
}

/** What each pack was dealt in since its last right count, and what was read of it too often or too rarely. */
export function CountsPanel({ table }: { table: TableView }) {
  return (
    <section class="panel" aria-labelledby="counts-title">
      <h2 id="counts-title">Counts</h2>
      <ul class="out-list">{table.counts.packs.map((pack) => <PackCounts key={pack.pack} pack={pack} />)}</ul>
      <CountButton table={table} label="Enter a count …" />
    </section>
  );
}

function PackCounts({ pack }: { pack: PackCountView }) {
  const rounds = pack.first === pack.last ? `round ${pack.first}` : `rounds ${pack.first} to ${pack.last}`;
  return (
    <li class="out" data-testid={`counts-${pack.pack}`}>
      <div>
        <p><b>Pack {pack.pack}{pack.back && `, ${pack.back}`}</b>: {pack.first ? `dealt in ${rounds} since its last right count` : "nothing was dealt since its last right count"}</p>
        {pack.readings && <Faces of={pack.readings} />}
      </div>
    </li>
  );
}

function Faces({ of }: { of: ReadingsView }) {
  const words = (face: FaceCountView) => `${cardName(face.face)} ${face.seen} times of ${face.copies}`;
  return (
    <p class="out-why">
      Read in {of.first === of.last ? `round ${of.first}` : `rounds ${of.first} to ${of.last}`}.
      {of.over.length > 0 && ` Over: ${of.over.map(words).join(", ")}.`}
      {of.under.length > 0 && ` Under: ${of.under.map(words).join(", ")}.`}
    </p>
  );
}
