// The live view of the table. The page is live only while beats arrive; all else is shown as old.
import { computed, effect, signal } from "@preact/signals";
import { check, standing } from "./session";
import type { TableView } from "./view";

const STALE_MS = 6000; // three beats of the server
const QUIET_MS = 3000; // after waking up, a socket that was quiet for longer is not trusted
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5000;

export const view = signal<TableView | null>(null);
export const live = signal(false);
/** The server's clock at the last sign of life, in ms. */
export const asOf = signal<number | null>(null);
/** What to add to this machine's clock to get the server's. */
const offset = signal(0);
const tick = signal(Date.now());
export const serverNow = computed(() => tick.value + offset.value);

let socket: WebSocket | null = null;
let lastHeard = 0;
let tried = 0;
let wait = FIRST_WAIT_MS;
let retry: number | undefined;

type Message = { type: "view"; view: TableView } | { type: "beat"; now_ns: number };

function heard(): void {
  lastHeard = Date.now();
  wait = FIRST_WAIT_MS;
}

function take(message: Message): void {
  heard();
  if (message.type === "view") {
    view.value = message.view;
  } else {
    offset.value = message.now_ns / 1e6 - Date.now();
    live.value = true;
  }
  asOf.value = Date.now() + offset.value;
}

function connect(): void {
  clearTimeout(retry);
  retry = undefined;
  drop();
  tried = Date.now();
  const opened = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/live`);
  socket = opened;
  opened.onmessage = (event) => {
    if (socket === opened) take(JSON.parse(String(event.data)) as Message);
  };
  opened.onclose = () => {
    if (socket !== opened) return;
    socket = null;
    void lost();
  };
}

/** A refused handshake looks like a cut line to a page, and a new role ends a socket too: ask who we are before the next try. */
async function lost(): Promise<void> {
  const again = wait;
  wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  await check();
  if (standing.value === "in" && socket === null) {
    clearTimeout(retry);
    retry = window.setTimeout(connect, again);
  }
}

function drop(): void {
  const old = socket;
  socket = null;
  old?.close();
}

function watchdog(): void {
  const now = Date.now();
  tick.value = now;
  if (now - lastHeard > STALE_MS) live.value = false;
  // A line that was cut without a word closes no socket, and may hang in its handshake for minutes.
  if (socket !== null && now - Math.max(lastHeard, tried) > STALE_MS) connect();
}

function wake(): void {
  watchdog();
  if (document.visibilityState === "hidden" || standing.value !== "in") return;
  if (socket?.readyState !== WebSocket.OPEN || Date.now() - lastHeard > QUIET_MS) {
    wait = FIRST_WAIT_MS;
    connect();
  }
}

export function start(): void {
  setInterval(watchdog, 500);
  document.addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
  addEventListener("pageshow", wake);
  effect(() => {
    if (standing.value === "in") {
      connect();
    } else {
      clearTimeout(retry);
      drop();
      live.value = false;
      view.value = null;
    }
  });
}
