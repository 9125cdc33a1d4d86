import type { TableView } from "../view";

export function Warnings({ table }: { table: TableView }) {
  if (table.warnings.length === 0) return null;
  return (
    <aside class="warnings" aria-label="Warnings">
      {table.warnings.map((text) => <p key={text}><span aria-hidden="true">⚠ </span>{text}</p>)}
    </aside>
  );
}

export function Notices({ table }: { table: TableView }) {
  return (
    <ul class="notices" aria-label="Notices" aria-live="polite">
      {table.notices.map((notice, index) => (
        <li key={index}>{notice.text} {notice.rule && <span class="rule">{notice.rule}</span>}</li>
      ))}
    </ul>
  );
}
