// What waits for a second person: who asked for what, and the dialogs by which another one confirms it, or it is taken back.
import { useState } from "preact/hooks";
import { age, clock, utc } from "../format";
import { live, serverNow } from "../live";
import { may, me } from "../session";
import type { PendingView, TableView, WhatIfView } from "../view";
import { CommandDialog, Reason, said } from "./Dialog";
import { WhatIfConfirmed } from "./WhatIf";

interface Open {
  readonly what: "confirm" | "withdraw";
  readonly pending: PendingView;
}

export function PendingPanel({ table }: { table: TableView }) {
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  if (table.pending.length === 0) return null;
  return (
    <section class="panel pending-panel" aria-labelledby="pending-title">
      <h2 id="pending-title">Waits for a second person<span class="count">{table.pending.length}</span></h2>
      <ul class="hold-list">
        {table.pending.map((pending) => <Waiting key={pending.id} pending={pending} choose={(what) => setOpen({ what, pending })} />)}
      </ul>
      {open?.what === "confirm" && <ConfirmDialog pending={open.pending} table={table} close={close} />}
      {open?.what === "withdraw" && <WithdrawDialog pending={open.pending} close={close} />}
    </section>
  );
}

function Waiting({ pending, choose }: { pending: PendingView; choose: (what: Open["what"]) => void }) {
  const since = pending.since_ns / 1e6;
  const person = me.value;
  const own = person?.name.toLowerCase() === pending.person.toLowerCase();
  const seconds = person !== null && pending.seconds.includes(person.role);
  return (
    <li class="pending" data-testid={`pending-${pending.id}`}>
      <p class="hold-text">{pending.text}</p>
      <p class="hold-meta">
        <span>asked by {pending.person}, {pending.role}</span>
        <span title={`${clock(since)}, ${utc(since)}`}>for {age(serverNow.value - since)}</span>
      </p>
      {own && <p class="hold-advice">Somebody else has to confirm this with their own log-in.</p>}
      {!own && !seconds && <p class="hold-advice">It is confirmed by: {pending.seconds.join(", ")}.</p>}
      <div class="rulings">
        {seconds && !own && <button type="button" class="button primary" disabled={!live.value} onClick={() => choose("confirm")}>Confirm …</button>}
        {may.value.has("withdraw_action") && <button type="button" class="button" disabled={!live.value} onClick={() => choose("withdraw")}>Withdraw …</button>}
      </div>
    </li>
  );
}

function ConfirmDialog({ pending, table, close }: { pending: PendingView; table: TableView; close: () => void }) {
  const [seen, setSeen] = useState<WhatIfView | null>(null);
  const action = !pending.compared ? { facts: null } : seen ? { facts: seen.facts } : null;
  return (
    <CommandDialog
      title="Confirm as the second person" label="Confirm" wide={pending.compared} close={close} missing="Wait for what it changes."
      action={action && { kind: "second_action", pending: pending.id, ...action }}
    >
      <p class="dialog-lead">{pending.text}</p>
      <p>{pending.person} asked for it. You saw the same and stand for it with your name; it is done at once.</p>
      {pending.compared && <WhatIfConfirmed pending={pending.id} table={table} set={setSeen} />}
    </CommandDialog>
  );
}

function WithdrawDialog({ pending, close }: { pending: PendingView; close: () => void }) {
  const [reason, setReason] = useState("");
  const text = said(reason);
  return (
    <CommandDialog title="Withdraw what was asked" label="Withdraw" close={close} action={text ? { kind: "withdraw_action", pending: pending.id, reason: text } : null}>
      <p class="dialog-lead">{pending.text}</p>
      <Reason value={reason} set={setReason} />
    </CommandDialog>
  );
}
