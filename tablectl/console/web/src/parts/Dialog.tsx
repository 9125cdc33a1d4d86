import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { IDLE, send } from "../commands";
import { live, view } from "../live";
import { type Action, type Answer, OF_THE_ROUND } from "../view";

interface Props {
  readonly title: string;
  readonly label: string;
  /** The action to send, or null while something is missing. */
  readonly action: Action | null;
  /** What is missing, in words. */
  readonly missing?: string;
  readonly danger?: boolean;
  readonly wide?: boolean;
  readonly close: () => void;
  /** Hears why the table refused it. */
  readonly refused?: (refusal: Refusal) => void;
  readonly children: ComponentChildren;
}

/** Why not, and which fact (from 0) of a round that is put right it is about, where it is about one. */
export type Refusal = Pick<Answer, "text" | "rule" | "at">;

/** Asks before a command: nothing is sent unless the last button is pressed, and then once, for the round in which the question was opened. */
export function CommandDialog({ title, label, action, missing = "", danger = false, wide = false, close, refused, children }: Props) {
  const box = useRef<HTMLDialogElement>(null);
  const sent = useSignal(IDLE);
  const name = useId();
  const now = view.value?.round ?? null;
  const [round] = useState(now);
  const late = action !== null && round !== now && OF_THE_ROUND.includes(action.kind);
  useEffect(() => {
    box.current?.showModal();
  }, []);
  const { state, text } = sent.value;
  const confirm = async (event: Event) => {
    event.preventDefault();
    if (action === null || !live.value || late || state === "sending") return;
    const answer = await send(action, round, title, sent);
    if (answer?.done) close();
    else if (answer) refused?.(answer);
  };
  return (
    <dialog ref={box} class={wide ? "dialog wide" : "dialog"} aria-labelledby={name} onClose={close}>
      <form onSubmit={(event) => void confirm(event)}>
        <h2 id={name}>{title}</h2>
        {children}
        <p class={`dialog-answer cmd-${state}`} role="status">
          {!live.value ? "The page is not live: nothing can be sent." : late ? `This was meant for round ${round}, but round ${now} is open: close it and look at the table again.` : state === "idle" ? (action === null ? missing : "") : state === "sending" ? "Sent …" : `${state === "refused" ? "Refused: " : ""}${text}`}
        </p>
        <div class="dialog-end">
          <button type="button" class="button" onClick={() => box.current?.close()}>Cancel</button>
          <button type="submit" class={`button ${danger ? "danger" : "primary"}`} disabled={action === null || !live.value || late || state === "sending"}>{label}</button>
        </div>
      </form>
    </dialog>
  );
}

/** A reason as it is sent: one line, or null while it says nothing. */
export function said(reason: string): string | null {
  return reason.replace(/\s+/g, " ").trim() || null;
}

export function Reason({ value, set }: { value: string; set: (text: string) => void }) {
  return (
    <label class="field">
      <span>Reason (goes into the journal)</span>
      <textarea required maxLength={500} rows={3} value={value} onInput={(event) => set(event.currentTarget.value)} />
    </label>
  );
}
