import type { ComponentChildren } from "preact";
import { age, clock, packName, utc, words } from "../format";
import { live, serverNow } from "../live";
import { keep } from "../route";
import { may } from "../session";
import type { PackView, SignedView } from "../view";
import { CommandButton } from "./Command";
import type { PackQuestion } from "./PackDialogs";

const MARKS: Readonly<Record<string, string>> = { inspected: "✓", in_shoe: "✓", in_shuffler: "✓", resting: "✓", quarantined: "✕", retired: "✕" };

export function PackCard({ pack, ask }: { pack: PackView; ask: (what: PackQuestion) => void }) {
  const title = `pack-${pack.pack}`;
  const over = pack.standing === "quarantined" || pack.standing === "retired";
  const fresh = pack.opened_by.length === 0 || over;
  return (
    <section class={`panel pack${pack.unfit ? " unfit" : ""}`} aria-labelledby={title} data-testid={title}>
      <h2 id={title} class="pack-head"><span>Pack {packName(pack)}</span><span class="tag" data-testid="standing"><span aria-hidden="true">{MARKS[pack.standing] ?? "…"} </span>{words(pack.standing)}</span></h2>
      {pack.unfit && <p class="pack-unfit">⚠ {pack.unfit}</p>}
      {pack.reading && <p role="status">It passes the shoe: {pack.passed} of {pack.cards} cards went by.</p>}
      {pack.hours > 0 && <p class="pack-old">⚠ In use for {pack.hours} hours: more than a day</p>}
      <dl class="facts">
        <Fact name="Cards">{pack.cards}, {pack.profile}</Fact>
        <Fact name="Decks">{pack.decks}</Fact>
        <Fact name="Rounds dealt">{pack.rounds}</Fact>
        {pack.since_ns > 0 && <Fact name="In use since"><span title={utc(pack.since_ns / 1e6)}>{clock(pack.since_ns / 1e6)}, for {age(serverNow.value - pack.since_ns / 1e6)}</span></Fact>}
        {pack.seal && <Fact name="Seal">{pack.seal}</Fact>}
        {pack.opened_by.length > 0 && <Fact name="Opened by">{people(pack.opened_by)}</Fact>}
        {pack.receipt && <Fact name="Last inspection">{pack.receipt.right ? "✓ right" : "✕ wrong"}: {pack.receipt.finding}</Fact>}
        {pack.withdrawn && <Fact name="Out of play">{pack.withdrawn}</Fact>}
      </dl>
      <div class="rulings">
        {fresh && <Ask kind="open_pack" ask={() => ask("open")}>{over ? "Open a new one" : "Open"} …</Ask>}
        {!over && !pack.reading && <Ask kind="count_pack" ask={() => ask("count")}>Counted by hand …</Ask>}
        {!over && !pack.reading && <CommandButton class="button small" action={{ kind: "scan_pack", pack: pack.pack }} label="Read through the shoe" />}
        {pack.reading && <CommandButton class="button small primary" action={{ kind: "confirm_scan", pack: pack.pack }} label="The whole pack was read" />}
        {pack.reading && <Ask kind="stop_scan" ask={() => ask("stop")}>Stop the reading …</Ask>}
        {!over && !pack.reading && <Ask kind="quarantine_pack" ask={() => ask("quarantine")}>Quarantine …</Ask>}
        {pack.standing !== "retired" && !pack.reading && <Ask kind="retire_pack" ask={() => ask("retire")}>Retire …</Ask>}
        {pack.receipt && <button type="button" class="button small" onClick={() => keep({ receipt: String(pack.receipt?.number ?? "") })}>Receipt {pack.receipt.number}</button>}
      </div>
    </section>
  );
}

export function people(all: readonly SignedView[]): string {
  return all.map((one) => `${one.person} (${one.role})`).join(", ");
}

function Ask({ kind, ask, children }: { kind: string; ask: () => void; children: ComponentChildren }) {
  return may.value.has(kind) ? <button type="button" class="button small" disabled={!live.value} onClick={ask}>{children}</button> : null;
}

export function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return <div><dt>{name}</dt><dd>{children}</dd></div>;
}
