import { amount, words } from "../format";
import type { LineView, TableView } from "../view";

export function SettlementPanel({ table }: { table: TableView }) {
  const lines = table.seats.flatMap((seat) => seat.lines);
  return (
    <section class="panel settlement" aria-labelledby="settlement-title">
      <h2 id="settlement-title">Settlement</h2>
      {lines.length === 0 ? (
        <p class="empty">Nothing to settle yet.</p>
      ) : (
        <div class="table-scroll" tabIndex={0} role="region" aria-label="Lines of the settlement">
          <table>
            <thead><tr><th scope="col">Seat</th><th scope="col">Bet</th><th scope="col" class="num">Stake</th><th scope="col">Result</th><th scope="col" class="num">Player gets</th><th scope="col">Rule</th></tr></thead>
            <tbody>
              {lines.map((line) => (
                <tr key={`${line.seat}.${line.bet}`} class={tone(line)}>
                  <td>{line.seat}</td><td>{line.label}</td><td class="num">{amount(line.stake, table)}</td>
                  <td>{words(line.result)}{line.odds ? ` ${line.odds}` : ""}</td>
                  <td class="num"><b>{line.net > 0 ? "+" : ""}{amount(line.net, table)}</b></td>
                  <td><span class="rule">{line.rule}</span> {line.text}</td>
                </tr>
              ))}
            </tbody>
            <tfoot><tr><th scope="row" colSpan={4}>House</th><td class="num"><b>{amount(-lines.reduce((sum, line) => sum + line.net, 0), table)}</b></td><td /></tr></tfoot>
          </table>
        </div>
      )}
    </section>
  );
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
