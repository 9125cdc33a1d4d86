// A tone for each new hold. Muting is a choice of this browser; a browser that was not touched yet lets no page be heard.
import { effect, signal } from "@preact/signals";
import { view } from "./live";

const KEY = "tablectl.sound";
const TONES_HZ = [880, 660, 880];
const TONE_S = 0.16;
const LOUDNESS = 0.25;

export type Hearing = "unknown" | "heard" | "blocked" | "none";

export const muted = signal(localStorage.getItem(KEY) === "muted");
/** Whether the browser lets the page be heard; `none` where it has no sound at all. */
export const hearing = signal<Hearing>("unknown");

let context: AudioContext | null = null;

export function switchSound(): void {
  muted.value = !muted.value;
  localStorage.setItem(KEY, muted.value ? "muted" : "on");
}

export function play(): void {
  if (context === null) return;
  const at = context;
  void at.resume().then(() => {
    TONES_HZ.forEach((hertz, nth) => {
      const tone = new OscillatorNode(at, { frequency: hertz });
      const volume = new GainNode(at, { gain: LOUDNESS });
      const start = at.currentTime + nth * TONE_S * 1.25;
      volume.gain.setTargetAtTime(0, start + TONE_S, 0.02); // fades out, so that it does not click
      tone.connect(volume).connect(at.destination);
      tone.start(start);
      tone.stop(start + TONE_S * 1.2);
    });
  });
}

function look(): void {
  if (context !== null) hearing.value = context.state === "running" ? "heard" : "blocked";
}

export function startSound(): void {
  if (typeof AudioContext === "undefined") {
    hearing.value = "none";
    return;
  }
  context = new AudioContext();
  context.onstatechange = look;
  setTimeout(look, 500); // a context that may run is running by then
  for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, () => { if (context?.state === "suspended") void context.resume(); });

  let known: ReadonlySet<number> | null = null;
  effect(() => {
    const holds = view.value?.holds;
    const before = known;
    known = holds ? new Set(holds.map((hold) => hold.id)) : null;
    // What already stood when the page was opened is on it to be read.
    if (holds && before && !muted.peek() && hearing.peek() === "heard" && holds.some((hold) => !before.has(hold.id))) play();
  });
}
