// Requests to this console's own server. A failed request is a `Problem` with words for a person.
import type { Action, Answer, DevicesView, Incident, LastCardView, PersonRole, RecoveryView, RoundView, WhatIfView } from "./view";

export interface Me {
  readonly name: string;
  readonly role: PersonRole;
  readonly may: readonly string[];
  readonly table: string;
  readonly bench: boolean;
}

export interface UserRow {
  readonly name: string;
  readonly role: PersonRole;
  readonly created: number;
  readonly locked: boolean;
  /** Seconds since 1970; null where there was none. */
  readonly last_log_in: number | null;
}

export interface JournalRow {
  readonly seq: number;
  readonly kind: string;
  readonly type: string;
  readonly round: number | null;
  readonly wall_ns: number;
  readonly body: Readonly<Record<string, unknown>>;
  /** The record as a sentence. */
  readonly text: string;
}

/** `status` 0 says that no answer came: what was asked may or may not have been done. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly first = false,
    /** Why a session has ended. */
    readonly why = "",
    /** Whether a stranger asked a table on a bench. */
    readonly bench = false,
  ) {
    super(message);
  }
}

const PATIENCE_MS = 8000;

async function ask<T>(path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    response = await fetch(
      path,
      body === undefined
        ? { signal, cache: "no-store" }
        : { signal, method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) },
    );
  } catch {
    throw new Problem(0, "no answer from the table");
  }
  const answer: unknown = await response.json().catch(() => ({}));
  if (response.ok) return answer as T;
  const told = answer as { error?: string; first?: boolean; why?: string; bench?: boolean };
  throw new Problem(response.status, told.error ?? `the server answered ${response.status}`, told.first === true, told.why, told.bench === true);
}

export const api = {
  me: () => ask<Me>("/api/me"),
  first: (code: string, name: string, password: string) => ask<Me>("/api/first", { code, name, password }),
  logIn: (name: string, password: string) => ask<Me>("/api/login", { name, password }),
  logOut: () => ask<unknown>("/api/logout", {}),
  command: (id: string, action: Action, round: number | null) => ask<Answer>("/api/commands", { id, action, round }),
  round: () => ask<RoundView>("/api/round"),
  lastCard: () => ask<LastCardView>("/api/round/last-card"),
  whatIf: (action: Action, round: number) => ask<WhatIfView>("/api/round/what-if", { action, round }),
  whatIfConfirmed: (pending: number) => ask<WhatIfView>(`/api/pending/${pending}/what-if`),
  journal: (before: number | null, limit: number, filter: Readonly<Record<string, string>>) => {
    const given = Object.entries({ ...filter, limit: String(limit), before: before === null ? "" : String(before) }).filter(([, value]) => value);
    return ask<JournalRow[]>(`/api/journal?${new URLSearchParams(given)}`);
  },
  devices: () => ask<DevicesView>("/api/devices"),
  recovery: () => ask<RecoveryView | null>("/api/recovery"),
  incidents: (wanted: Readonly<Record<string, string>>) => ask<Incident[]>(`/api/incidents?${new URLSearchParams(Object.entries(wanted).filter(([, value]) => value))}`),
  users: () => ask<UserRow[]>("/api/users"),
  addUser: (name: string, role: PersonRole, password: string) => ask<UserRow>("/api/users", { name, role, password }),
  lockUser: (name: string, locked: boolean) => ask<unknown>(`/api/users/${encodeURIComponent(name)}/lock`, { locked }),
  giveRole: (name: string, role: PersonRole) => ask<unknown>(`/api/users/${encodeURIComponent(name)}/role`, { role }),
  changePassword: (old: string, fresh: string) => ask<unknown>("/api/password", { old, new: fresh }),
};
