import { amount, words } from "../format";
import type { LineView, SeatView, TableView } from "../view";

/** What the house takes and pays, seat by seat. */
export function SettlementPanel({ table }: { table: TableView }) {
  const seats = table.seats.filter((seat) => seat.lines.length > 0);
  const sums = totals(seats.flatMap((seat) => seat.lines));
  return (
    <section class="panel settlement" aria-labelledby="settlement-title">
      <h2 id="settlement-title">Settlement</h2>
      {seats.length === 0 ? (
        <p class="empty">Nothing to settle yet.</p>
      ) : (
        <div class="table-scroll" tabIndex={0} role="region" aria-label="Lines of the settlement">
          <table>
            <thead><tr><th scope="col">Bet</th><th scope="col" class="num">Stake</th><th scope="col">Result</th><th scope="col" class="num">Take</th><th scope="col" class="num">Pay</th><th scope="col">Rule</th></tr></thead>
            {seats.map((seat) => <SeatLines key={seat.seat} seat={seat} table={table} />)}
            <tfoot>
              <tr class="settlement-sum">
                <th scope="row" colSpan={3}>House</th><td class="num">{amount(sums.take, table)}</td><td class="num">{amount(sums.pay, table)}</td>
                <td>comes to <b>{signed(sums.take - sums.pay, table)}</b></td>
              </tr>
            </tfoot>
          </table>
        </div>
      )}
    </section>
  );
}

function SeatLines({ seat, table }: { seat: SeatView; table: TableView }) {
  const { take, pay } = totals(seat.lines);
  const player = seat.player && seat.player !== String(seat.seat) ? ` · ${seat.player}` : "";
  return (
    <tbody>
      <tr class="settlement-seat"><th scope="rowgroup" colSpan={6}>Seat {seat.seat}{player}</th></tr>
      {seat.lines.map((line) => (
        <tr key={line.bet} class={tone(line)}>
          <td>{line.label}</td><td class="num">{amount(line.stake, table)}</td>
          <td>{words(line.result)}{line.odds ? ` ${line.odds}` : ""}</td>
          <td class="num"><b>{line.net < 0 ? amount(-line.net, table) : ""}</b></td>
          <td class="num"><b>{line.net > 0 ? amount(line.net, table) : ""}</b></td>
          <td><span class="rule">{line.rule}</span> {line.text}</td>
        </tr>
      ))}
      <tr class="settlement-sum">
        <th scope="row" colSpan={3}>Seat {seat.seat} in all</th><td class="num">{amount(take, table)}</td><td class="num">{amount(pay, table)}</td>
        <td>comes to <b>{signed(pay - take, table)}</b></td>
      </tr>
    </tbody>
  );
}

function totals(lines: readonly LineView[]): { take: number; pay: number } {
  return {
    take: lines.reduce((sum, line) => sum + Math.max(0, -line.net), 0),
    pay: lines.reduce((sum, line) => sum + Math.max(0, line.net), 0),
  };
}

function signed(units: number, table: TableView): string {
  return `${units > 0 ? "+" : ""}${amount(units, table)}`;
}

export function tone(line: LineView): string {
  return line.net > 0 ? "gain" : line.net < 0 ? "loss" : "even";
}

/** What the dealer's hands do for one seat, readable from a metre. */
export function PayList({ lines, table }: { lines: readonly LineView[]; table: TableView }) {
  return (
    <ul class="pay-list" aria-label="What to pay and take">
      {lines.map((line) => (
        <li key={line.bet} class={`pay ${tone(line)}`}>
          <span class="pay-do">{line.net > 0 ? "Pay" : line.net < 0 ? "Take" : "Leave"}</span>
          <b class="pay-amount">{amount(line.net === 0 ? line.stake : Math.abs(line.net), table)}</b>
          <span class="pay-bet">{line.label}</span>
          <span class="pay-why">{words(line.result)}{line.odds ? ` ${line.odds}` : ""} · {line.text} <span class="rule">{line.rule}</span></span>
        </li>
      ))}
    </ul>
  );
}
