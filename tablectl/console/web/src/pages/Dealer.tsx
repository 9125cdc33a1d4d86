import { useState } from "preact/hooks";
import { live } from "../live";
import { Cards } from "../parts/Card";
import { CommandLine } from "../parts/Command";
import { ExposeDialog, SeatDialog, WagerDialog } from "../parts/Dialogs";
import { Spot } from "../parts/Felt";
import { HoldSpeaker } from "../parts/Holds";
import { Notices } from "../parts/Notices";
import { PayList } from "../parts/Settlement";
import { Keys, Options, StepWords } from "../parts/Step";
import { may } from "../session";
import type { SeatView, TableView } from "../view";

/** The display in the rail: what is due, read from a metre away, and what the buttons of the table cannot say. */
export function Dealer({ table }: { table: TableView }) {
  const due = table.step.kind === "settle_seat" ? table.seats.find((seat) => seat.seat === table.step.seat) : undefined;
  return (
    <main class="dealer">
      <HoldSpeaker table={table} />
      <div class="dealer-stage">
        {table.holds.length > 0 ? <HeldStage table={table} /> : (
          <>
            <StepWords step={table.step} />
            {due && <PayList lines={due.lines} table={table} />}
            <Options table={table} />
          </>
        )}
        <CommandLine />
        <Notices table={table} />
      </div>
      <Rail table={table} />
      <div class="dealer-end">
        <Keys table={table} big />
        <Extras table={table} />
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
          <p class="held-advice">{hold.advice}</p>
        </div>
      ))}
    </section>
  );
}

/** The seats as the dealer sees them, left to right. */
function Rail({ table }: { table: TableView }) {
  return (
    <section class="rail" aria-label="Seats">
      <div class="rail-middle">
        <span class="rail-house"><b>Dealer</b><Cards cards={table.dealer} label="Dealer's hand" /><span>{table.dealer_hand}{table.qualifies === null ? "" : table.qualifies ? " · qualifies" : " · does not qualify"}</span></span>
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
      <ul class="spots" aria-label={`Bet spots of seat ${seat.seat}`}>{seat.spots.map((spot) => <Spot key={spot.bet} spot={spot} table={table} />)}</ul>
    </li>
  );
}

function Extras({ table }: { table: TableView }) {
  const [open, setOpen] = useState<"wager" | "seat" | "expose" | null>(null);
  const close = () => setOpen(null);
  const all = ([["wager", "set_wager", "Exact amount"], ["seat", "seat_player", "Seat a player"], ["expose", "expose_card", "Card exposed"]] as const)
    .filter(([, kind]) => may.value.has(kind));
  if (all.length === 0) return null;
  return (
    <div class="extras">
      {all.map(([what, , label]) => <button type="button" key={what} class="button" disabled={!live.value} onClick={() => setOpen(what)}>{label} …</button>)}
      {open === "wager" && <WagerDialog table={table} close={close} />}
      {open === "seat" && <SeatDialog table={table} close={close} />}
      {open === "expose" && <ExposeDialog table={table} close={close} />}
    </div>
  );
}
