import { cardName, utc } from "../format";
import type { ReceiptView } from "../view";
import { Fact, people } from "./PackCard";

/** What an inspection found, as it is printed and signed. */
export function Receipt({ receipt }: { receipt: ReceiptView }) {
  const named = (faces: readonly string[]) => faces.map(cardName).join(", ");
  return (
    <article class="panel receipt" aria-labelledby="receipt-title" data-testid="receipt">
      <h1 id="receipt-title">Inspection of a pack: receipt {receipt.number}</h1>
      <p class="receipt-finding"><b>{receipt.right ? "✓ Right" : "✕ Wrong"}.</b> {receipt.finding}</p>
      <dl class="facts">
        <Fact name="Table">{receipt.table}</Fact>
        <Fact name="Game">{receipt.game}</Fact>
        <Fact name="Time">{utc(receipt.at_ns / 1e6)}</Fact>
        <Fact name="Pack">{receipt.pack}, {receipt.back || "no back on record"}</Fact>
        <Fact name="Seal">{receipt.seal || "none on record"}</Fact>
        <Fact name="Profile">{receipt.profile}, decks: {receipt.decks}</Fact>
        <Fact name="Cards">{receipt.counted} of {receipt.expected}</Fact>
        {receipt.missing.length > 0 && <Fact name="Missing">{named(receipt.missing)}</Fact>}
        {receipt.extra.length > 0 && <Fact name="Too many">{named(receipt.extra)}</Fact>}
        {receipt.foreign > 0 && <Fact name="With another back">{receipt.foreign}</Fact>}
        <Fact name="Inspected">{receipt.way === "shoe" ? "through the shoe" : "by hand"}</Fact>
        {receipt.way === "shoe" && <Fact name="Device">{receipt.maker} {receipt.model}, serial number {receipt.serial}</Fact>}
        <Fact name="By">{people(receipt.people)}</Fact>
      </dl>
      <ul class="receipt-signed" aria-label="Signatures">{receipt.people.map((one) => <li key={one.person}>{one.person}, {one.role}</li>)}</ul>
    </article>
  );
}
