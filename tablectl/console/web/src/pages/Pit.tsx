import { CommandLine } from "../parts/Command";
import { CountDue, CountsPanel } from "../parts/Counts";
import { DevicesPanel, ShoePanel } from "../parts/Devices";
import { Felt } from "../parts/Felt";
import { mustChoose } from "../parts/HandPicker";
import { HoldSpeaker, HoldsPanel } from "../parts/Holds";
import { JournalPanel } from "../parts/Journal";
import { Notices, Warnings } from "../parts/Notices";
import { OutPanel } from "../parts/Packs";
import { PendingPanel } from "../parts/Pending";
import { SettlementPanel } from "../parts/Settlement";
import { Indicators, Keys, Options, StepWords } from "../parts/Step";
import { Task } from "../parts/Task";
import { may } from "../session";
import type { TableView } from "../view";

export function Pit({ table }: { table: TableView }) {
  return (
    <main class="pit">
      <HoldSpeaker table={table} />
      <Warnings table={table} />
      <div class="pit-aside">
        <div class="pit-side">
          <section class={`panel step-panel${table.held ? " held" : ""}`} aria-label="Step that is due">
            <StepWords step={table.step} />
            {mustChoose(table.step) && may.value.has("choose_hands") && <p>The cards are picked on the dealer page.</p>}
            <Task table={table} />
            <CountDue table={table} />
            <Options table={table} />
            <Keys table={table} />
            <Indicators table={table} />
            <CommandLine />
            <Notices table={table} />
          </section>
          <PendingPanel table={table} />
          <HoldsPanel table={table} />
        </div>
        <div class="pit-devices">
          <ShoePanel shoe={table.shoe} />
          <OutPanel table={table} />
          <CountsPanel table={table} />
          <DevicesPanel table={table} />
        </div>
      </div>
      <div class="pit-main">
        <div class="pit-felt"><Felt table={table} /></div>
        <div class="pit-below">
          <SettlementPanel table={table} />
          {may.value.has("read_journal") && <JournalPanel cursor={table.cursor} />}
        </div>
      </div>
    </main>
  );
}
