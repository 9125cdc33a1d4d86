// The dialogs behind the buttons of pit and dealer display.
import { useState } from "preact/hooks";
import { amount, COLOUR_NAMES, cardName, parseAmount, RANKS, SUIT_NAMES } from "../format";
import type { Card as CardValue, HoldView, Place, Rank, Suit as SuitLetter, TableView } from "../view";
import { Card, Face, Suit } from "./Card";
import { CommandDialog, Reason } from "./Dialog";

interface Asked {
  readonly table: TableView;
  readonly close: () => void;
}

/** A reason as it is sent: one line, or null while it says nothing. */
function said(reason: string): string | null {
  return reason.replace(/\s+/g, " ").trim() || null;
}

export function ReleaseDialog({ hold, close }: { hold: HoldView; close: () => void }) {
  const [reason, setReason] = useState("");
  const text = said(reason);
  return (
    <CommandDialog title="Release the hold" label="Release" close={close} action={text ? { kind: "release_hold", hold: hold.id, reason: text } : null}>
      <p class="dialog-lead">{hold.text}</p>
      <p>{hold.advice}</p>
      <Reason value={reason} set={setReason} />
    </CommandDialog>
  );
}

export function VoidDialog({ table, close }: Asked) {
  const [reason, setReason] = useState("");
  const text = said(reason);
  return (
    <CommandDialog title={`Void round ${table.round}`} label={`Void round ${table.round}`} danger close={close} action={text ? { kind: "void_round", reason: text } : null}>
      <p>Every wager of this round goes back in full. The record keeps what was dealt.</p>
      <Reason value={reason} set={setReason} />
    </CommandDialog>
  );
}

export function MisdealDialog({ table, close }: Asked) {
  const [reason, setReason] = useState("");
  const text = said(reason);
  return (
    <CommandDialog title={`Declare a misdeal in round ${table.round}`} label="Declare misdeal" danger close={close} action={text ? { kind: "declare_misdeal", reason: text } : null}>
      <p>The deal does not count and every wager goes back.</p>
      <Reason value={reason} set={setReason} />
    </CommandDialog>
  );
}

export function placeKey(place: Place): string {
  return `${place.area}${place.seat}`;
}

function lying(table: TableView) {
  const places = [
    { place: { area: "dealer", seat: 0 } as Place, name: "Dealer", cards: table.dealer },
    { place: { area: "board", seat: 0 } as Place, name: "Board", cards: table.board },
    ...table.seats.map((seat) => ({ place: { area: "seat", seat: seat.seat } as Place, name: `Seat ${seat.seat}`, cards: seat.cards })),
  ];
  return places.filter((one) => one.cards.length > 0);
}

export function IdentifyDialog({ table, close }: Asked) {
  const places = lying(table);
  const unread = places.flatMap(({ place, cards }) => cards.flatMap((card, index) => (card.state === "unread" ? [`${placeKey(place)}:${index}`] : [])))[0];
  const [which, setWhich] = useState(unread ?? "");
  const [rank, setRank] = useState("");
  const [suit, setSuit] = useState("");
  const [reason, setReason] = useState("");
  const [at, index] = which.split(":");
  const place = places.find((one) => placeKey(one.place) === at)?.place;
  const text = said(reason);
  const card: CardValue | null = rank && suit ? { rank: (RANKS.indexOf(rank as (typeof RANKS)[number]) + 2) as Rank, suit: suit as SuitLetter } : null;
  const action = place && card && text ? { kind: "identify_card" as const, place, index: Number(index), card, reason: text } : null;
  return (
    <CommandDialog title="Identify a card" label={card ? `It is the ${cardName(rank + suit)}` : "Identify"} close={close} action={action}>
      {places.length === 0 && <p>No card lies on the table.</p>}
      <div class="pick-places">{places.map((one) => (
        <fieldset class="pick-cards" key={one.name}>
          <legend>{one.name}</legend>
          {one.cards.map((card, nth) => (
            <label class="pick" key={nth}>
              <input type="radio" name="which" checked={which === `${placeKey(one.place)}:${nth}`} onChange={() => setWhich(`${placeKey(one.place)}:${nth}`)} />
              <Card card={card} />
            </label>
          ))}
        </fieldset>
      ))}</div>
      <fieldset class="pick-ranks">
        <legend>Rank</legend>
        {[...RANKS].reverse().map((letter) => (
          <label class="pick" key={letter}>
            <input type="radio" name="rank" checked={rank === letter} onChange={() => setRank(letter)} aria-label={cardName(`${letter}s`).split(" ")[0]} />
            <span aria-hidden="true">{letter === "T" ? "10" : letter}</span>
          </label>
        ))}
      </fieldset>
      <fieldset class="pick-suits">
        <legend>Suit or colour</legend>
        {Object.entries({ ...SUIT_NAMES, ...COLOUR_NAMES }).map(([letter, name]) => (
          <label class="pick" key={letter}>
            <input type="radio" name="suit" checked={suit === letter} onChange={() => setSuit(letter)} />
            <span class={`suit-${letter}`}><Suit suit={letter} />{name}</span>
          </label>
        ))}
      </fieldset>
      {card && <p class="dialog-lead">It will be read as <Face face={rank + suit} /></p>}
      <Reason value={reason} set={setReason} />
    </CommandDialog>
  );
}

