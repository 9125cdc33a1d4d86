// What putting the round right would change: the step, the settlement and the cards, before and after.
import { useEffect, useState } from "preact/hooks";
import { api, Problem } from "../api";
import { amount, words } from "../format";
import type { Action, LineView, StandView, TableView, WhatIfView } from "../view";

const WAIT_MS = 250; // while somebody types

interface Props {
  /** What is asked for, without its reason. */
  readonly asked: Wish;
  readonly round: number;
  readonly table: TableView;
  /** Hears what was answered, or null while nothing is. */
  readonly heard?: (answer: WhatIfView | null) => void;
}

type Wish = Action extends infer One ? (One extends { reason: string; kind: "correct_round" | "place_card" | "identify_card" | "void_round" | "declare_misdeal" } ? Omit<One, "reason"> : never) : never;

/** What an action would change in the round, asked anew whenever the table changes. */
export function WhatIf({ asked, round, table, heard }: Props) {
  const found = useAnswer(JSON.stringify(asked), table.cursor, WAIT_MS, () => api.whatIf({ ...asked, reason: "what if" } as Action, round));
  useEffect(() => heard?.(found.answer), [found.answer]);
  return <Told {...found} table={table} />;
}

/** The same for what another person asked for. `set` hears what the person has before their eyes, or null. */
export function WhatIfConfirmed({ pending, table, set }: { pending: number; table: TableView; set: (seen: WhatIfView | null) => void }) {
  const found = useAnswer(String(pending), table.cursor, 0, () => api.whatIfConfirmed(pending));
  useEffect(() => set(found.answer), [found.answer]);
  return <Told {...found} table={table} />;
}

interface Found {
  readonly answer: WhatIfView | null;
  readonly problem: string;
}

function useAnswer(wish: string, cursor: number, wait: number, ask: () => Promise<WhatIfView>): Found {
  const [found, setFound] = useState<Found>({ answer: null, problem: "" });
  useEffect(() => {
    let wanted = true;
    setFound({ answer: null, problem: "" });
    const timer = setTimeout(() => {
      ask().then(
        (answer) => { if (wanted) setFound({ answer, problem: "" }); },
        (error: unknown) => { if (wanted) setFound({ answer: null, problem: error instanceof Problem ? error.message : String(error) }); },
      );
    }, wait);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [wish, cursor]);
  return found;
}

function Told({ answer, problem, table }: Found & { table: TableView }) {
  return (
    <section class="what-if" aria-label="What would change" aria-live="polite">
      {problem && <p class="problem">{problem}</p>}
      {answer && answer.was.length + answer.instead.length > 0 && <p>Recorded: {answer.was.join("; ") || "nothing"}. Instead: {answer.instead.join("; ") || "nothing"}.</p>}
      {answer?.text && <p class="what-if-no">{answer.text}{answer.rule && <> <span class="rule">{answer.rule}</span></>}</p>}
      {answer && <Compared before={answer.before} after={answer.after} money={table} />}
      {answer?.alerts.map((text) => <p class="what-if-alert" key={text}>⚠ {text}</p>)}
    </section>
  );
}

/** A round before and after it was, or would be, put right: what is due, the settlement by seat, the cards. */
export function Compared({ before, after, money }: { before: StandView; after: StandView | null; money: Pick<TableView, "currency" | "exponent"> }) {
  const key = (line: LineView) => `${line.seat}.${line.bet}`;
  const rows = [...new Map([...before.lines, ...(after?.lines ?? [])].map((line) => [key(line), line])).values()].sort((one, other) => one.seat - other.seat);
  const cell = (lines: readonly LineView[], row: LineView) => lines.filter((line) => key(line) === key(row)).map((line) => `${words(line.result)} ${amount(line.net, money)}`).join(", ") || "—";
  const places = [...new Set([...before.cards, ...(after?.cards ?? [])].map((lying) => lying.place))];
  const laid = (stand: StandView | null, place: string) => stand?.cards.find((lying) => lying.place === place)?.cards.map((card) => card.face ?? (card.state === "down" ? "face down" : "not read")).join(" ") ?? "—";
  return (
    <div class="table-scroll" tabIndex={0} role="region" aria-label="Before and after">
      <table>
        <thead><tr><th scope="col">What</th><th scope="col">Before</th><th scope="col">After</th></tr></thead>
        <tbody>
          <tr class={after && after.step !== before.step ? "changed" : ""}><th scope="row">Due</th><td>{before.step}</td><td>{after?.step ?? "—"}</td></tr>
          {rows.map((row) => {
            const told = after?.lines.some((line) => line.seat === row.seat);
            const [was, is] = [cell(before.lines, row), after && told ? cell(after.lines, row) : after ? "known once it is put right" : "—"];
            return <tr key={key(row)} class={told && was !== is ? "changed" : ""}><th scope="row">Seat {row.seat}: {row.label}</th><td>{was}</td><td>{is}</td></tr>;
          })}
          {places.map((place) => {
            const [was, is] = [laid(before, place), laid(after, place)];
            return <tr key={place} class={after && was !== is ? "changed" : ""}><th scope="row">Cards of {place}</th><td>{was}</td><td>{is}</td></tr>;
          })}
        </tbody>
      </table>
    </div>
  );
}
