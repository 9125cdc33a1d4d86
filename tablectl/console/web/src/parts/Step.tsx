import { amount, words } from "../format";
import { may } from "../session";
import type { Action, OptionView, StepView, TableView } from "../view";
import { WithFaces } from "./Card";
import { CommandButton } from "./Command";

/** What an option says when it is touched, or null where only a key or a card says it. */
export function optionAction(step: StepView, option: OptionView, table: TableView): Action | null {
  const [where, name] = option.button?.split(".") ?? [];
  if (where === "key" && option.seat === 0) return name === "next" || name === "fold" || name === "supervisor" ? { kind: "press_key", key: name } : null;
  if (step.kind === "take_wagers") {
    const standing = table.seats.find((seat) => seat.seat === option.seat)?.spots.find((spot) => spot.bet === option.name);
    return standing ? { kind: "set_wager", seat: option.seat, bet: option.name, amount: standing.amount + (option.amount || table.unit), marks: standing.marked } : null;
  }
  return { kind: "decide", seat: option.seat, option: option.name };
}

export function StepWords({ step }: { step: StepView }) {
  return (
    <div class={`step step-${step.kind}`}>
      <p class="step-who"><span>{step.kind === "held" ? "on hold" : step.who}</span>{step.rule && <span class="rule">{step.rule}</span>}</p>
      <h1 class="step-text" data-testid="step"><WithFaces text={step.text} /></h1>
      {step.advice && <p class="step-advice"><WithFaces text={step.advice} /></p>}
    </div>
  );
}

export function Options({ table }: { table: TableView }) {
  const { step } = table;
  const touchable = step.options.flatMap((option) => {
    const action = optionAction(step, option, table);
    return action && action.kind !== "press_key" ? [{ option, action }] : [];
  });
  if (touchable.length === 0) return null;
  return (
    <ul class="options" aria-label="What may be said now">
      {touchable.map(({ option, action }) => (
        <li key={`${option.seat}.${option.name}`}>
          <CommandButton action={action} label={`Seat ${option.seat}: ${option.label}`} class="button option">
            <span class="option-label">{step.kind === "take_wagers" || option.seat !== step.seat ? `${option.seat ? `Seat ${option.seat}` : "Dealer"} · ` : ""}{option.label}</span>
            {option.amount > 0 && <span class="option-amount">{amount(option.amount, table)} {table.currency}</span>}
          </CommandButton>
        </li>
      ))}
    </ul>
  );
}

export function Keys({ table, big = false }: { table: TableView; big?: boolean }) {
  return (
    <ul class={`keys${big ? " keys-big" : ""}`} aria-label="Dealer's keys">
      {table.keys.map((key) => {
        const name = key.key.replace(/^key\./, "");
        const known = name === "next" || name === "fold" || name === "supervisor";
        const says = table.step.options.find((option) => option.button === `key.${name}`)?.label ?? "";
        return (
          <li key={key.key} class={`key lamp-${key.lamp}${key.due ? " due" : ""}`}>
            <i class="lamp" aria-hidden="true" />
            {known && <CommandButton action={{ kind: "press_key", key: name }} label={key.label} class={`button key-button key-${name}${key.due ? " due" : ""}`}>
              <span class="key-label">{key.label}</span>
              {says && <small class="key-says"><WithFaces text={says} /></small>}
            </CommandButton>}
            {!may.value.has("press_key") && <span class="key-label">{key.label}</span>}
            {key.due && <span class="key-due">due</span>}
          </li>
        );
      })}
    </ul>
  );
}

export function Indicators({ table }: { table: TableView }) {
  return (
    <ul class="indicators" aria-label="Indicators">
      {table.indicators.map((one) => (
        <li key={one.key} class={`indicator lamp-${one.lamp}`}>
          <i class="lamp" aria-hidden="true" />
          <span>{one.label}</span>
          <small>{words(one.lamp)}</small>
        </li>
      ))}
    </ul>
  );
}
