import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { IDLE, newest, send, turnedOver, type CommandState } from "../commands";
import { live, view } from "../live";
import { may } from "../session";
import type { Action } from "../view";

const MARKS: Readonly<Record<CommandState, string>> = { idle: "", sending: "…", done: "✓", refused: "✕", unknown: "?" };
const REST_MS = 500; // the same finger does not mean it twice this fast
const SHOWN_MS = 6000;

interface Props {
  readonly action: Action;
  readonly label: string;
  readonly class?: string;
  readonly disabled?: boolean;
  readonly children?: ComponentChildren;
}

/** A button that sends one command at once, and says on itself what became of it. Not drawn for a role that may not. */
export function CommandButton({ action, label, disabled = false, children, class: kind = "button" }: Props) {
  const sent = useSignal(IDLE);
  const rest = useRef(0);
  const { state } = sent.value;
  useEffect(() => {
    if (state === "idle" || state === "sending") return undefined;
    const timer = setTimeout(() => { sent.value = IDLE; }, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  if (!may.value.has(action.kind)) return null;
  const press = async (event: MouseEvent) => {
    if (event.detail > 1 || Date.now() < rest.current) return;
    rest.current = Number.POSITIVE_INFINITY;
    await send(action, view.value?.round ?? null, label, sent);
    rest.current = Date.now() + REST_MS;
  };
  return (
    <button type="button" class={`${kind} cmd-${state}`} disabled={disabled || !live.value} onClick={(event) => void press(event)}>
      {children ?? label}
      {state !== "idle" && <span class="cmd-mark"><span aria-hidden="true">{MARKS[state]}</span><span class="sr-only">{state}</span></span>}
    </button>
  );
}

/** What became of the newest command. Its place is always kept, so nothing moves when it speaks. */
export function CommandLine() {
  const { state, label, text } = newest.value;
  const table = view.value;
  const standing = `${table?.round}.${table?.step.kind}.${table?.step.seat}.${table?.step.text}`;
  useEffect(turnedOver, [standing]);
  return (
    <p class={`command-line cmd-${state}`} role="status" data-testid="command-line">
      {state !== "idle" && <><span aria-hidden="true">{MARKS[state]} </span><b>{label}</b>: {text}</>}
    </p>
  );
}
