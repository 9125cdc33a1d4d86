// What a correction would change: the settlement and the step, before and after.
import { useEffect, useState } from "preact/hooks";
import { api, Problem } from "../api";
import { amount, words } from "../format";
import type { CorrectRound, LineView, TableView, WhatIfView } from "../view";

const WAIT_MS = 250; // while somebody types

interface Props {
  readonly asked: Omit<CorrectRound, "reason">;
  readonly round: number;
  readonly table: TableView;
}

export function WhatIf({ asked, round, table }: Props) {
  const [answer, setAnswer] = useState<WhatIfView | null>(null);
  const [problem, setProblem] = useState("");
  const wish = JSON.stringify(asked);
  useEffect(() => {
    let wanted = true;
    setAnswer(null);
    setProblem("");
    const timer = setTimeout(() => {
      api.whatIf({ ...asked, reason: "what if" }, round).then(
        (got) => { if (wanted) setAnswer(got); },
        (error: unknown) => { if (wanted) setProblem(error instanceof Problem ? error.message : String(error)); },
      );
    }, WAIT_MS);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [wish, table.cursor]);
  return (
    <section class="what-if" aria-label="What would change" aria-live="polite">
      {problem && <p class="problem">{problem}</p>}
      {answer?.text && <p class="what-if-no">{answer.text}{answer.rule && <> <span class="rule">{answer.rule}</span></>}</p>}
      {answer && <Compared answer={answer} table={table} />}
      {answer?.alerts.map((text) => <p class="what-if-alert" key={text}>⚠ {text}</p>)}
    </section>
  );
}

function Compared({ answer, table }: { answer: WhatIfView; table: TableView }) {
  const { before, after } = answer;
  const key = (line: LineView) => `${line.seat}.${line.bet}`;
  const rows = [...new Map([...before.lines, ...(after?.lines ?? [])].map((line) => [key(line), line])).values()].sort((one, other) => one.seat - other.seat);
  const cell = (lines: readonly LineView[], row: LineView) => lines.filter((line) => key(line) === key(row)).map((line) => `${words(line.result)} ${amount(line.net, table)}`).join(", ") || "—";
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
        </tbody>
      </table>
    </div>
  );
}
