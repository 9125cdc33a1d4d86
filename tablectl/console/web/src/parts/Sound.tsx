import { hearing, muted, play, switchSound } from "../sound";

/** Whether this browser sounds on a new hold, and whether it can. */
export function SoundRow() {
  if (hearing.value === "none") return <p class="sound"><span class="sound-state">This browser has no sound.</span></p>;
  return (
    <div class="sound" role="group" aria-label="Sound on a new hold">
      <button type="button" class="button small" aria-pressed={!muted.value} onClick={switchSound}>{muted.value ? "Sound is off" : "Sound is on"}</button>
      <button type="button" class="button small" onClick={play}>Test the sound</button>
    </div>
  );
}
