// Bet spots that belong together, found by what they are called: `p_red` "P red" and `p_blue` "P blue" are areas of one row.
import { words } from "./format";
import type { SeatView, SpotView } from "./view";

export interface SpotGroup {
  /** Empty where the spots only stand side by side. */
  readonly title: string;
  readonly spots: readonly { readonly spot: SpotView; readonly short: string }[];
}

function family(spot: SpotView): string | null {
  const [name, area] = spot.bet.split(/_(.*)/);
  const [title, rest] = spot.label.split(/ (.*)/);
  return name && area && title && rest ? `${name} ${title}` : null;
}

export function groupSpots(spots: readonly SpotView[]): readonly SpotGroup[] {
  const groups: { key: string | null; spots: SpotView[] }[] = [];
  const families = spots.map(family);
  for (const [nth, spot] of spots.entries()) {
    const own = families[nth] ?? null;
    const key = families.filter((other) => other === own).length > 1 ? own : null;
    const last = groups[groups.length - 1];
    if (last && last.key === key) last.spots.push(spot);
    else groups.push({ key, spots: [spot] });
  }
  return groups.map((group) => {
    const title = group.key === null ? "" : (group.spots[0]?.label.split(" ")[0] ?? "");
    return { title, spots: group.spots.map((spot) => ({ spot, short: title ? spot.label.slice(title.length + 1) : spot.label })) };
  });
}

/** A mark that has the name of another spot of the seat is called as that spot is. */
export function markName(mark: string, seat: SeatView): string {
  return seat.spots.find((spot) => spot.bet === mark)?.label ?? words(mark);
}
