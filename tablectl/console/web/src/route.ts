// The address bar as signals: `/`, `/users`, `/devices`, `/incidents`, `/recovery`, `/t/<table>`, `/t/<table>/dealer`, `/t/<table>/packs`,
// and what a page keeps behind the question mark.
import { computed, signal } from "@preact/signals";

export const path = signal(location.pathname);
const search = signal(location.search);
export const query = computed(() => new URLSearchParams(search.value));

addEventListener("popstate", follow);

function follow(): void {
  path.value = location.pathname;
  search.value = location.search;
}

export function go(to: string, replace = false): void {
  history[replace ? "replaceState" : "pushState"](null, "", to);
  follow();
}

/** Keep choices of this page in its address; an empty one is taken out. */
export function keep(choices: Readonly<Record<string, string>>): void {
  const asked = new URLSearchParams(query.value);
  for (const [name, value] of Object.entries(choices)) {
    if (value) asked.set(name, value);
    else asked.delete(name);
  }
  const text = asked.toString();
  go(path.value + (text ? `?${text}` : ""));
}

export interface TableRoute {
  readonly table: string;
  readonly page: "pit" | "dealer" | "packs";
}

export function tableRoute(at: string): TableRoute | null {
  const found = /^\/t\/([^/]+)(?:\/(dealer|packs))?\/?$/.exec(at);
  return found?.[1] ? { table: decodeURIComponent(found[1]), page: (found[2] as "dealer" | "packs" | undefined) ?? "pit" } : null;
}
