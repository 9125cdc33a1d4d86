// Holds that follow from one another have one likely cause.
import type { HoldView } from "./view";

/** The open holds that have one likely cause with this one, and itself, the oldest first. */
export function linked(hold: HoldView, holds: readonly HoldView[]): readonly HoldView[] {
  const group = new Set([hold.id]);
  for (let size = 0; size < group.size; ) {
    size = group.size;
    for (const one of holds) {
      if (one.follows !== null && (group.has(one.id) || group.has(one.follows))) group.add(one.id).add(one.follows);
    }
  }
  return holds.filter((one) => group.has(one.id));
}
