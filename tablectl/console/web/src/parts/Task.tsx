import { words } from "../format";
import { may } from "../session";
import type { TableView } from "../view";
import { CommandButton } from "./Command";

/** What the step's task with the cards needs beside the keys: a supervisor's word, or the shoe's own. */
export function Task({ table }: { table: TableView }) {
  switch (table.step.task) {
    case "approve":
      return may.value.has("approve_shuffle")
        ? <CommandButton action={{ kind: "approve_shuffle" }} label="Approve the shuffle" class="button primary task-button" />
        : <p class="task-note">A supervisor has to approve it on the pit page. SUPERVISOR calls one.</p>;
    case "load":
      return <Loading table={table} />;
    default:
      return null;
  }
}

function Loading({ table }: { table: TableView }) {
  const { shoe } = table;
  const waiting = table.devices.filter((device) => device.state !== "up" || device.activity !== "idle");
  return (
    <div class="task-note">
      <p>The shoe itself says when it is loaded; nothing has to be pressed.</p>
      <ul class="task-facts">
        <li>{shoe.pack ? `Pack ${shoe.pack}${shoe.back ? `, ${shoe.back}` : ""} in the shoe` : "No pack in the shoe"}</li>
        <li>{shoe.pack ? (shoe.verified ? "✓ count verified" : "⚠ count not verified") : `${shoe.expected} cards make a pack`}</li>
        {waiting.map((device) => <li key={device.name}>{device.name}: {device.state === "up" ? words(device.activity) : device.state}{device.lid_open ? ", lid open" : ""}</li>)}
      </ul>
    </div>
  );
}
