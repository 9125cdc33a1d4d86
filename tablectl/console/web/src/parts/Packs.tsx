// What is out of the packs: a panel that shows it, and the dialogs by which a card is taken out and replaced.
import { useState } from "preact/hooks";
import { cardName, cardOf, clock, packName, utc } from "../format";
import { live } from "../live";
import { may } from "../session";
import type { OutView, PackView, TableView } from "../view";
import { Face } from "./Card";
import { CommandDialog, Reason, said } from "./Dialog";
import { FacePick } from "./FacePick";

type Open = { readonly what: "take" } | { readonly what: "replace"; readonly pack: PackView; readonly out: OutView };

export function OutPanel({ table }: { table: TableView }) {
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const short = table.packs.filter((pack) => pack.out.length > 0);
  return (
    <section class="panel" aria-labelledby="out-title">
      <h2 id="out-title">Out of the packs</h2>
      {short.length === 0 && <p class="empty">Nothing is out: the packs are whole.</p>}
      <ul class="out-list">
        {short.flatMap((pack) => pack.out.map((out) => (
          <li key={out.id} class="out" data-testid={`out-${out.id}`}>
            <Face face={out.face} />
            <div>
              <p><b>{cardName(out.face)}</b> of pack {packName(pack)}</p>
              <p class="out-why">{out.reason}, <span title={utc(out.since_ns / 1e6)}>round {out.round}, {clock(out.since_ns / 1e6)}</span></p>
            </div>
            {may.value.has("replace_card") && <button type="button" class="button small" disabled={!live.value} onClick={() => setOpen({ what: "replace", pack, out })}>Replace …</button>}
          </li>
        )))}
      </ul>
      {may.value.has("take_out_card") && <button type="button" class="button small" disabled={!live.value} onClick={() => setOpen({ what: "take" })}>Take out a card …</button>}
      {open?.what === "take" && <TakeOutDialog table={table} close={close} />}
      {open?.what === "replace" && <ReplaceDialog pack={open.pack} out={open.out} close={close} />}
    </section>
  );
}

function TakeOutDialog({ table, close }: { table: TableView; close: () => void }) {
  const [pack, setPack] = useState(table.shoe.pack || (table.packs[0]?.pack ?? 0));
  const [toCome, setToCome] = useState(false);
  const [face, setFace] = useState<string | null>(null);
  const [reason, setReason] = useState("");
  const text = said(reason);
  const inShoe = pack === table.shoe.pack;
  const action = face && text ? { kind: "take_out_card" as const, pack, card: cardOf(face), reason: text, from_shoe: inShoe && toCome } : null;
  return (
    <CommandDialog title="Take out a card" label={face ? `Take out the ${cardName(face)}` : "Take out"} close={close} action={action}>
      <p>One card is damaged, marked or gone. Until it is replaced its pack has one card less.</p>
      <label class="field">
        <span>Pack</span>
        <select value={String(pack)} onChange={(event) => setPack(Number(event.currentTarget.value))}>
          {table.packs.map((one) => <option key={one.pack} value={String(one.pack)}>Pack {packName(one)}{one.pack === table.shoe.pack ? " (in the shoe)" : ""}</option>)}
        </select>
      </label>
      {inShoe && (
        <fieldset class="pick-suits">
          <legend>Where it was</legend>
          <label class="pick"><input type="radio" name="where" checked={!toCome} onChange={() => setToCome(false)} /><span>It had been dealt</span></label>
          <label class="pick"><input type="radio" name="where" checked={toCome} onChange={() => setToCome(true)} /><span>Still to come from the shoe</span></label>
        </fieldset>
      )}
      <FacePick shoe={table.shoe} set={setFace} />
      <Reason value={reason} set={setReason} />
    </CommandDialog>
  );
}

function ReplaceDialog({ pack, out, close }: { pack: PackView; out: OutView; close: () => void }) {
  const [reason, setReason] = useState("");
  const text = said(reason);
  const action = text ? { kind: "replace_card" as const, out: out.id, pack: pack.pack, card: cardOf(out.face), reason: text } : null;
  return (
    <CommandDialog title="Replace a card" label={`Put in the ${cardName(out.face)}`} close={close} action={action}>
      <p class="dialog-lead">The {cardName(out.face)} of pack {packName(pack)} is out: {out.reason}</p>
      <p>Show the players a card of the same face and the same back. It goes to the cards that are still to come where it is missing among them, else to those that have gone.</p>
      <Reason value={reason} set={setReason} />
    </CommandDialog>
  );
}
