import { useEffect } from "preact/hooks";
import { DeviceCard } from "../parts/DeviceCard";
import { CommandButton, CommandLine } from "../parts/Command";
import { age, clock, utc } from "../format";
import { ask, fresh, heardAt, problem, shown } from "../health";
import { may } from "../session";
import type { DevicesView } from "../view";

/** How the devices do, for those who look after them: live numbers, asked for once a second. */
export function Devices() {
  const allowed = may.value.has("see_devices");
  useEffect(() => (allowed ? ask() : undefined), [allowed]);
  if (!allowed) return <main class="narrow"><h1>Devices</h1><p>This page is for technicians, supervisors and admins.</p></main>;
  const view = shown.value;
  return (
    <main class={`devices${view !== null && !fresh.value ? " old" : ""}`}>
      <div class="devices-head">
        <h1>Devices</h1>
        <Age />
      </div>
      {view === null ? <p role="status">Waiting for the numbers …</p> : <Found view={view} />}
    </main>
  );
}

function Age() {
  const at = heardAt.value;
  if (at === null || fresh.value) return <p class="devices-age" role="status">{at === null ? problem.value : "These numbers are live."}</p>;
  return (
    <p class="devices-age is-old" role="status" title={utc(at)}>
      <b>Old numbers</b>: as of {clock(at)}{problem.value && `, ${problem.value}`}
    </p>
  );
}

function Found({ view }: { view: DevicesView }) {
  return (
    <>
      <div class="device-cards">{view.devices.map((device) => <DeviceCard key={device.name} device={device} view={view} />)}</div>
      {may.value.has("try_lamps") && <LampTrial view={view} />}
      <p class="devices-note">
        Of a frame that may tell a card that lies face down no byte of it is shown here (··), and not its length where that may tell it too. With the daemon stopped, <code>tablectl devices capture</code> writes every byte to a file.
      </p>
    </>
  );
}

function LampTrial({ view }: { view: DevicesView }) {
  return (
    <section class="panel" aria-labelledby="lamps-title">
      <h2 id="lamps-title">Try the lamps</h2>
      <p>Each of the {view.lamps} lamps burns alone for half a second, {age(view.lamps * 500)} in all; then they show the table again. Whatever the table has to show ends it.</p>
      {view.lamps_refused && <p class="lamps-refused" id="lamps-refused">⚠ {view.lamps_refused}</p>}
      <CommandButton class="button primary" action={{ kind: "try_lamps" }} label="Light every lamp once" disabled={view.lamps_refused !== "" || !fresh.value} />
      <CommandLine />
    </section>
  );
}
