// Commands to the table. One wish is one id: a second click, or a new try after silence, is the same command again.
import { signal, type Signal } from "@preact/signals";
import { api, Problem } from "./api";
import { check } from "./session";
import { type Action, type Answer, OF_THE_ROUND } from "./view";

export type CommandState = "idle" | "sending" | "done" | "refused" | "unknown";

export interface Sent {
  readonly state: CommandState;
  readonly label: string;
  readonly text: string;
}

export const IDLE: Sent = { state: "idle", label: "", text: "" };
/** The newest command of this page, for the line that says what became of it. */
export const newest = signal<Sent>(IDLE);
const NEWS_MS = 1500; // so long an answer stays, though the step that it led to is shown already
const OLD_MS: Readonly<Partial<Record<CommandState, number>>> = { done: 8_000, refused: 20_000, unknown: 60_000 };
let saidAt = 0;

/** The step or the round is another one now: what became of a command before it is no news any more. */
export function turnedOver(): void {
  if (newest.peek().state !== "sending" && Date.now() - saidAt > NEWS_MS) newest.value = IDLE;
}

/** `crypto.randomUUID` is missing on plain http, which a table's own network often is. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

let unanswered: { wish: string; id: string } | null = null;

/** Send one action for the round that the person saw. Resolves to the answer of the table, or null where none came. A wish that got no answer keeps its id for the next try. */
export async function send(action: Action, seen: number | null, label: string, sent: Signal<Sent>): Promise<Answer | null> {
  if (sent.value.state === "sending") return null;
  const round = OF_THE_ROUND.includes(action.kind) ? seen : null;
  const wish = JSON.stringify([action, round]);
  const id = unanswered?.wish === wish ? unanswered.id : newId();
  unanswered = { wish, id };
  const say = (state: CommandState, text: string) => {
    sent.value = { state, label, text };
    const said = sent.value;
    newest.value = said;
    saidAt = Date.now();
    const old = OLD_MS[state];
    if (old !== undefined) setTimeout(() => { if (newest.peek() === said) newest.value = IDLE; }, old);
  };
  say("sending", "sent");
  try {
    const answer = await api.command(id, action, round);
    if (unanswered?.id === id) unanswered = null;
    say(answer.done ? "done" : "refused", answer.done ? answer.text : `${answer.text}${answer.rule ? ` (${answer.rule})` : ""}`);
    return answer;
  } catch (error) {
    const problem = error instanceof Problem ? error : new Problem(0, String(error));
    if (problem.status === 0) {
      say("unknown", "no answer: look at the table; a new try is the same command");
    } else {
      if (unanswered?.id === id) unanswered = null;
      say("refused", problem.message);
      if (problem.status === 401) await check();
    }
    return null;
  }
}
