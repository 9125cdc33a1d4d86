// Numbers, times and card names for people.
import type { Card, PackView, Place, Rank, Suit, TableView } from "./view";

export type Money = Pick<TableView, "exponent" | "currency">;

/** Minor units as a plain number; whole amounts without the point where `short`. */
export function amount(units: number, money: Money, short = false): string {
  const sign = units < 0 ? "−" : "";
  const digits = String(Math.abs(units)).padStart(money.exponent + 1, "0");
  const cut = digits.length - money.exponent;
  const whole = digits.slice(0, cut).replace(/\B(?=(\d{3})+$)/g, "\u2009");
  const rest = digits.slice(cut);
  return sign + whole + (rest && !(short && /^0+$/.test(rest)) ? `.${rest}` : "");
}

/** What a person typed as minor units, or null where it is no amount of this currency. */
export function parseAmount(text: string, exponent: number): number | null {
  const found = /^(\d{1,9})(?:[.,](\d*))?$/.exec(text.trim());
  const rest = found?.[2] ?? "";
  if (!found || rest.length > exponent) return null;
  return Number(found[1]) * 10 ** exponent + Number(rest.padEnd(exponent, "0") || "0");
}

export function clock(ms: number): string {
  return new Date(ms).toLocaleTimeString("en-GB", { hour12: false });
}

export function utc(ms: number): string {
  return `${new Date(ms).toISOString().replace("T", " ").slice(0, 19)} UTC`;
}

export function age(ms: number): string {
  const s = Math.max(0, Math.floor(ms / 1000));
  if (s < 60) return `${s} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min ${s % 60} s`;
  if (s >= 172_800) return `${Math.floor(s / 86_400)} days`;
  return `${Math.floor(s / 3600)} h ${Math.floor((s % 3600) / 60)} min`;
}

export const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"] as const;
const RANK_NAMES: Readonly<Record<string, string>> = {
  "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine",
  T: "ten", J: "jack", Q: "queen", K: "king", A: "ace",
};
export const SUIT_NAMES: Readonly<Record<string, string>> = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
export const COLOUR_NAMES: Readonly<Record<string, string>> = { r: "red", w: "white", b: "blue", g: "green" };

/** `Qh` as "queen of hearts", `7r` as "red seven". */
export function cardName(face: string): string {
  const rank = RANK_NAMES[face.slice(0, -1)] ?? face.slice(0, -1);
  const suit = face.slice(-1);
  return suit in COLOUR_NAMES ? `${COLOUR_NAMES[suit]} ${rank}` : `${rank} of ${SUIT_NAMES[suit] ?? suit}`;
}

/** A face as a command sends it. */
export function cardOf(face: string): Card {
  return { rank: (RANKS.indexOf(face.slice(0, -1) as (typeof RANKS)[number]) + 2) as Rank, suit: face.slice(-1) as Suit };
}

/** A card of a command as a face. */
export function faceOf(card: Card): string {
  return `${RANKS[card.rank - 2]}${card.suit}`;
}

/** A place of the layout, as part of a sentence. */
export function placeName(place: Place): string {
  if (place.area === "seat") return `seat ${place.seat}${place.hand ? `, hand ${place.hand + 1}` : ""}`;
  return place.area === "burn" ? "the burned cards" : place.area === "discard" ? "the discard rack" : `the ${place.area}`;
}

/** A pack by its number and what people call its back. */
export function packName(pack: PackView): string {
  return pack.back ? `${pack.pack}, ${pack.back}` : String(pack.pack);
}

export function words(name: string): string {
  return name.replaceAll("_", " ");
}
