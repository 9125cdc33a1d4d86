import { age } from "../format";

const HEIGHT = 36;
const STEP = 8;

interface Props {
  /** What the numbers are, such as "Errors". */
  readonly name: string;
  /** Whose they are. */
  readonly of: string;
  readonly unit: string;
  /** Seconds that one value stands for. */
  readonly span: number;
  /** The oldest first; null is nothing measured. */
  readonly values: readonly (number | null)[];
  readonly budget?: number;
}

/** A line of the last minutes. Nothing is drawn of numbers that are all the same, or not there. */
export function Spark({ name, of, unit, span, values, budget }: Props) {
  const known = values.filter((value) => value !== null);
  const most = Math.max(0, ...known);
  if (known.every((value) => value === most)) return null;
  const top = budget !== undefined && most > budget / 2 ? Math.max(most, budget) : most;
  const width = Math.max(1, values.length - 1) * STEP;
  const at = (value: number) => (HEIGHT - 2 - (value / top) * (HEIGHT - 4)).toFixed(1);
  const text = `last ${age(values.length * span * 1000)}: at most ${most}${unit}, now ${known.at(-1)}${unit}`;
  return (
    <figure class="spark">
      <figcaption><b>{name}</b> {text}</figcaption>
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={`${name} of ${of}, ${text}`}>
        {budget !== undefined && budget <= top && <line class="spark-budget" x1="0" x2={width} y1={at(budget)} y2={at(budget)} />}
        {runs(values).map((run) => <polyline key={run.start} points={run.values.map((value, index) => `${(run.start + index) * STEP},${at(value)}`).join(" ")} />)}
      </svg>
    </figure>
  );
}

interface Run {
  readonly start: number;
  readonly values: readonly number[];
}

/** The stretches without a hole. */
function runs(values: readonly (number | null)[]): readonly Run[] {
  const found: { start: number; values: number[] }[] = [];
  values.forEach((value, index) => {
    if (value === null) return;
    const last = found.at(-1);
    if (last && last.start + last.values.length === index) last.values.push(value);
    else found.push({ start: index, values: [value] });
  });
  return found;
}
