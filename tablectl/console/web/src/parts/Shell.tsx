import type { ComponentChildren } from "preact";
import { clock, utc } from "../format";
import { asOf, live, view } from "../live";
import { go } from "../route";
import { logOut, may, me, onBench } from "../session";
import { hearing, muted } from "../sound";
import { fourColours, switchSuits } from "../suits";
import { Suit } from "./Card";

export type Page = "pit" | "dealer" | "packs" | "devices" | "incidents" | "recovery" | "users" | "none";

/** The frame of every page of a logged-in person: where one is, whether it is live, who one is. */
export function Shell({ page, children }: { page: Page; children: ComponentChildren }) {
  const person = me.value;
  const table = view.value;
  const at = `/t/${person?.table ?? ""}`;
  return (
    <div class={`shell page-${page}${live.value ? "" : " stale"}`}>
      <header class="top">
        <div class="brand">
          <span class="brand-mark" aria-hidden="true"><Suit suit="s" /></span>
          <div class="brand-words">
            <strong>{person?.table}</strong>
            <span>{table?.title ?? "tablectl"}</span>
          </div>
        </div>
        <nav class="tabs" aria-label="Pages">
          <Tab to={at} here={page === "pit"}>Pit</Tab>
          <Tab to={`${at}/dealer`} here={page === "dealer"}>Dealer</Tab>
          <Tab to={`${at}/packs`} here={page === "packs"}>Packs</Tab>
          {may.value.has("read_journal") && <Tab to="/incidents" here={page === "incidents"}>Incidents</Tab>}
          {(page === "recovery" || table?.holds.some((hold) => hold.code === "table_cut_off")) && <Tab to="/recovery" here={page === "recovery"}>Recovery</Tab>}
          {may.value.has("see_devices") && <Tab to="/devices" here={page === "devices"}>Devices</Tab>}
          {may.value.has("keep_users") && <Tab to="/users" here={page === "users"}>People</Tab>}
        </nav>
        <div class="top-end">
          <button type="button" class="button quiet" aria-pressed={fourColours.value} onClick={switchSuits}>
            <span class="four-suits" aria-hidden="true">{["s", "h", "c", "d"].map((suit) => <Suit key={suit} suit={suit} />)}</span>
            <span class="wide-only">Four colours</span><span class="sr-only narrow-text">Four colours</span>
          </button>
          <a class="person" href="/users" title="Your password" onClick={follow("/users")}><strong>{person?.name}</strong><span>{person?.role}</span></a>
          <button type="button" class="button quiet" onClick={() => void logOut()}>Log out</button>
        </div>
      </header>
      <LiveLine />
      {children}
    </div>
  );
}

function Tab({ to, here, children }: { to: string; here: boolean; children: ComponentChildren }) {
  return <a class="tab" href={to} aria-current={here ? "page" : undefined} onClick={follow(to)}>{children}</a>;
}

function follow(to: string): (event: MouseEvent) => void {
  return (event) => {
    event.preventDefault();
    go(to);
  };
}

/** Says on every screen that this is no table for live play. */
export function BenchMark() {
  return onBench.value ? <b class="bench-mark" data-testid="bench-mark">⚠ On a bench: not for live play</b> : null;
}

/** Always there, so that going stale moves nothing under a finger. */
function LiveLine() {
  const at = asOf.value;
  const table = view.value;
  return (
    <div class={`live-line ${live.value ? "is-live" : "is-stale"}`} role="status" aria-live="polite" data-testid="live-line">
      {live.value ? (
        <span><i class="dot" aria-hidden="true" />Live<span class="live-more" aria-hidden="true">{table ? ` · round ${table.round} · record ${table.cursor}` : ""}</span></span>
      ) : (
        <span title={at === null ? undefined : utc(at)}>
          <b>Not live</b>{at === null ? ": waiting for the table" : `: as of ${clock(at)}. Nothing can be sent until the table answers.`}
        </span>
      )}
      <BenchMark />
      {hearing.value === "blocked" && !muted.value && <span class="sound-blocked">⚠ Sound is blocked<span class="wide-only"> by the browser until this page is touched</span></span>}
    </div>
  );
}
