// The address bar as a signal: `/`, `/users`, `/t/<table>`, `/t/<table>/dealer`.
import { signal } from "@preact/signals";

export const path = signal(location.pathname);

addEventListener("popstate", () => {
  path.value = location.pathname;
});

export function go(to: string, replace = false): void {
  history[replace ? "replaceState" : "pushState"](null, "", to);
  path.value = to;
}

export interface TableRoute {
  readonly table: string;
  readonly page: "pit" | "dealer";
}

export function tableRoute(at: string): TableRoute | null {
  const found = /^\/t\/([^/]+)(\/dealer)?\/?$/.exec(at);
  return found?.[1] ? { table: decodeURIComponent(found[1]), page: found[2] ? "dealer" : "pit" } : null;
}
