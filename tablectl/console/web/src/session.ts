// Who is logged in. A session that ends leaves the address as it is, so that log-in leads back to the same page.
import { computed, signal } from "@preact/signals";
import { api, type Me, Problem } from "./api";

export type Standing = "asking" | "in" | "out" | "first" | "unreachable";

export const me = signal<Me | null>(null);
export const standing = signal<Standing>("asking");
/** Why the session before has ended, for the log-in page. */
export const ended = signal("");
/** Whether this table is on a bench and not for live play. */
export const onBench = signal(false);
export const may = computed(() => new Set(me.value?.may ?? []));

export function enter(person: Me): void {
  me.value = person;
  onBench.value = person.bench;
  ended.value = "";
  standing.value = "in";
}

/** Ask the server who we are; tells whether the session still stands. */
export async function check(): Promise<boolean> {
  try {
    enter(await api.me());
    return true;
  } catch (error) {
    if (error instanceof Problem && error.status === 401) {
      onBench.value = error.bench;
      left(error.first, error.why);
    }
    else if (standing.value === "asking") standing.value = "unreachable";
    return false;
  }
}

export function left(first = false, why = ""): void {
  me.value = null;
  ended.value = why;
  standing.value = first ? "first" : "out";
}

export async function logOut(): Promise<void> {
  await api.logOut();
  left();
}
