// What is asked before something is done with a pack.
import { useState } from "preact/hooks";
import { packName } from "../format";
import type { Action, PackView, TableView } from "../view";
import { CommandDialog, Reason, said } from "./Dialog";

export type PackQuestion = "open" | "count" | "stop" | "quarantine" | "retire";

export interface Asking {
  readonly what: PackQuestion;
  readonly pack: number;
}

const REASONED = {
  stop: ["Stop the reading", "The pack stays what it was before.", "stop_scan"],
  quarantine: ["Quarantine", "The pack is kept as it is, for who has to look into it. It never comes back into play.", "quarantine_pack"],
  retire: ["Retire", "The life of this pack is over. Another pack with the same back may be opened under its number.", "retire_pack"],
} as const;

export function PackDialog({ asking, table, close }: { asking: Asking; table: TableView; close: () => void }) {
  const pack = table.packs.find((one) => one.pack === asking.pack);
  if (!pack) return null;
  if (asking.what === "open") return <OpenDialog pack={pack} close={close} />;
  if (asking.what === "count") return <CountDialog pack={pack} close={close} />;
  return <ReasonDialog pack={pack} what={asking.what} close={close} />;
}

function OpenDialog({ pack, close }: { pack: PackView; close: () => void }) {
  const [typed, setTyped] = useState("");
  const seal = said(typed);
  const action: Action | null = seal ? { kind: "open_pack", pack: pack.pack, seal } : null;
  return (
    <CommandDialog title={`Open pack ${packName(pack)}`} label="Ask for the second person" close={close} action={action}>
      <p>The seal is broken before two persons. A supervisor confirms it with a log-in of their own.</p>
      <label class="field">
        <span>Number of the seal</span>
        <input maxLength={64} autocomplete="off" value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
      </label>
    </CommandDialog>
  );
}

function CountDialog({ pack, close }: { pack: PackView; close: () => void }) {
  const [typed, setTyped] = useState("");
  const cards = /^\d{1,4}$/.test(typed.trim()) ? Number(typed.trim()) : null;
  const action: Action | null = cards === null ? null : { kind: "count_pack", pack: pack.pack, cards };
  return (
    <CommandDialog title={`Count pack ${packName(pack)}`} label="Ask for the second person" close={close} action={action} missing="A whole number of cards is needed.">
      <p>Lay the cards out by suit and rank and look at both sides. A supervisor counts too, and confirms the number with a log-in of their own.</p>
      <label class="field">
        <span>Cards that were counted</span>
        <input inputMode="numeric" maxLength={4} autocomplete="off" value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
      </label>
    </CommandDialog>
  );
}

function ReasonDialog({ pack, what, close }: { pack: PackView; what: keyof typeof REASONED; close: () => void }) {
  const [reason, setReason] = useState("");
  const text = said(reason);
  const [title, words, kind] = REASONED[what];
  return (
    <CommandDialog title={`${title}: pack ${packName(pack)}`} label={title} danger={what !== "stop"} close={close} action={text ? { kind, pack: pack.pack, reason: text } : null}>
      <p>{words}</p>
      <Reason value={reason} set={setReason} />
    </CommandDialog>
  );
}
