import { useEffect, useState } from "preact/hooks";
import { api, Problem, type UserRow } from "../api";
import { utc } from "../format";
import { may, me } from "../session";
import type { PersonRole } from "../view";
import { Field } from "./LogIn";

const ROLES: readonly (readonly [PersonRole, string])[] = [
  ["viewer", "looks only"],
  ["dealer", "deals and answers the steps"],
  ["supervisor", "releases holds, voids, corrects"],
  ["technician", "looks after devices"],
  ["auditor", "reads the record"],
  ["admin", "all of it, and keeps this list"],
];

type Submitted = SubmitEvent & { currentTarget: HTMLFormElement };

/** One's own password, and for an admin the list of who may log in. */
export function People() {
  const [users, setUsers] = useState<readonly UserRow[]>([]);
  const [said, setSaid] = useState({ done: "", problem: "" });
  const keeps = may.value.has("keep_users");
  const tell = (error: unknown) => setSaid({ done: "", problem: error instanceof Problem ? error.message : String(error) });
  const load = () => api.users().then(setUsers, tell);
  useEffect(() => {
    if (keeps) void load();
  }, [keeps]);
  const carry = async (change: Promise<unknown>, done: string): Promise<boolean> => {
    try {
      await change;
      setSaid({ done, problem: "" });
      if (keeps) await load();
      return true;
    } catch (error) {
      tell(error);
      return false;
    }
  };
  const submitted = (event: Submitted, change: (of: (name: string) => string) => Promise<unknown>, done: (of: (name: string) => string) => string) => {
    event.preventDefault();
    const form = event.currentTarget;
    const filled = new FormData(form);
    const of = (name: string) => String(filled.get(name) ?? "");
    void carry(change(of), done(of)).then((fine) => { if (fine) form.reset(); });
  };
  return (
    <main class="people">
      <h1>People</h1>
      <p class="problem" role="alert">{said.problem}</p>
      <p class="people-done" role="status">{said.done && `✓ ${said.done}`}</p>
      {keeps && (
        <section class="panel" aria-labelledby="list-title">
          <h2 id="list-title">Who may log in</h2>
          <ul class="people-list">{users.map((user) => <Person key={user.name} user={user} carry={carry} />)}</ul>
        </section>
      )}
      {keeps && (
        <section class="panel" aria-labelledby="add-title">
          <h2 id="add-title">Add a person</h2>
          <form onSubmit={(event) => submitted(event, (of) => api.addUser(of("name"), of("role") as PersonRole, of("password")), (of) => `${of("name")} may log in as ${of("role")} now.`)}>
            <Field name="name" label="Name" autocomplete="off" />
            <label class="field">
              <span>Role</span>
              <select name="role">{ROLES.map(([role, does]) => <option key={role} value={role}>{role}: {does}</option>)}</select>
            </label>
            <Field name="password" label="First password, at least 10 characters" secret autocomplete="new-password" />
            <button type="submit" class="button primary">Add</button>
          </form>
        </section>
      )}
      <section class="panel" aria-labelledby="own-title">
        <h2 id="own-title">Your own password</h2>
        <form onSubmit={(event) => submitted(event, (of) => api.changePassword(of("old"), of("new")), () => "Your password is changed; wherever else you were logged in, you are logged out.")}>
          <Field name="old" label="Password until now" secret autocomplete="current-password" />
          <Field name="new" label="New password, at least 10 characters" secret autocomplete="new-password" />
          <button type="submit" class="button primary">Change the password</button>
        </form>
      </section>
    </main>
  );
}

interface PersonProps {
  readonly user: UserRow;
  readonly carry: (change: Promise<unknown>, done: string) => Promise<boolean>;
}

/** A person of the list. What takes something away asks first. */
function Person({ user, carry }: PersonProps) {
  const [asking, setAsking] = useState(false);
  const own = user.name === me.value?.name;
  const lock = () => {
    setAsking(false);
    void carry(api.lockUser(user.name, !user.locked), user.locked ? `${user.name} may log in again.` : `${user.name} is locked and logged out.`);
  };
  return (
    <li>
      <span>
        <b>{user.name}</b>{user.locked && <span class="tag bad">✕ locked</span>}
        <small class="people-seen">{user.last_log_in === null ? "never logged in" : `last log-in ${utc(user.last_log_in * 1000)}`}</small>
      </span>
      <span class="people-do">
        <select
          aria-label={`Role of ${user.name}`} disabled={own} value={user.role}
          onChange={(event) => {
            const role = event.currentTarget.value as PersonRole;
            event.currentTarget.value = user.role; // until it is done
            void carry(api.giveRole(user.name, role), `${user.name} is ${role} now.`);
          }}
        >
          {ROLES.map(([role]) => <option key={role} value={role}>{role}</option>)}
        </select>
        {asking ? (
          <>
            <span>Lock {user.name} and end every session?</span>
            <button type="button" class="button small" onClick={() => setAsking(false)}>No</button>
            <button type="button" class="button small danger" onClick={lock}>Yes, lock {user.name}</button>
          </>
        ) : (
          <button type="button" class="button small" disabled={own} onClick={user.locked ? lock : () => setAsking(true)}>{user.locked ? "Unlock" : "Lock"} {user.name}{user.locked ? "" : " …"}</button>
        )}
      </span>
    </li>
  );
}
