import { age, clock, utc, words } from "../format";
import { since } from "../health";
import { serverNow } from "../live";
import type { Condition, DevicesView, FrameView, HealthView, PortView } from "../view";
import { Spark } from "./Spark";

/** Mark, word and meaning of each condition; none is told by colour alone. */
const CONDITIONS: Readonly<Record<Condition, readonly [string, string, string]>> = {
  busy: ["✓", "up and busy", "It answers and is at work."],
  idle: ["✓", "up and idle", "It answers and is not at work."],
  waiting: ["…", "waiting", "It was not heard since the daemon started."],
  degraded: ["⚠", "degraded", "It works, but something goes wrong again and again, or a part of it is not trusted."],
  stalled: ["⚠", "stalled", "Bytes come, but nothing good is among them: is it the right device, driver and speed?"],
  lost: ["✕", "lost", "It does not answer. It is looked for all the time and comes back by itself."],
  wrong: ["✕", "wrong device", "Another device answers here. Nothing is taken from it."],
  hung: ["✕", "not known", "The daemon's worker for it does not run: these numbers are old."],
};
const HUNG_S = 5;

export function DeviceCard({ device, view }: { device: HealthView; view: DevicesView }) {
  const [mark, word, meaning] = CONDITIONS[device.condition];
  const title = `health-${device.name}`;
  const old = device.numbers_s + since.value > HUNG_S;
  return (
    <section class={`panel health health-is-${device.condition}${old ? " old" : ""}`} aria-labelledby={title} data-testid={title}>
      <h2 id={title} class="health-head"><span>{device.name}</span><span class="tag" data-testid="condition"><span aria-hidden="true">{mark} </span>{word}</span></h2>
      <p class="health-meaning">{meaning}</p>
      {device.text && <p class="device-text">{device.text}</p>}
      <p class="health-since" title={utc(device.since_ns / 1e6)}>since {clock(device.since_ns / 1e6)}, for {age(serverNow.value - device.since_ns / 1e6)}{old && <b> · these numbers are {age((device.numbers_s + since.value) * 1000)} old</b>}</p>
      <dl class="facts">
        <Fact name="Role">{device.role}</Fact>
        <Fact name="Driver">{device.driver}</Fact>
        {device.role !== "panel" && <Fact name="Identity">{[device.maker, device.model].filter(Boolean).join(" ") || "not told"}</Fact>}
        {device.serial && <Fact name="Serial number">{device.serial}</Fact>}
        {device.firmware && <Fact name="Firmware">{device.firmware}</Fact>}
      </dl>
      <ul class="ports" aria-label={`Ports of ${device.name}`}>{device.ports.map((port) => <Port key={port.name} port={port} />)}</ul>
      <dl class="facts">
        <Fact name={device.role === "panel" ? "Last press" : "Last good frame"}>{device.heard_s === null ? "none yet" : `${age((device.heard_s + since.value) * 1000)} ago`}</Fact>
        <Fact name={device.role === "panel" ? "Presses" : "Good frames"}>{device.good}</Fact>
        <Fact name="Bad frames" warn={(device.bad ?? 0) > 0}>{device.bad}</Fact>
        <Fact name="Bytes discarded" warn={(device.discarded_bytes ?? 0) > 0}>{device.discarded_bytes}</Fact>
        <Fact name="Reconnects">{device.reconnects}</Fact>
        <RoundTrip ms={device.round_trip_ms} budget={view.budget_ms} />
        <Fact name="Cards read">{device.cards}</Fact>
        <Fact name="Unreadable" warn={(device.unreadable ?? 0) > 0}>{device.unreadable}</Fact>
        <Fact name="Unknown codes" warn={(device.unknown_codes ?? 0) > 0}>{device.unknown_codes}</Fact>
        <Fact name="Errors per 1000 reads" warn={(device.per_thousand ?? 0) > 0}>{device.per_thousand?.toFixed(1) ?? null}</Fact>
      </dl>
      <Faults device={device} />
      <Spark name="Errors" of={device.name} span={view.span_s} unit={` in ${view.span_s} s`} values={device.spans.map((span) => span.errors)} />
      <Spark name="Round trip" of={device.name} span={view.span_s} unit=" ms" budget={view.budget_ms} values={device.spans.map((span) => span.round_trip_ms)} />
      <details>
        <summary>What came lately, and every counter</summary>
        <ol class="came" aria-label={`What came from ${device.name}, newest first`}>
          {device.came.length === 0 && <li class="empty">Nothing came.</li>}
          {device.came.map((came) => <li key={came.at_ns}><time title={utc(came.at_ns / 1e6)}>{clock(came.at_ns / 1e6)}</time> {came.what}</li>)}
        </ol>
        {device.frames.length > 0 && (
          <ol class="came frames" tabIndex={0} aria-label={`Frames of ${device.name}, newest first`}>{device.frames.map((frame, place) => <Frame key={place} frame={frame} />)}</ol>
        )}
        <dl class="facts counters">{device.counters.map(({ name, count }) => <Fact key={name} name={words(name)}>{count}</Fact>)}</dl>
      </details>
    </section>
  );
}

const DOTS_AT_MOST = 8;

/** A frame that passed; dots stand for bytes that may tell a card. */
function Frame({ frame }: { frame: FrameView }) {
  const { at_ns, way, kind, data, hidden } = frame;
  const dots = hidden === null ? "…" : " ··".repeat(Math.min(hidden, DOTS_AT_MOST)) + (hidden > DOTS_AT_MOST ? " …" : "");
  const length = hidden === null ? "length hidden" : `${data.split(" ").filter(Boolean).length + hidden} B`;
  return (
    <li>
      <time title={utc(at_ns / 1e6)}>{clock(at_ns / 1e6)}</time>
      <b>{way === "from" ? "← from it" : "→ to it"}</b> {kind}, {length} <code>{`${data}${dots}`.trim()}</code>
    </li>
  );
}

interface FactProps {
  readonly name: string;
  readonly warn?: boolean;
  readonly children: string | number | null;
}

/** A number with its name. What a device does not count is left out. */
function Fact({ name, warn = false, children }: FactProps) {
  if (children === null) return null;
  return <div class={warn ? "fact-warn" : undefined}><dt>{name}</dt><dd>{warn && <span aria-hidden="true">⚠ </span>}{children}</dd></div>;
}

function RoundTrip({ ms, budget }: { ms: number | null; budget: number }) {
  if (ms === null) return null;
  return <Fact name="Round trip" warn={ms > budget}>{`${ms || "below 1"} ms${ms > budget ? `, above ${budget} ms` : ""}`}</Fact>;
}

function Port({ port }: { port: PortView }) {
  const mark = port.stable === null ? "" : port.stable ? "✓ " : "⚠ ";
  return <li><code>{port.name}</code> <span class={port.stable === false ? "port-loose" : "port-firm"}><span aria-hidden="true">{mark}</span>{port.text}</span></li>;
}

function Faults({ device }: { device: HealthView }) {
  const of = (kind: string) => device.faults.filter((fault) => fault.kind === kind).map((fault) => `${fault.name}: ${words(fault.fault)}`);
  const noisy = device.noisy.map(({ name, count }) => `${name}: ${count}`);
  const lists = [["Buttons not listened to", of("inputs")], ["Lamps that do not do what they are told", of("lamps")], ["Pulses that were no press", noisy]] as const;
  return <>{lists.map(([name, list]) => list.length > 0 && <p key={name} class="masked"><b>{name}:</b> {list.join(", ")}</p>)}</>;
}
