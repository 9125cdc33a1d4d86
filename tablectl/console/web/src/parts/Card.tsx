import { cardName, COLOUR_NAMES } from "../format";
import type { CardView, HandView } from "../view";

const PATHS: Readonly<Record<string, string>> = {
  h: "M12 21.300C9.500 19.300 2.200 14.300 2.200 8.700 2.200 5.500 4.500 3.300 7.300 3.300c2 0 3.700 1.100 4.700 3 1-1.900 2.700-3 4.700-3 2.800 0 5.100 2.200 5.100 5.400 0 5.600-7.300 10.600-9.800 12.600z",
  d: "M12 1.800c1.900 3.700 4.600 7.100 8 10.200-3.400 3.100-6.100 6.500-8 10.200C10.100 18.500 7.400 15.100 4 12 7.400 8.900 10.100 5.500 12 1.800z",
  s: "M12 1.800s-8.900 6.800-8.900 11.900c0 2.800 2 4.600 4.400 4.600 1.500 0 2.800-.7 3.600-1.900-.2 2.200-1 3.900-2.500 5.800h6.800c-1.500-1.900-2.300-3.600-2.500-5.800.8 1.200 2.100 1.900 3.600 1.900 2.400 0 4.400-1.800 4.400-4.600C20.900 8.600 12 1.800 12 1.800z",
  c: "M12 1.800a4.500 4.500 0 0 0-3.500 7.300 4.500 4.500 0 1 0 2.700 6.700c-.2 2.500-1 4.400-2.500 6.400h6.600c-1.500-2-2.300-3.900-2.500-6.400a4.500 4.500 0 1 0 2.700-6.700A4.500 4.500 0 0 0 12 1.800z",
};
const DISC = "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z";

/** A suit, or a disc for the colour packs. */
export function Suit({ suit }: { suit: string }) {
  return <svg class={`suit suit-${suit}`} viewBox="0 0 24 24" aria-hidden="true"><path d={PATHS[suit] ?? DISC} /></svg>;
}

/** What lies on the table. A card that nobody could read is said to be so, never guessed. */
export function Card({ card }: { card: CardView }) {
  if (card.face !== null) return <Face face={card.face} mucked={card.mucked} />;
  const [muck, said] = card.mucked ? [" mucked", ", mucked"] : ["", ""];
  if (card.state === "unread") {
    return <span class={`card card-unread${muck}`} role="img" aria-label={`card not read${said}`}><b aria-hidden="true">?</b><small aria-hidden="true">not read</small></span>;
  }
  return <span class={`card card-back${muck}`} role="img" aria-label={`card face down${said}`} />;
}

export function Face({ face, mucked = false }: { face: string; mucked?: boolean }) {
  const suit = face.slice(-1);
  const rank = face.slice(0, -1);
  return (
    <span class={`card card-face suit-${suit}${suit in COLOUR_NAMES ? " card-colour" : ""}${mucked ? " mucked" : ""}`} role="img" aria-label={cardName(face) + (mucked ? ", mucked" : "")}>
      <b aria-hidden="true">{rank === "T" ? "10" : rank}</b>
      <Suit suit={suit} />
      {suit in COLOUR_NAMES && <small aria-hidden="true">{COLOUR_NAMES[suit]}</small>}
    </span>
  );
}

export function Cards({ cards, label }: { cards: readonly CardView[]; label: string }) {
  if (cards.length === 0) return null;
  return (
    <span class="cards" role="group" aria-label={label} style={{ "--count": String(cards.length) }}>
      {cards.map((card, index) => <Card key={index} card={card} />)}
    </span>
  );
}

/** Hands that were set or split off, each with its name. */
export function Hands({ hands, of }: { hands: readonly HandView[]; of: string }) {
  if (hands.length === 0) return null;
  return (
    <span class="hands">
      {hands.map((hand) => (
        <span class="set-hand" key={hand.label}>
          <small aria-hidden="true">{hand.label}</small>
          <Cards cards={hand.cards} label={`${hand.label} of ${of}`} />
        </span>
      ))}
    </span>
  );
}

const FACES = /((?:[2-9TJQKA][cdhsrwbg])(?: [2-9TJQKA][cdhsrwbg])+)/; // one alone could be a word: "As"

/** A sentence in which faces that stand side by side are drawn as cards. */
export function WithFaces({ text }: { text: string }) {
  return (
    <>
      {text.split(FACES).map((part, index) => (index % 2 === 0 ? part : <span class="cards in-words" key={index}>{part.split(" ").map((face, nth) => <Face key={nth} face={face} />)}</span>))}
    </>
  );
}
