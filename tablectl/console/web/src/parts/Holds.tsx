import { useEffect, useRef, useState } from "preact/hooks";
import { age, clock, utc } from "../format";
import { live, serverNow } from "../live";
import { go } from "../route";
import { may } from "../session";
import type { HoldView, TableView } from "../view";
import { linked } from "../linked";
import { CorrectDialog } from "./Correct";
import { IdentifyDialog, MisdealDialog, PlaceDialog, ReleaseDialog, ShuffleDialog, VoidDialog } from "./Dialogs";
import { SoundRow } from "./Sound";

type Open = { readonly what: "void" | "misdeal" | "identify" | "place" | "shuffle" | "correct" } | { readonly what: "release"; readonly hold: HoldView };

export function HoldsPanel({ table }: { table: TableView }) {
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const rulings = ([["void", "void_round", "Void round"], ["misdeal", "declare_misdeal", "Declare misdeal"], ["identify", "identify_card", "Identify a card"], ["place", "place_card", "Place the last card"], ["shuffle", "order_shuffle", "Order a shuffle"], ["correct", "correct_round", "Put the round right"]] as const)
    .filter(([, kind]) => may.value.has(kind));
  return (
    <section class={`panel holds${table.holds.length ? " has-holds" : ""}`} aria-labelledby="holds-title">
      <h2 id="holds-title">Holds{table.holds.length > 0 && <span class="count">{table.holds.length}</span>}</h2>
      {table.holds.length === 0 && <p class="empty">No hold. Play is free.</p>}
      {byDevice(table.holds).map(([device, holds]) => (
        <section class="hold-group" key={device} aria-label={`Holds of the ${device}`}>
          {holds.length > 1 && <h3>{device}<span class="tag">{holds.length} holds</span></h3>}
          <ul class="hold-list">
            {holds.map((hold) => (
              <Hold key={hold.id} hold={hold} before={table.holds.find((one) => one.id === hold.follows)} release={() => setOpen({ what: "release", hold })} />
            ))}
          </ul>
        </section>
      ))}
      <SoundRow />
      {rulings.length > 0 && (
        <div class="rulings">
          {rulings.map(([what, , label]) => <button type="button" key={what} class="button small" disabled={!live.value} onClick={() => setOpen({ what })}>{label} …</button>)}
        </div>
      )}
      {open?.what === "release" && <ReleaseDialog hold={open.hold} holds={table.holds} close={close} />}
      {open?.what === "void" && <VoidDialog table={table} close={close} />}
      {open?.what === "misdeal" && <MisdealDialog table={table} close={close} />}
      {open?.what === "shuffle" && <ShuffleDialog close={close} />}
      {open?.what === "correct" && <CorrectDialog table={table} close={close} />}
      {open?.what === "place" && <PlaceDialog table={table} close={close} />}
      {open?.what === "identify" && <IdentifyDialog table={table} close={close} />}
    </section>
  );
}

/** Holds of one device together, with what follows from them elsewhere, as one unplugged cable may raise several; the oldest first. */
function byDevice(holds: readonly HoldView[]): readonly (readonly [string, readonly HoldView[]])[] {
  const groups = new Map<string, HoldView[]>();
  for (const hold of holds) {
    const first = linked(hold, holds)[0] ?? hold;
    const device = first.device ?? "table";
    groups.set(device, [...(groups.get(device) ?? []), hold]);
  }
  return [...groups];
}

function Hold({ hold, before, release }: { hold: HoldView; before: HoldView | undefined; release: () => void }) {
  const since = hold.since_ns / 1e6;
  return (
    <li class={`hold${hold.active ? " active" : ""}${before ? " follows" : ""}`} data-testid={`hold-${hold.id}`}>
      <p class="hold-text">{hold.text}</p>
      <FollowsFrom before={before} />
      <p class="hold-advice">{hold.advice}</p>
      <p class="hold-meta">
        <span class="tag">{hold.active && "⚠ "}{hold.standing}</span>
        <span title={`${clock(since)}, ${utc(since)}`}>for {age(serverNow.value - since)}</span>
        {hold.device && <span>{hold.device}</span>}
        <code>{hold.code}</code>
      </p>
      {hold.code === "table_cut_off" && <p><a href="/recovery" onClick={(event) => { event.preventDefault(); go("/recovery"); }}>How the table should stand</a></p>}
      {hold.detail && <p class="hold-detail">{hold.detail}</p>}
      {may.value.has("release_hold") && (
        <button type="button" class={`button${hold.standing.endsWith("no name yet") ? "" : " primary"}`} disabled={hold.active || !live.value} onClick={release}>
          {hold.active ? "Cannot be released yet" : "Release …"}
        </button>
      )}
    </li>
  );
}

/** Names the hold that is the likely cause of another. */
export function FollowsFrom({ before }: { before: HoldView | undefined }) {
  return before ? <p class="hold-follows">Follows from: {before.text}</p> : null;
}

/** Speaks each new hold once to a screen reader. */
export function HoldSpeaker({ table }: { table: TableView }) {
  const known = useRef(new Set<number>());
  const [text, setText] = useState("");
  useEffect(() => {
    const fresh = table.holds.filter((hold) => !known.current.has(hold.id));
    known.current = new Set(table.holds.map((hold) => hold.id));
    if (fresh.length > 0) setText(fresh.map((hold) => `Hold: ${hold.text}. ${hold.advice}`).join(" "));
    else if (table.holds.length === 0) setText("");
  }, [table.holds]);
  return <div class="sr-only" role="alert" data-testid="hold-speaker">{text}</div>;
}
