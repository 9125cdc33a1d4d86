import { useState } from "preact/hooks";
import { CommandLine } from "../parts/Command";
import { PackCard } from "../parts/PackCard";
import { type Asking, PackDialog } from "../parts/PackDialogs";
import { PendingPanel } from "../parts/Pending";
import { Receipt } from "../parts/Receipt";
import { keep, query } from "../route";
import type { TableView } from "../view";

/** The register of packs: how it stands with each, what is done with it by whom, and the receipts of their inspections. */
export function Packs({ table }: { table: TableView }) {
  const [asking, setAsking] = useState<Asking | null>(null);
  const wanted = query.value.get("receipt");
  const receipt = table.packs.map((pack) => pack.receipt).find((one) => one !== null && String(one.number) === wanted);
  if (wanted !== null) {
    return (
      <main class="packs">
        {receipt ? <Receipt receipt={receipt} /> : <p role="status">Receipt {wanted} is not that of the last inspection of a pack. The record has it: <code>tablectl packs receipt {wanted}</code></p>}
        <div class="rulings no-print">
          <button type="button" class="button" onClick={() => keep({ receipt: "" })}>Back to the packs</button>
          {receipt && <button type="button" class="button primary" onClick={() => print()}>Print</button>}
        </div>
      </main>
    );
  }
  return (
    <main class="packs">
      <h1>Packs</h1>
      <PendingPanel table={table} />
      <CommandLine />
      <div class="pack-cards">{table.packs.map((pack) => <PackCard key={pack.pack} pack={pack} ask={(what) => setAsking({ what, pack: pack.pack })} />)}</div>
      {asking && <PackDialog asking={asking} table={table} close={() => setAsking(null)} />}
    </main>
  );
}