export function WagerDialog({ table, close }: Asked) {
  const spots = table.seats.flatMap((seat) => seat.spots.map((spot) => ({ seat: seat.seat, spot })));
  const [chosen, setChosen] = useState(spots[0] ? `${spots[0].seat}:${spots[0].spot.bet}` : "");
  const [typed, setTyped] = useState("");
  const spot = spots.find((one) => `${one.seat}:${one.spot.bet}` === chosen);
  const units = parseAmount(typed, table.exponent);
  const action = spot && units !== null ? { kind: "set_wager" as const, seat: spot.seat, bet: spot.spot.bet, amount: units, marks: spot.spot.marked } : null;
  return (
    <CommandDialog title="Exact amount on a spot" label={action ? `Set ${amount(action.amount, table)} ${table.currency}` : "Set the amount"} close={close} action={action}>
      <label class="field">
        <span>Bet spot</span>
        <select value={chosen} onChange={(event) => setChosen(event.currentTarget.value)}>
          {table.seats.map((seat) => (
            <optgroup key={seat.seat} label={`Seat ${seat.seat}`}>
              {seat.spots.map((one) => <option key={one.bet} value={`${seat.seat}:${one.bet}`}>Seat {seat.seat}: {one.label} ({amount(one.amount, table)})</option>)}
            </optgroup>
          ))}
        </select>
      </label>
      <label class="field">
        <span>Amount in {table.currency} (0 takes it back)</span>
        <input inputMode="decimal" autocomplete="off" value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
      </label>
    </CommandDialog>
  );
}

export function SeatDialog({ table, close }: Asked) {
  const [seat, setSeat] = useState(String(table.seats[0]?.seat ?? 1));
  const [player, setPlayer] = useState("");
  const name = said(player);
  return (
    <CommandDialog title="Seat a player" label="Seat the player" close={close} action={name ? { kind: "seat_player", seat: Number(seat), player: name } : null}>
      <p>One player may play more than one position: give both the same name or number.</p>
      <label class="field">
        <span>Betting position</span>
        <select value={seat} onChange={(event) => setSeat(event.currentTarget.value)}>
          {table.seats.map((one) => <option key={one.seat} value={String(one.seat)}>Seat {one.seat}{one.player ? ` (now ${one.player})` : ""}</option>)}
        </select>
      </label>
      <label class="field">
        <span>Name or number of the player</span>
        <input maxLength={32} autocomplete="off" value={player} onInput={(event) => setPlayer(event.currentTarget.value)} />
      </label>
    </CommandDialog>
  );
}

export function ExposeDialog({ table, close }: Asked) {
  const places = lying(table).filter((one) => one.cards.some((card) => card.state === "down"));
  const [at, setAt] = useState(places[0] ? placeKey(places[0].place) : "");
  const place = places.find((one) => placeKey(one.place) === at)?.place;
  return (
    <CommandDialog title="A card was exposed" label="Say so" close={close} action={place ? { kind: "expose_card", place } : null}>
      <p>A face-down card was shown by mistake. What follows from it, the rules of the game decide.</p>
      {places.length === 0 ? (
        <p>No card lies face down.</p>
      ) : (
        <label class="field">
          <span>Where it lies</span>
          <select value={at} onChange={(event) => setAt(event.currentTarget.value)}>
            {places.map((one) => <option key={one.name} value={placeKey(one.place)}>{one.name}</option>)}
          </select>
        </label>
      )}
    </CommandDialog>
  );
}
