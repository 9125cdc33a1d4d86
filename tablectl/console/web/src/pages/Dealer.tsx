import { useState } from "preact/hooks";
import { live } from "../live";
import { Cards, Hands, WithFaces } from "../parts/Card";
import { CommandLine } from "../parts/Command";
import { CountDue } from "../parts/Counts";
import { DealerDialog, ExposeDialog, SeatDialog } from "../parts/Dialogs";
import { crowded } from "../parts/Felt";
import { Fit } from "../parts/Fit";
import { HandPicker, mustChoose } from "../parts/HandPicker";
import { FollowsFrom, HoldSpeaker } from "../parts/Holds";
import { Notices } from "../parts/Notices";
import { PayList } from "../parts/Settlement";
import { SoundRow } from "../parts/Sound";
import { Spots } from "../parts/Spots";
import { Keys, Options, StepWords } from "../parts/Step";
import { Task } from "../parts/Task";
import { WagerDialog } from "../parts/Wager";
import { may } from "../session";
import type { SeatView, TableView } from "../view";

/** The display in the rail: what is due, read from a metre away, and what the buttons of the table cannot say. */
export function Dealer({ table }: { table: TableView }) {
  const due = table.step.kind === "settle_seat" ? table.seats.find((seat) => seat.seat === table.step.seat) : undefined;
  return (
    <main class="dealer">
      <HoldSpeaker table={table} />
      <Fit>
        <div class="dealer-stage">
          {table.holds.length > 0 ? <HeldStage table={table} /> : (
            <>
              <StepWords step={table.step} />
              {due && <PayList lines={due.lines} table={table} />}
              {table.step.kind === "choose_cards" && table.step.options.map((option) => <p class="way" key={option.name}><WithFaces text={option.label} /></p>)}
              {mustChoose(table.step) && may.value.has("choose_hands") && <HandPicker key={`${table.round}.${table.step.seat}`} table={table} />}
              <Task table={table} />
              <Options table={table} />
            </>
          )}
          <CountDue table={table} />
          <CommandLine />
          <Notices table={table} />
        </div>
        <Rail table={table} />
      </Fit>
      <div class="dealer-end">
        <Keys table={table} big />
        <div class="dealer-more">
          <Extras table={table} />
          <SoundRow />
        </div>
      </div>
    </main>
  );
}

function HeldStage({ table }: { table: TableView }) {
  return (
    <section class="held-stage" aria-label="Hold">
      <h1 class="step-text" data-testid="step">Hold</h1>
      {table.holds.map((hold) => (
        <div key={hold.id}>
          <p class="held-text">{hold.text}</p>
          <FollowsFrom before={table.holds.find((one) => one.id === hold.follows)} />
          <p class="held-advice">{hold.advice}</p>
        </div>
      ))}
    </section>
  );
}

/** The seats as the dealer sees them, left to right; while cards are picked, without the wagers, as the faces to pick need the room. */
function Rail({ table }: { table: TableView }) {
  return (
    <section class={`rail${crowded(table) ? " dense" : ""}${mustChoose(table.step) ? " picking" : ""}`} aria-label="Seats">
      <div class="rail-middle">
        <span class="rail-house"><b>Dealer</b><Cards cards={table.dealer} label="Dealer's hand" /><Hands hands={table.dealer_hands} of="the dealer" /><span>{table.dealer_hand}{table.qualifies === null ? "" : table.qualifies ? " · qualifies" : " · does not qualify"}</span></span>
        {table.board.length > 0 && <span class="rail-house"><b>Board</b><Cards cards={table.board} label="Board" /></span>}
      </div>
      <ol class="rail-seats">{table.seats.map((seat) => <RailSeat key={seat.seat} seat={seat} table={table} />)}</ol>
    </section>
  );
}

function RailSeat({ seat, table }: { seat: SeatView; table: TableView }) {
  return (
    <li class={`rail-seat seat-${seat.state}${seat.acting ? " acting" : ""}`} data-testid={`seat-${seat.seat}`}>
      <p class="seat-name"><b aria-label={`Seat ${seat.seat}`}>{seat.seat}</b><span class="seat-state">{seat.acting ? "to act" : seat.state}</span></p>
      <Cards cards={seat.cards} label={`Cards of seat ${seat.seat}`} />
      <span class="hand-words">{seat.hand}</span>
      <Spots seat={seat} table={table} />
      <Hands hands={seat.hands} of={`seat ${seat.seat}`} />
    </li>
  );
}

function Extras({ table }: { table: TableView }) {
  const [open, setOpen] = useState<"wager" | "seat" | "expose" | "dealer" | null>(null);
  const close = () => setOpen(null);
  const all = ([["wager", "set_wager", "Exact amount"], ["seat", "seat_player", "Seat a player"], ["expose", "expose_card", "Card exposed"], ["dealer", "new_dealer", "New dealer"]] as const)
    .filter(([, kind]) => may.value.has(kind));
  if (all.length === 0) return null;
  return (
    <div class="extras">
      {all.map(([what, , label]) => <button type="button" key={what} class="button" disabled={!live.value} onClick={() => setOpen(what)}>{label} …</button>)}
      {open === "wager" && <WagerDialog table={table} close={close} />}
      {open === "seat" && <SeatDialog table={table} close={close} />}
      {open === "dealer" && <DealerDialog close={close} />}
      {open === "expose" && <ExposeDialog table={table} close={close} />}
    </div>
  );
}
