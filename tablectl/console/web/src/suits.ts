// Two or four colours for the suits: a choice of this browser.
import { signal } from "@preact/signals";

const KEY = "tablectl.four-colour-suits";

export const fourColours = signal(localStorage.getItem(KEY) === "yes");

export function applySuits(): void {
  document.documentElement.dataset["suits"] = fourColours.value ? "four" : "two";
}

export function switchSuits(): void {
  fourColours.value = !fourColours.value;
  localStorage.setItem(KEY, fourColours.value ? "yes" : "no");
  applySuits();
}
