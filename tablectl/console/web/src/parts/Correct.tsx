// Putting the round right: its facts line by line, what was right, what would change by all of it, and only then the command.
import { useEffect, useState } from "preact/hooks";
import { api, Problem } from "../api";
import { drafted, lineAt, putIn, run, unsaid, type Lines } from "../draft";
import type { Action, RoundView, TableView } from "../view";
import { CommandDialog, Reason, said, type Refusal } from "./Dialog";
import { FactLine } from "./FactLine";
import { WhatIf } from "./WhatIf";

export function CorrectDialog({ table, close }: { table: TableView; close: () => void }) {
  const [round, setRound] = useState<RoundView | null>(null);
  const [problem, setProblem] = useState("");
  const [lines, setLines] = useState<Lines>([]);
  const [chosen, setChosen] = useState<number | null>(null);
  const [told, setTold] = useState<Refusal | null>(null);
  const [refused, setRefused] = useState<Refusal | null>(null);
  const [reason, setReason] = useState("");
  useEffect(() => {
    api.round().then(
      (read) => {
        setRound(read);
        setLines(drafted(read));
      },
      (error: unknown) => setProblem(error instanceof Problem ? error.message : String(error)),
    );
  }, []);
  const change = (next: Lines, key: number | null = chosen) => {
    setLines(next);
    setChosen(key);
    setTold(null);
    setRefused(null);
  };
  const putInBefore = (before: number | null) => {
    const next = putIn(lines, before);
    change(next, Math.max(...next.map((line) => line.key)));
  };
  const text = said(reason);
  const wanted = run(lines);
  const asked = round && wanted ? { kind: "correct_round" as const, ...wanted, corrections: round.corrections } : null;
  const action: Action | null = asked && text ? { ...asked, reason: text } : null;
  const missing = lines.some(unsaid) ? "Say what was right." : !wanted ? "Pick what is recorded wrongly." : text ? "" : "Give a reason.";
  const refusal = refused ?? told;
  const wrong = lineAt(lines, refusal?.at ?? null);
  return (
    <CommandDialog missing={missing} title={`Put round ${round?.round ?? table.round} right`} label="Put it right" danger wide close={close} action={action} refused={setRefused}>
      <p>Pick what is recorded wrongly and say what was right, for as many facts as it takes: they are put right together. The record keeps what was and what is. A round before this one is closed: what was wrong in it is settled by hand.</p>
      {problem && <p class="problem">The facts could not be read: {problem}</p>}
      {round?.facts.length === 0 && <p>Nothing has happened in this round yet.</p>}
      <ol class="fact-list" aria-label="Facts of the round" tabIndex={0}>
        {lines.map((line, index) => (
          <FactLine
            key={line.key} line={line} number={index + 1} lines={lines} table={table} chosen={line.key === chosen}
            refusal={line === wrong ? refusal : null} choose={() => setChosen(line.key)} change={change} putInBefore={() => putInBefore(line.key)}
          />
        ))}
      </ol>
      {round && (
        <div class="people-do">
          <button type="button" class="button small" onClick={() => putInBefore(null)}>Put something in at the end</button>
          <button type="button" class="button small" disabled={lines.every((line) => line.way === "kept") && !asked} onClick={() => change(drafted(round), null)}>Start over</button>
        </div>
      )}
      {asked && <WhatIf asked={asked} round={round?.round ?? table.round} table={table} heard={(answer) => answer && setTold(answer)} />}
      <Reason value={reason} set={setReason} />
    </CommandDialog>
  );
}
