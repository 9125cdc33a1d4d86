import { useEffect, useRef, useState } from "preact/hooks";
import { api, type JournalRow, Problem } from "../api";
import { clock, utc, words } from "../format";
import { live, view } from "../live";
import { keep, query } from "../route";
import { RECORD_TYPES, type RoundPutRight, type TableView } from "../view";
import { Compared } from "./WhatIf";

const PAGE = 30;
const MOST = 300; // rows kept in the page; older ones are a click away

const FILTERS = ["kind", "type", "round"] as const;
type Filter = Readonly<Partial<Record<(typeof FILTERS)[number], string>>>;

/** The newest records of the journal, and older ones page by page. `cursor` says that there are new ones; the address says which are wanted. */
export function JournalPanel({ cursor }: { cursor: number }) {
  const [rows, setRows] = useState<readonly JournalRow[]>([]);
  const [problem, setProblem] = useState("");
  const [end, setEnd] = useState(false);
  const filter: Filter = Object.fromEntries(FILTERS.flatMap((name) => (query.value.get(name) ? [[name, query.value.get(name)]] : [])));
  const wanted = JSON.stringify(filter);
  const newest = useRef(wanted);
  newest.current = wanted;
  const loaded = useRef<string | null>(null);

  const load = async (before: number | null) => {
    try {
      const got = await api.journal(before, PAGE, filter);
      if (newest.current !== wanted) return;
      loaded.current = wanted;
      setProblem("");
      if (before !== null || got.length < PAGE) setEnd(got.length < PAGE);
      setRows((old) => (before === null ? merge(got, old) : [...old, ...got]));
    } catch (error) {
      if (newest.current === wanted) setProblem(error instanceof Problem ? error.message : String(error));
    }
  };
  useEffect(() => {
    setRows([]);
    setEnd(false);
  }, [wanted]);
  useEffect(() => {
    if (!live.value) return undefined;
    const timer = setTimeout(() => void load(null), loaded.current === wanted ? 700 : 0);
    return () => clearTimeout(timer);
  }, [cursor, live.value, wanted]);

  const last = rows[rows.length - 1];
  return (
    <section class="panel journal" aria-labelledby="journal-title">
      <h2 id="journal-title">Journal</h2>
      {problem && <p class="problem">The journal could not be read: {problem}</p>}
      <FilterRow filter={filter} />
      {rows.length === 0 && !problem && <p class="empty">{wanted === "{}" ? "No record yet." : "No record like this."}</p>}
      <ol class="journal-list" tabIndex={0} aria-label="Records, newest first">
        {rows.map((row) => (
          <li key={row.seq}>
            <time dateTime={new Date(row.wall_ns / 1e6).toISOString()} title={utc(row.wall_ns / 1e6)}>{clock(row.wall_ns / 1e6)}</time>
            <span class="journal-seq">{row.seq}</span>
            <details class="journal-record">
              <summary>{row.text}</summary>
              <p><b>{words(row.type)}</b></p>
              {row.type === "round_put_right" && view.value && <PutRight body={row.body as unknown as RoundPutRight} table={view.value} />}
              <pre>{JSON.stringify(row.body, null, 1)}</pre>
            </details>
          </li>
        ))}
      </ol>
      {last && !end && <button type="button" class="button small" disabled={!live.value} onClick={() => void load(last.seq)}>Older records</button>}
    </section>
  );
}

/** Both results of a round that was put right, side by side. */
function PutRight({ body, table }: { body: RoundPutRight; table: TableView }) {
  return <div class="what-if"><Compared before={body.before} after={body.after} money={table} /></div>;
}

function FilterRow({ filter }: { filter: Filter }) {
  return (
    <div class="filters" role="search" aria-label="Records">
      <label class="field">
        <span>Kind</span>
        <select value={filter.kind ?? ""} onChange={(event) => keep({ kind: event.currentTarget.value })}>
          <option value="">all</option>
          <option value="event">events</option>
          <option value="outcome">outcomes</option>
          <option value="marker">markers</option>
        </select>
      </label>
      <label class="field">
        <span>Type</span>
        <input list="record-types" pattern="[a-z_]*" autocomplete="off" placeholder="all" value={filter.type ?? ""} onChange={(event) => keep({ type: event.currentTarget.value.trim() })} />
        <datalist id="record-types">{RECORD_TYPES.map((type) => <option key={type} value={type} />)}</datalist>
      </label>
      <label class="field">
        <span>Round</span>
        <input inputMode="numeric" pattern="[0-9]*" autocomplete="off" placeholder="all" value={filter.round ?? ""} onChange={(event) => keep({ round: event.currentTarget.value.trim() })} />
      </label>
      {Object.keys(filter).length > 0 && <button type="button" class="button small" onClick={() => keep({ kind: "", type: "", round: "" })}>All records</button>}
    </div>
  );
}

/** New rows before old ones; where there is a gap between them the old ones go, so that no gap is hidden. */
function merge(fresh: readonly JournalRow[], old: readonly JournalRow[]): readonly JournalRow[] {
  const lowest = fresh[fresh.length - 1]?.seq ?? 0;
  const newestOld = old[0]?.seq ?? 0;
  if (newestOld < lowest - 1) return fresh;
  return [...fresh, ...old.filter((row) => row.seq < lowest)].slice(0, MOST);
}
