import { amount } from "../format";
import type { SeatView, TableView } from "../view";
import { Cards, Hands } from "./Card";
import { Spots } from "./Spots";

const MANY_SPOTS = 6; // more than that are drawn smaller, three in a row
const FEW_SEATS = 4; // so many find room on the arc of a narrow felt, too
const ENDS = 0.86; // where the arc begins and ends, of half the felt's width

export function crowded(table: TableView): boolean {
  return table.seats.some((seat) => seat.spots.length > MANY_SPOTS);
}

/** The layout as the pit sees it from across the table: the dealer on top, seat 1 at the dealer's left. */
export function Felt({ table }: { table: TableView }) {
  return (
    <section class="felt-frame" aria-label="Layout of the table">
      <div class={`felt${crowded(table) ? " dense" : ""}${table.seats.length > FEW_SEATS ? "" : " few"}`}>
        <div class="felt-head">
          <DealerPlace table={table} />
        </div>
        <div class="felt-board">
          <div class="board-cards">
            {table.board.length > 0 ? <Cards cards={table.board} label="Board" /> : <span class="felt-print">{table.title}</span>}
          </div>
          <p class="felt-note">
            {table.burned > 0 && <span>{table.burned} burned</span>}
            <span>unit {amount(table.unit, table)} {table.currency}</span>
            <span>{table.rules_id} v{table.rules_version}</span>
          </p>
        </div>
        <ol class="seats" style={{ "--n": String(table.seats.length) }}>
          {table.seats.map((seat, index) => <Seat key={seat.seat} seat={seat} table={table} dip={dip(index, table.seats.length)} />)}
        </ol>
      </div>
    </section>
  );
}

/** How far down the arc a seat lies, 0 at the ends and 1 in the middle; the seats share the width of the felt evenly. */
function dip(index: number, seats: number): number {
  const side = (2 * index + 1 - seats) / seats;
  return Math.max(0, 1 - (side / ENDS) ** 2);
}

function DealerPlace({ table }: { table: TableView }) {
  return (
    <div class="dealer-place">
      <span class="place-name">Dealer</span>
      <div class="dealer-cards"><Cards cards={table.dealer} label="Dealer's hand" /></div>
      <Hands hands={table.dealer_hands} of="the dealer" />
      <span class="hand-words" data-testid="dealer-hand">
        {table.dealer_hand}
        {table.qualifies !== null && <em>{table.qualifies ? "qualifies" : "does not qualify"}</em>}
      </span>
    </div>
  );
}

function Seat({ seat, table, dip }: { seat: SeatView; table: TableView; dip: number }) {
  const net = seat.lines.reduce((sum, line) => sum + line.net, 0);
  return (
    <li class={`seat seat-${seat.state}${seat.acting ? " acting" : ""}`} style={{ "--dip": dip.toFixed(3) }} data-testid={`seat-${seat.seat}`}>
      <div class="seat-cards"><Cards cards={seat.cards} label={`Cards of seat ${seat.seat}`} /></div>
      <span class="hand-words">{seat.hand}</span>
      <Spots seat={seat} table={table} />
      <Hands hands={seat.hands} of={`seat ${seat.seat}`} />
      <p class="seat-name">
        <b aria-label={`Seat ${seat.seat}`}>{seat.seat}</b>
        <span class="seat-player">{seat.player && seat.player !== String(seat.seat) ? seat.player : ""}</span>
        <span class="seat-state">{seat.acting ? "to act" : seat.state}</span>
      </p>
      {seat.lines.length > 0 && <span class={`seat-net ${net > 0 ? "gain" : net < 0 ? "loss" : ""}`}>{net > 0 ? "+" : ""}{amount(net, table)}</span>}
    </li>
  );
}
