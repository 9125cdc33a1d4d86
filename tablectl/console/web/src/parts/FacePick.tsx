import { useState } from "preact/hooks";
import { COLOUR_NAMES, cardName, RANKS, SUIT_NAMES } from "../format";
import type { ShoeView } from "../view";
import { Face, Suit } from "./Card";

/** Any face of the pack, by rank and suit; tells null while there is none. */
export function FacePick({ shoe, set }: { shoe: ShoeView; set: (face: string | null) => void }) {
  const [rank, setRank] = useState("");
  const [suit, setSuit] = useState("");
  const ranks = (of: string) => shoe.suits.find((one) => one.letter === of)?.ranks;
  const faceOf = (newRank: string, newSuit: string) => (newRank && ranks(newSuit)?.includes(newRank) ? newRank + newSuit : null);
  const face = faceOf(rank, suit);
  const pick = (newRank: string, newSuit: string) => {
    setRank(newRank);
    setSuit(newSuit);
    set(faceOf(newRank, newSuit));
  };
  return (
    <>
      <fieldset class="pick-ranks">
        <legend>Rank</legend>
        {[...RANKS].reverse().filter((letter) => shoe.suits.some((one) => one.ranks.includes(letter))).map((letter) => (
          <label class="pick" key={letter}>
            <input type="radio" name="rank" checked={rank === letter} onChange={() => pick(letter, suit)} aria-label={cardName(`${letter}s`).split(" ")[0]} />
            <span aria-hidden="true">{letter === "T" ? "10" : letter}</span>
          </label>
        ))}
      </fieldset>
      <fieldset class="pick-suits">
        <legend>Suit or colour</legend>
        {shoe.suits.map(({ letter }) => (
          <label class="pick" key={letter}>
            <input type="radio" name="suit" checked={suit === letter} onChange={() => pick(rank, letter)} />
            <span class={`suit-${letter}`}><Suit suit={letter} />{SUIT_NAMES[letter] ?? COLOUR_NAMES[letter]}</span>
          </label>
        ))}
      </fieldset>
      {face && <p class="dialog-lead">It will be read as <Face face={face} /></p>}
      {rank && ranks(suit) && !face && <p>The pack has no such card.</p>}
    </>
  );
}
