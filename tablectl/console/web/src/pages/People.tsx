import { useEffect, useState } from "preact/hooks";
import { api, Problem, type UserRow } from "../api";
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

export function People() {
  const [users, setUsers] = useState<readonly UserRow[]>([]);
  const [problem, setProblem] = useState("");
  const tell = (error: unknown) => setProblem(error instanceof Problem ? error.message : String(error));
  const load = () => api.users().then(setUsers, tell);
  useEffect(() => {
    void load();
  }, []);
  const lock = (user: UserRow) => api.lockUser(user.name, !user.locked).then(() => { setProblem(""); return load(); }, tell);
  const add = async (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const form = event.currentTarget;
    const of = (name: string) => String(new FormData(form).get(name) ?? "");
    try {
      await api.addUser(of("name"), of("role") as PersonRole, of("password"));
      setProblem("");
      form.reset();
      await load();
    } catch (error) {
      tell(error);
    }
  };
  if (!may.value.has("keep_users")) return <main class="narrow"><h1>People</h1><p>Only an admin keeps the list of people.</p></main>;
  return (
    <main class="people">
      <h1>People</h1>
      <p class="problem" role="alert">{problem}</p>
      <section class="panel" aria-labelledby="list-title">
        <h2 id="list-title">Who may log in</h2>
        <ul class="people-list">
          {users.map((user) => (
            <li key={user.name}>
              <span><b>{user.name}</b> <span class="tag">{user.role}</span>{user.locked && <span class="tag bad">✕ locked</span>}</span>
              <button type="button" class="button small" disabled={user.name === me.value?.name} onClick={() => void lock(user)}>{user.locked ? "Unlock" : "Lock"} {user.name}</button>
            </li>
          ))}
        </ul>
      </section>
      <section class="panel" aria-labelledby="add-title">
        <h2 id="add-title">Add a person</h2>
        <form onSubmit={(event) => void add(event)}>
          <Field name="name" label="Name" autocomplete="off" />
          <label class="field">
            <span>Role</span>
            <select name="role">{ROLES.map(([role, does]) => <option key={role} value={role}>{role}: {does}</option>)}</select>
          </label>
          <Field name="password" label="First password, at least 10 characters" secret autocomplete="new-password" />
          <button type="submit" class="button primary">Add</button>
        </form>
      </section>
    </main>
  );
}
