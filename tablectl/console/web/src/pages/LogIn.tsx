import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { api, type Me, Problem } from "../api";
import { Suit } from "../parts/Card";
import { BenchMark } from "../parts/Shell";
import { ended, enter, left } from "../session";

export function LogIn() {
  return (
    <Entrance title="Log in" label="Log in" ask={(form) => api.logIn(text(form, "name"), text(form, "password"))}>
      {ended.value && <p class="entrance-why" role="status">You are logged out: {ended.value}.</p>}
      <Field name="name" label="Name" autocomplete="username" />
      <Field name="password" label="Password" secret autocomplete="current-password" />
    </Entrance>
  );
}

export function FirstRun() {
  return (
    <Entrance title="First run" label="Make the first admin" below={<button type="button" class="button wide" onClick={() => left()}>I have an account</button>} ask={(form) => api.first(text(form, "code"), text(form, "name"), text(form, "password"))}>
      <p>There is no admin yet. The daemon printed a code when it started; whoever has it becomes the first admin.</p>
      <Field name="code" label="Code from the terminal" autocomplete="one-time-code" placeholder="ABCD-EFGH-JKLM" />
      <Field name="name" label="Your name" autocomplete="username" />
      <Field name="password" label="A password of at least 10 characters" secret autocomplete="new-password" />
    </Entrance>
  );
}

function text(form: FormData, name: string): string {
  return String(form.get(name) ?? "");
}

interface Props {
  readonly title: string;
  readonly label: string;
  readonly ask: (form: FormData) => Promise<Me>;
  readonly children: ComponentChildren;
  readonly below?: ComponentChildren;
}

function Entrance({ title, label, ask, children, below }: Props) {
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent & { currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem("");
    try {
      enter(await ask(new FormData(event.currentTarget)));
    } catch (error) {
      setProblem(error instanceof Problem ? error.message : String(error));
      if (error instanceof Problem && error.first) left(true);
    } finally {
      setBusy(false);
    }
  };
  return (
    <main class="entrance">
      <div class="entrance-felt" aria-hidden="true">{["s", "h", "c", "d"].map((suit) => <Suit key={suit} suit={suit} />)}</div>
      <form class="entrance-form" onSubmit={(event) => void submit(event)}>
        <p class="entrance-brand">tablectl</p>
        <BenchMark />
        <h1>{title}</h1>
        {children}
        <p class="problem" role="alert">{problem}</p>
        <button type="submit" class="button primary wide" disabled={busy}>{label}</button>
        {below}
      </form>
    </main>
  );
}

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly autocomplete: string;
  readonly secret?: boolean;
  readonly placeholder?: string;
}

export function Field({ name, label, autocomplete, secret = false, placeholder = "" }: FieldProps) {
  const shared = { name, autocomplete, placeholder, required: true, spellcheck: false, autocapitalize: "none", maxLength: 128 } as const;
  return (
    <label class="field">
      <span>{label}</span>
      {secret ? <input {...shared} type="password" /> : <input {...shared} />}
    </label>
  );
}
