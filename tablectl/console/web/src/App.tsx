import { useEffect } from "preact/hooks";
import { view } from "./live";
import { Devices } from "./pages/Devices";
import { Dealer } from "./pages/Dealer";
import { Incidents } from "./pages/Incidents";
import { FirstRun, LogIn } from "./pages/LogIn";
import { Packs } from "./pages/Packs";
import { Pit } from "./pages/Pit";
import { People } from "./pages/People";
import { Recovery } from "./pages/Recovery";
import { Shell } from "./parts/Shell";
import { go, path, tableRoute } from "./route";
import { check, me, standing } from "./session";

export function App() {
  switch (standing.value) {
    case "asking":
      return <Message text="One moment …" />;
    case "unreachable":
      return <Message text="The table does not answer." again />;
    case "first":
      return <FirstRun />;
    case "out":
      return <LogIn />;
    case "in":
      return <Inside />;
  }
}

function Inside() {
  const person = me.value;
  const route = tableRoute(path.value);
  const home = person ? `/t/${person.table}${person.role === "dealer" ? "/dealer" : ""}` : "/";
  const lost = person !== null && route?.table !== person.table && path.value !== "/users" && path.value !== "/devices" && path.value !== "/incidents" && path.value !== "/recovery";
  useEffect(() => {
    if (lost && path.value === "/") go(home, true);
  }, [lost, home]);
  if (!person) return null;
  if (path.value === "/devices") return <Shell page="devices"><Devices /></Shell>;
  if (path.value === "/incidents") return <Shell page="incidents"><Incidents /></Shell>;
  if (path.value === "/recovery") return <Shell page="recovery"><Recovery /></Shell>;
  if (path.value === "/users") return <Shell page="users"><People /></Shell>;
  if (lost) {
    return (
      <Shell page="none">
        <main class="narrow">
          <h1>There is no such page</h1>
          <p>This console belongs to table {person.table}.</p>
          <button type="button" class="button primary" onClick={() => go(home)}>Go to table {person.table}</button>
        </main>
      </Shell>
    );
  }
  const page = route?.page ?? "pit";
  const table = view.value;
  return (
    <Shell page={page}>
      {table === null ? <main class="narrow"><p role="status">Waiting for the table …</p></main> : page === "dealer" ? <Dealer table={table} /> : page === "packs" ? <Packs table={table} /> : <Pit table={table} />}
    </Shell>
  );
}

function Message({ text, again = false }: { text: string; again?: boolean }) {
  return (
    <main class="narrow centred">
      <h1 class="sr-only">tablectl</h1>
      <p role="status">{text}</p>
      {again && <button type="button" class="button" onClick={() => void check()}>Try again</button>}
    </main>
  );
}
