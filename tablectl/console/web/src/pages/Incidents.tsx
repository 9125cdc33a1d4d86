import { useEffect, useState } from "preact/hooks";
import { api, Problem } from "../api";
import { clock, utc, words } from "../format";
import { view } from "../live";
import { go, keep, query } from "../route";
import { may, me } from "../session";
import type { Incident } from "../view";

const FILTERS = ["from", "to", "cause", "round"] as const;

/** Every hold and warning of the table, the newest first, with its records and its people. The address says which are wanted. */
export function Incidents() {
  const allowed = may.value.has("read_journal");
  const [found, setFound] = useState<readonly Incident[] | null>(null);
  const [problem, setProblem] = useState("");
  const holds = view.value?.holds.map((hold) => hold.id).join() ?? "";
  const asked = query.value;
  const filter = Object.fromEntries(FILTERS.map((name) => [name, asked.get(name) ?? ""]));
  const wanted = JSON.stringify(filter);
  useEffect(() => {
    if (!allowed) return undefined;
    let current = true;
    const since = filter.from ? new Date(filter.from).toISOString() : "";
    const until = filter.to ? new Date(filter.to).toISOString() : "";
    api.incidents({ since, until, cause: filter.cause ?? "", round: filter.round ?? "" }).then(
      (got) => { if (current) { setFound(got); setProblem(""); } },
      (error: unknown) => { if (current) setProblem(error instanceof Problem ? error.message : String(error)); },
    );
    return () => { current = false; };
  }, [allowed, wanted, holds]);
  if (!allowed) return <main class="narrow"><h1>Incidents</h1><p>This page is for those who may read the journal.</p></main>;
  return (
    <main class="registers">
      <h1>Incidents</h1>
      <Filters filter={filter} />
      {problem && <p class="problem">The register could not be read: {problem}</p>}
      {found === null && !problem && <p role="status">One moment …</p>}
      {found?.length === 0 && <p class="empty">{asked.toString() ? "No incident like this." : "No incident yet."}</p>}
      <ol class="register-list" aria-label="Incidents, newest first">{found?.map((incident) => <One key={incident.id} incident={incident} />)}</ol>
    </main>
  );
}

function Filters({ filter }: { filter: Readonly<Record<string, string>> }) {
  const set = (name: string) => (event: { currentTarget: HTMLInputElement }) => keep({ [name]: event.currentTarget.value.trim() });
  return (
    <div class="filters" role="search" aria-label="Incidents">
      <label class="field"><span>From</span><input type="datetime-local" value={filter.from} onChange={set("from")} /></label>
      <label class="field"><span>To</span><input type="datetime-local" value={filter.to} onChange={set("to")} /></label>
      <label class="field"><span>Cause</span><input pattern="[a-z_]*" autocomplete="off" placeholder="all" value={filter.cause} onChange={set("cause")} /></label>
      <label class="field"><span>Round</span><input inputMode="numeric" pattern="[0-9]*" autocomplete="off" placeholder="all" value={filter.round} onChange={set("round")} /></label>
      <button type="button" class="button small" onClick={() => keep({ from: "", to: "", cause: "", round: "" })}>All incidents</button>
    </div>
  );
}

function One({ incident }: { incident: Incident }) {
  const rounds = incident.last_round === incident.first_round ? `round ${incident.first_round}` : `rounds ${incident.first_round} to ${incident.last_round}`;
  return (
    <li class={`panel incident incident-${incident.severity}${incident.ended ? "" : " is-open"}`} data-testid={`incident-${incident.id}`}>
      <p class="hold-text">{incident.text}</p>
      <p class="hold-meta">
        <span class="tag">{incident.severity === "warn" ? "warning" : "stop"}</span>
        <code>{incident.cause}</code>
        <span title={utc(incident.raised_ns / 1e6)}>since {clock(incident.raised_ns / 1e6)}{incident.synced ? "" : ", the clock was not set"}</span>
        <span>{rounds}</span>
        {incident.device && <span>{incident.device}</span>}
        {incident.follows > 0 && <span>follows from {incident.follows}</span>}
      </p>
      <p class="hold-advice">Blocks: {incident.blocks}.{incident.released_by.length > 0 && ` Released by: ${incident.released_by.join(", ")}.`}</p>
      {incident.rulings.length > 0 && (
        <ul class="register-list" aria-label="What was put right">
          {incident.rulings.map((ruling) => <li key={ruling.record}>{ruling.person}{ruling.second && ` and ${ruling.second}`}: {ruling.text} <RecordLink seq={ruling.record} /></li>)}
        </ul>
      )}
      {incident.findings.map((finding) => <p key={finding.record} class="hold-advice">{finding.text} <RecordLink seq={finding.record} /></p>)}
      <p>{incident.ended ? `✓ ${incident.person || "By itself"}, ${clock(incident.ended_ns / 1e6)}: ${incident.reason}` : "⚠ It is open."}</p>
      <p class="hold-meta">Records: event <RecordLink seq={incident.event} />, raised <RecordLink seq={incident.raised} />{incident.ended > 0 && <>, ended <RecordLink seq={incident.ended} /></>}; <RoundLink round={incident.first_round} /></p>
      {incident.detail && <p class="hold-detail">{words(incident.detail)}</p>}
    </li>
  );
}

function RecordLink({ seq }: { seq: number }) {
  return <span class="journal-seq">{seq}</span>;
}

function RoundLink({ round }: { round: number }) {
  const to = `/t/${me.value?.table ?? ""}?round=${round}`;
  return <a href={to} onClick={(event) => { event.preventDefault(); go(to); }}>journal of round {round}</a>;
}
