import { amount } from "../format";
import { groupSpots, markName } from "../spots";
import type { SeatView, SpotView, TableView } from "../view";

const LAMPS: Readonly<Record<string, string>> = {
  off: "lamp off", on: "lamp on", slow: "lamp blinks slowly", fast: "lamp blinks fast", double: "lamp blinks twice",
};

/** The bet spots of a seat with what stands on them; the areas of one row stand side by side under its name. */
export function Spots({ seat, table }: { seat: SeatView; table: TableView }) {
  const marked = new Set(seat.spots.flatMap((spot) => spot.marked));
  return (
    <ul class="spots" aria-label={`Bet spots of seat ${seat.seat}`}>
      {groupSpots(seat.spots).map((group) => {
        const spots = group.spots.map(({ spot, short }) => <Spot key={spot.bet} spot={spot} short={short} seat={seat} table={table} token={marked.has(spot.bet)} />);
        return group.title ? (
          <li class="spot-group" key={group.spots[0]?.spot.bet}>
            <span class="spot-row-name" aria-hidden="true">{group.title}</span>
            <ul aria-label={group.title}>{spots}</ul>
          </li>
        ) : spots;
      })}
    </ul>
  );
}

interface Props {
  readonly spot: SpotView;
  readonly short: string;
  readonly seat: SeatView;
  readonly table: TableView;
  /** A marker of the player's lies here for another wager. */
  readonly token: boolean;
}

function Spot({ spot, short, seat, table, token }: Props) {
  const marks = spot.marked.map((mark) => markName(mark, seat));
  const said = [
    `${spot.label}: ${spot.amount > 0 ? `${amount(spot.amount, table)} ${table.currency}` : "no wager"}`,
    marks.length > 0 ? ` on ${marks.join(", ")}` : "",
    `, ${LAMPS[spot.lamp] ?? `lamp ${spot.lamp}`}`,
    spot.due ? ", may be pressed now" : "",
    token ? ", marked" : "",
  ].join("");
  return (
    <li class={`spot lamp-${spot.lamp}${spot.due ? " due" : ""}${spot.amount > 0 ? " staked" : ""}`} title={said} data-bet={spot.bet}>
      <span class="sr-only">{said}</span>
      <span class="spot-ring" aria-hidden="true">
        <span class="spot-amount">{spot.amount > 0 ? amount(spot.amount, table, true) : ""}</span>
        {token && <span class="spot-token">✓</span>}
      </span>
      <span class="spot-label" aria-hidden="true">{short}</span>
      {marks.length > 0 && <span class="spot-marks" aria-hidden="true">{spot.marked.every((mark) => seat.spots.some((one) => one.bet === mark)) ? "✓ marked" : marks.join(" · ")}</span>}
    </li>
  );
}
