// The numbers of the devices, asked for once a second while their page is open. Numbers that are not fresh are shown as old.
import { computed, signal } from "@preact/signals";
import { api, Problem } from "./api";
import { check } from "./session";
import type { DevicesView } from "./view";

const EVERY_MS = 1000;
const FRESH_MS = 3500;

export const shown = signal<DevicesView | null>(null);
/** Why the last question got no answer. */
export const problem = signal("");
/** The server's clock at the last answer, in ms. */
export const heardAt = computed(() => (shown.value ? shown.value.now_ns / 1e6 : null));
const came = signal(0);
const tick = signal(0);
/** How long ago the answer came that is shown, in s. */
export const since = computed(() => Math.max(0, (tick.value - came.value) / 1000));
export const fresh = computed(() => shown.value !== null && tick.value - came.value < FRESH_MS);

/** Ask from now on; call what is returned to stop. */
export function ask(): () => void {
  let over = false;
  let next: number | undefined;
  const once = async () => {
    try {
      const answer = await api.devices();
      if (over) return;
      shown.value = answer;
      came.value = tick.value = performance.now();
      problem.value = "";
    } catch (error) {
      if (over) return;
      problem.value = error instanceof Problem ? error.message : String(error);
      if (error instanceof Problem && error.status === 401) await check();
    }
    if (!over) next = window.setTimeout(() => void once(), EVERY_MS);
  };
  const clock = setInterval(() => { tick.value = performance.now(); }, 500);
  void once();
  return () => {
    over = true;
    clearTimeout(next);
    clearInterval(clock);
    shown.value = null;
  };
}
