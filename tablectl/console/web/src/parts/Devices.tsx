import { words } from "../format";
import type { DeviceView, ShoeView, TableView } from "../view";

const STATES: Readonly<Record<string, string>> = { up: "✓ up", down: "✕ down", refused: "✕ refused", waiting: "… waiting" };

export function DevicesPanel({ table }: { table: TableView }) {
  return (
    <section class="panel" aria-labelledby="devices-title">
      <h2 id="devices-title">Devices</h2>
      {table.devices.length === 0 && <p class="empty">No device is configured.</p>}
      <ul class="device-list">{table.devices.map((device) => <Device key={device.name} device={device} />)}</ul>
      {table.masked.length > 0 && <p class="masked"><b>Buttons not listened to:</b> {table.masked.join(", ")}</p>}
    </section>
  );
}

function Device({ device }: { device: DeviceView }) {
  return (
    <li class={`device device-${device.state}`} data-testid={`device-${device.name}`}>
      <p class="device-head"><b>{device.name}</b><span class="tag">{STATES[device.state] ?? device.state}</span></p>
      <p class="device-identity">{device.identity || "has not said who it is"}</p>
      {device.text && <p class="device-text">{device.text}</p>}
      <dl class="facts">
        <div><dt>Activity</dt><dd>{words(device.activity) || "—"}</dd></div>
        <div><dt>Lid</dt><dd>{device.lid_open ? "⚠ open" : "closed"}</dd></div>
        <div><dt>Pack</dt><dd>{device.pack || "none"}</dd></div>
        <div><dt>Cards in / out</dt><dd>{device.cards_in ?? "not counted"} / {device.cards_out ?? "not counted"}</dd></div>
      </dl>
      <ul class="lights" aria-label={`Lights of ${device.name}`}>
        {(["green", "amber", "red"] as const).map((colour) => (
          <li key={colour} class={`light light-${colour} light-is-${device[colour]}`}><i aria-hidden="true" />{colour} {device[colour]}</li>
        ))}
      </ul>
    </li>
  );
}

export function ShoePanel({ shoe }: { shoe: ShoeView }) {
  return (
    <section class="panel" aria-labelledby="shoe-title">
      <h2 id="shoe-title">Pack</h2>
      <div class="shoe">
        <p class="shoe-count"><b>{shoe.seen}</b> of {shoe.expected} cards drawn</p>
        <meter class="meter" min={0} max={Math.max(1, shoe.expected)} value={shoe.seen} aria-label="Cards drawn from the pack" />
        <dl class="facts">
          <div><dt>Pack</dt><dd>{shoe.pack ? `${shoe.pack}${shoe.back ? `, ${shoe.back}` : ""}` : "none"}</dd></div>
          <div><dt>Count</dt><dd>{shoe.verified ? "✓ verified" : "⚠ not verified"}</dd></div>
          <div><dt>Cut card</dt><dd>{shoe.cut_card ? "⚠ out" : "not seen"}</dd></div>
        </dl>
      </div>
    </section>
  );
}
