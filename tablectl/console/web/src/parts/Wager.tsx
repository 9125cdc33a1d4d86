import { useState } from "preact/hooks";
import { amount, parseAmount } from "../format";
import { groupSpots, markName } from "../spots";
import type { Action, SeatView, SpotView, TableView } from "../view";
import { CommandDialog } from "./Dialog";

interface Props {
  readonly table: TableView;
  readonly close: () => void;
}

/** The exact amount on a spot, and what it marks where the spot needs marks: one of each group. */
export function WagerDialog({ table, close }: Props) {
  const [at, setAt] = useState(table.seats[0]?.seat ?? 0);
  const [bet, setBet] = useState("");
  const [typed, setTyped] = useState("");
  const [marks, setMarks] = useState<readonly string[]>([]);
  const seat = table.seats.find((one) => one.seat === at);
  const open = seat?.spots.filter((one) => one.before_deal) ?? [];
  const spot = open.find((one) => one.bet === bet) ?? open[0];
  const units = parseAmount(typed, table.exponent);
  const turn = (next: () => void) => {
    next();
    setMarks([]);
  };
  const standing = (nth: number) => marks[nth] || spot?.marked[nth] || "";
  return (
    <CommandDialog title="Exact amount on a spot" label={units === null ? "Set the amount" : units === 0 ? "Take it back" : `Set ${amount(units, table)} ${table.currency}`} close={close} action={wager(at, spot, units, standing)}>
      <Choice legend="Seat" name="seat" of={table.seats.map((one) => ({ value: String(one.seat), label: String(one.seat) }))} value={String(at)} set={(value) => turn(() => setAt(Number(value)))} />
      <fieldset class="pick-spots">
        <legend>Bet spot</legend>
        {groupSpots(open).map((group) => (
          <div class="segments" key={group.spots[0]?.spot.bet}>
            {group.title && <span class="segments-name" aria-hidden="true">{group.title}</span>}
            {group.spots.map(({ spot: one, short }) => (
              <label class="pick" key={one.bet}>
                <input type="radio" name="bet" aria-label={one.label} checked={one.bet === spot?.bet} onChange={() => turn(() => setBet(one.bet))} />
                <span>{short}{one.amount > 0 && <small>{amount(one.amount, table, true)}</small>}</span>
              </label>
            ))}
          </div>
        ))}
      </fieldset>
      {seat && spot && spot.marks.map((group, nth) => (
        <Choice
          key={`${at}.${spot.bet}.${nth}`} legend={spot.marks.length > 1 ? `Mark ${nth + 1} of ${spot.marks.length}` : "Mark"} name={`mark${nth}`} value={standing(nth)}
          of={group.map((mark) => ({ value: mark, label: markName(mark, seat) }))} set={(mark) => setMarks(spot.marks.map((_, other) => (other === nth ? mark : (marks[other] ?? ""))))}
        />
      ))}
      <label class="field">
        <span>Amount in {table.currency} (0 takes it back)</span>
        <input inputMode="decimal" autocomplete="off" value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
      </label>
    </CommandDialog>
  );
}

/** The wager, or null while the amount or a mark is missing. One that is taken back marks nothing. */
function wager(seat: SeatView["seat"], spot: SpotView | undefined, units: number | null, mark: (nth: number) => string): Action | null {
  if (!spot || units === null) return null;
  const marks = units === 0 ? [] : spot.marks.map((_, nth) => mark(nth));
  return marks.includes("") ? null : { kind: "set_wager", seat, bet: spot.bet, amount: units, marks };
}

interface ChoiceProps {
  readonly legend: string;
  readonly name: string;
  readonly of: readonly { readonly value: string; readonly label: string }[];
  readonly value: string;
  readonly set: (value: string) => void;
}

function Choice({ legend, name, of, value, set }: ChoiceProps) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div class="segments">
        {of.map((one) => (
          <label class="pick" key={one.value}>
            <input type="radio" name={name} checked={one.value === value} onChange={() => set(one.value)} />
            <span>{one.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
