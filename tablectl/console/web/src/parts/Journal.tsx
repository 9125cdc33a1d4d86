import { useEffect, useState } from "preact/hooks";
import { api, type JournalRow, Problem } from "../api";
import { clock, utc, words } from "../format";
import { live } from "../live";

const PAGE = 30;
const MOST = 300; // rows kept in the page; older ones are a click away

/** The newest records of the journal, and older ones page by page. `cursor` says that there are new ones. */
export function JournalPanel({ cursor }: { cursor: number }) {
  const [rows, setRows] = useState<readonly JournalRow[]>([]);
  const [problem, setProblem] = useState("");
  const [end, setEnd] = useState(false);

  const load = async (before: number | null) => {
    try {
      const got = await api.journal(before, PAGE);
      setProblem("");
      if (before !== null || got.length < PAGE) setEnd(got.length < PAGE);
      setRows((old) => (before === null ? merge(got, old) : [...old, ...got]));
    } catch (error) {
      setProblem(error instanceof Problem ? error.message : String(error));
    }
  };
  useEffect(() => {
    if (!live.value) return undefined;
    const timer = setTimeout(() => void load(null), rows.length === 0 ? 0 : 700);
    return () => clearTimeout(timer);
  }, [cursor, live.value]);

  const last = rows[rows.length - 1];
  return (
    <section class="panel journal" aria-labelledby="journal-title">
      <h2 id="journal-title">Journal</h2>
      {problem && <p class="problem">The journal could not be read: {problem}</p>}
      {rows.length === 0 && !problem && <p class="empty">No record yet.</p>}
      <ol class="journal-list" tabIndex={0} aria-label="Records, newest first">
        {rows.map((row) => (
          <li key={row.seq}>
            <time dateTime={new Date(row.wall_ns / 1e6).toISOString()} title={utc(row.wall_ns / 1e6)}>{clock(row.wall_ns / 1e6)}</time>
            <span class="journal-seq">{row.seq}</span>
            <b>{words(row.type)}</b>
            <span class="journal-body">{inWords(row.body)}</span>
          </li>
        ))}
      </ol>
      {last && !end && <button type="button" class="button small" disabled={!live.value} onClick={() => void load(last.seq)}>Older records</button>}
    </section>
  );
}

/** New rows before old ones; where there is a gap between them the old ones go, so that no gap is hidden. */
function merge(fresh: readonly JournalRow[], old: readonly JournalRow[]): readonly JournalRow[] {
  const lowest = fresh[fresh.length - 1]?.seq ?? 0;
  const newestOld = old[0]?.seq ?? 0;
  if (newestOld < lowest - 1) return fresh;
  return [...fresh, ...old.filter((row) => row.seq < lowest)].slice(0, MOST);
}

function inWords(body: Readonly<Record<string, unknown>>): string {
  return Object.entries(body)
    .filter(([key, value]) => key !== "kind" && value !== null && value !== "")
    .map(([key, value]) => `${words(key)}: ${typeof value === "object" ? JSON.stringify(value) : String(value)}`)
    .join(" · ")
    .slice(0, 300);
}
