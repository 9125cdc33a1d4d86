// Made by `python -m tablectl.console.typegen`; change the dataclasses, not this file.

export interface OptionView {
  readonly seat: number;
  readonly name: string;
  readonly label: string;
  readonly amount: number;
  readonly button: string | null;
}

export interface StepView {
  readonly kind: string;
  readonly text: string;
  readonly who: string;
  readonly seat: number;
  readonly rule: string;
  readonly options: readonly OptionView[];
  readonly task: string;
  readonly keep: number;
  readonly may_split: boolean;
  readonly advice: string;
}

export interface SpotView {
  readonly bet: string;
  readonly label: string;
  readonly amount: number;
  readonly lamp: string;
  readonly due: boolean;
  readonly before_deal: boolean;
  readonly marks: readonly (readonly string[])[];
  readonly marked: readonly string[];
}

export interface CardView {
  readonly face: string | null;
  readonly state: string;
  readonly mucked: boolean;
}

export interface HandView {
  readonly label: string;
  readonly cards: readonly CardView[];
  readonly hand: number;
}

export interface LineView {
  readonly seat: number;
  readonly bet: string;
  readonly label: string;
  readonly stake: number;
  readonly result: string;
  readonly odds: string | null;
  readonly net: number;
  readonly rule: string;
  readonly text: string;
}

export interface SeatView {
  readonly seat: number;
  readonly state: string;
  readonly player: string;
  readonly acting: boolean;
  readonly spots: readonly SpotView[];
  readonly cards: readonly CardView[];
  readonly hands: readonly HandView[];
  readonly hand: string | null;
  readonly lines: readonly LineView[];
}

export interface KeyView {
  readonly key: string;
  readonly label: string;
  readonly lamp: string;
  readonly due: boolean;
}

export interface HoldView {
  readonly id: number;
  readonly code: string;
  readonly text: string;
  readonly advice: string;
  readonly device: string | null;
  readonly active: boolean;
  readonly since_ns: number;
  readonly round: number;
  readonly detail: string;
  readonly follows: number | null;
  readonly standing: string;
  readonly rejects: number;
}

export interface PendingView {
  readonly id: number;
  readonly action: string;
  readonly text: string;
  readonly person: string;
  readonly role: string;
  readonly seconds: readonly string[];
  readonly round: number;
  readonly since_ns: number;
  readonly compared: boolean;
}

export interface DeviceView {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly text: string;
  readonly identity: string;
  readonly activity: string;
  readonly green: string;
  readonly amber: string;
  readonly red: string;
  readonly lid_open: boolean;
  readonly pack: number;
  readonly cards_in: number | null;
  readonly cards_out: number | null;
}

export interface SuitView {
  readonly letter: string;
  readonly ranks: string;
}

export interface ShoeView {
  readonly pack: number;
  readonly back: string;
  readonly verified: boolean;
  readonly seen: number;
  readonly expected: number;
  readonly cut_card: boolean;
  readonly suits: readonly SuitView[];
}

export interface OutView {
  readonly id: number;
  readonly face: string;
  readonly reason: string;
  readonly round: number;
  readonly since_ns: number;
}

export interface SignedView {
  readonly person: string;
  readonly role: string;
}

export interface ReceiptView {
  readonly number: number;
  readonly table: string;
  readonly game: string;
  readonly profile: string;
  readonly pack: number;
  readonly back: string;
  readonly decks: number;
  readonly seal: string;
  readonly way: string;
  readonly maker: string;
  readonly model: string;
  readonly serial: string;
  readonly people: readonly SignedView[];
  readonly expected: number;
  readonly counted: number;
  readonly missing: readonly string[];
  readonly extra: readonly string[];
  readonly foreign: number;
  readonly right: boolean;
  readonly finding: string;
  readonly at_ns: number;
}

export interface PackView {
  readonly pack: number;
  readonly back: string;
  readonly out: readonly OutView[];
  readonly decks: number;
  readonly cards: number;
  readonly profile: string;
  readonly standing: string;
  readonly unfit: string;
  readonly seal: string;
  readonly opened_by: readonly SignedView[];
  readonly since_ns: number;
  readonly hours: number;
  readonly rounds: number;
  readonly receipt: ReceiptView | null;
  readonly withdrawn: string;
  readonly reading: boolean;
  readonly passed: number;
}

export interface FaceCountView {
  readonly face: string;
  readonly seen: number;
  readonly copies: number;
}

export interface ReadingsView {
  readonly first: number;
  readonly last: number;
  readonly over: readonly FaceCountView[];
  readonly under: readonly FaceCountView[];
}

export interface PackCountView {
  readonly pack: number;
  readonly back: string;
  readonly first: number;
  readonly last: number;
  readonly readings: ReadingsView | null;
}

export interface CountsView {
  readonly due: number;
  readonly text: string;
  readonly packs: readonly PackCountView[];
}

export interface NoticeView {
  readonly text: string;
  readonly rule: string;
}

export interface TableView {
  readonly cursor: number;
  readonly as_of_ns: number;
  readonly table: string;
  readonly bench: boolean;
  readonly game: string;
  readonly title: string;
  readonly profile: string;
  readonly rules_id: string;
  readonly rules_version: number;
  readonly currency: string;
  readonly exponent: number;
  readonly unit: number;
  readonly round: number;
  readonly held: boolean;
  readonly step: StepView;
  readonly seats: readonly SeatView[];
  readonly dealer: readonly CardView[];
  readonly dealer_hands: readonly HandView[];
  readonly dealer_hand: string | null;
  readonly qualifies: boolean | null;
  readonly board: readonly CardView[];
  readonly burned: number;
  readonly keys: readonly KeyView[];
  readonly indicators: readonly KeyView[];
  readonly holds: readonly HoldView[];
  readonly pending: readonly PendingView[];
  readonly devices: readonly DeviceView[];
  readonly masked: readonly string[];
  readonly shoe: ShoeView;
  readonly packs: readonly PackView[];
  readonly counts: CountsView;
  readonly notices: readonly NoticeView[];
  readonly warnings: readonly string[];
}

export interface PortView {
  readonly name: string;
  readonly stable: boolean | null;
  readonly text: string;
}

export type Condition = "busy" | "idle" | "waiting" | "degraded" | "stalled" | "lost" | "wrong" | "hung";

export interface FaultView {
  readonly kind: string;
  readonly name: string;
  readonly fault: string;
}

export interface CounterView {
  readonly name: string;
  readonly count: number;
}

export interface SpanView {
  readonly errors: number;
  readonly round_trip_ms: number | null;
}

export interface CameView {
  readonly at_ns: number;
  readonly what: string;
}

export interface FrameView {
  readonly at_ns: number;
  readonly way: "from" | "to";
  readonly kind: string;
  readonly data: string;
  readonly hidden: number | null;
}

export interface HealthView {
  readonly name: string;
  readonly role: string;
  readonly driver: string;
  readonly ports: readonly PortView[];
  readonly maker: string;
  readonly model: string;
  readonly serial: string;
  readonly firmware: string;
  readonly condition: Condition;
  readonly text: string;
  readonly since_ns: number;
  readonly numbers_s: number;
  readonly heard_s: number | null;
  readonly good: number | null;
  readonly bad: number | null;
  readonly discarded_bytes: number | null;
  readonly reconnects: number;
  readonly round_trip_ms: number | null;
  readonly cards: number | null;
  readonly unreadable: number | null;
  readonly unknown_codes: number | null;
  readonly per_thousand: number | null;
  readonly faults: readonly FaultView[];
  readonly noisy: readonly CounterView[];
  readonly spans: readonly SpanView[];
  readonly came: readonly CameView[];
  readonly frames: readonly FrameView[];
  readonly counters: readonly CounterView[];
}

export interface DevicesView {
  readonly now_ns: number;
  readonly span_s: number;
  readonly budget_ms: number;
  readonly devices: readonly HealthView[];
  readonly lamps: number;
  readonly lamps_refused: string;
}

export interface ChoiceView {
  readonly name: string;
  readonly label: string;
}

export interface FactView {
  readonly index: number;
  readonly kind: string;
  readonly text: string;
  readonly area: string;
  readonly seat: number;
  readonly hand: number;
  readonly position: number;
  readonly face: string | null;
  readonly bet: string;
  readonly amount: number;
  readonly marks: readonly string[];
  readonly option: string;
  readonly choices: readonly ChoiceView[];
}

export interface RoundView {
  readonly round: number;
  readonly corrections: number;
  readonly facts: readonly FactView[];
}

export interface LastCardView {
  readonly round: number;
  readonly number: number;
  readonly text: string;
  readonly places: readonly ChoiceView[];
}

export interface LyingView {
  readonly place: string;
  readonly cards: readonly CardView[];
}

export interface StandView {
  readonly step: string;
  readonly rule: string;
  readonly lines: readonly LineView[];
  readonly cards: readonly LyingView[];
}

export interface WhatIfView {
  readonly text: string;
  readonly rule: string;
  readonly before: StandView;
  readonly after: StandView | null;
  readonly alerts: readonly string[];
  readonly facts: number;
  readonly was: readonly string[];
  readonly instead: readonly string[];
  readonly at: number | null;
}

export interface RoundPutRight {
  readonly round: number;
  readonly action: string;
  readonly person: string;
  readonly reason: string;
  readonly before: StandView;
  readonly after: StandView;
  readonly second: string;
  readonly kind: "round_put_right";
}

export interface Ruling {
  readonly record: number;
  readonly at_ns: number;
  readonly person: string;
  readonly second: string;
  readonly text: string;
}

export interface Finding {
  readonly record: number;
  readonly at_ns: number;
  readonly text: string;
}

export interface Incident {
  readonly id: number;
  readonly severity: string;
  readonly cause: string;
  readonly text: string;
  readonly detail: string;
  readonly advice: string;
  readonly device: string;
  readonly pack: number;
  readonly blocks: string;
  readonly released_by: readonly string[];
  readonly first_round: number;
  readonly last_round: number;
  readonly raised_ns: number;
  readonly synced: boolean;
  readonly event: number;
  readonly raised: number;
  readonly follows: number;
  readonly ended: number;
  readonly ended_ns: number;
  readonly person: string;
  readonly reason: string;
  readonly rulings: readonly Ruling[];
  readonly findings: readonly Finding[];
}

export interface HandedView {
  readonly seat: number;
  readonly settled: boolean;
  readonly gain: number;
}

export interface HeardView {
  readonly device: string;
  readonly role: string;
  readonly record: string;
  readonly at_ns: number;
}

export interface RecoveryView {
  readonly round: number;
  readonly last_ns: number;
  readonly opened_ns: number;
  readonly is_open: boolean;
  readonly step: StepView;
  readonly holds: readonly string[];
  readonly drawn: number;
  readonly seats: readonly SeatView[];
  readonly dealer: readonly CardView[];
  readonly board: readonly CardView[];
  readonly burned: number;
  readonly handed: readonly HandedView[];
  readonly keys: readonly KeyView[];
  readonly indicators: readonly KeyView[];
  readonly devices: readonly HeardView[];
  readonly currency: string;
  readonly exponent: number;
  readonly hold: number | null;
  readonly person: string;
  readonly reason: string;
  readonly acknowledged_ns: number;
  readonly changed: readonly string[];
}

export interface Answer {
  readonly done: boolean;
  readonly text: string;
  readonly rule: string;
  readonly at: number | null;
}

export type PersonRole = "viewer" | "dealer" | "supervisor" | "technician" | "auditor" | "admin";

export interface ReleaseHold {
  readonly hold: number;
  readonly reason: string;
  readonly along: readonly number[];
  readonly replacement: number;
  readonly kind: "release_hold";
}

export interface VoidRound {
  readonly reason: string;
  readonly kind: "void_round";
}

export interface DeclareMisdeal {
  readonly reason: string;
  readonly kind: "declare_misdeal";
}

export type Area = "seat" | "dealer" | "board" | "burn" | "discard";

export interface Place {
  readonly area: Area;
  readonly seat: number;
  readonly hand: number;
}

export type Rank = 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14;

export type Suit = "c" | "d" | "h" | "s" | "r" | "w" | "b" | "g";

export interface Card {
  readonly rank: Rank;
  readonly suit: Suit;
}

export interface IdentifyCard {
  readonly place: Place;
  readonly index: number;
  readonly card: Card;
  readonly reason: string;
  readonly kind: "identify_card";
}

export interface ExposeCard {
  readonly place: Place;
  readonly kind: "expose_card";
}

export interface SetWager {
  readonly seat: number;
  readonly bet: string;
  readonly amount: number;
  readonly marks: readonly string[];
  readonly kind: "set_wager";
}

export interface SeatPlayer {
  readonly seat: number;
  readonly player: string;
  readonly kind: "seat_player";
}

export interface Decide {
  readonly seat: number;
  readonly option: string;
  readonly kind: "decide";
}

export interface ChooseHands {
  readonly seat: number;
  readonly hands: readonly (readonly Card[])[];
  readonly kind: "choose_hands";
}

export interface ApproveShuffle {
  readonly kind: "approve_shuffle";
}

export interface OrderShuffle {
  readonly reason: string;
  readonly kind: "order_shuffle";
}

export interface BringPack {
  readonly pack: number;
  readonly kind: "bring_pack";
}

export interface TakeOutCard {
  readonly pack: number;
  readonly card: Card;
  readonly reason: string;
  readonly from_shoe: boolean;
  readonly kind: "take_out_card";
}

export interface ReplaceCard {
  readonly out: number;
  readonly pack: number;
  readonly card: Card;
  readonly reason: string;
  readonly kind: "replace_card";
}

export interface OpenPack {
  readonly pack: number;
  readonly seal: string;
  readonly kind: "open_pack";
}

export interface CountPack {
  readonly pack: number;
  readonly cards: number;
  readonly kind: "count_pack";
}

export interface ScanPack {
  readonly pack: number;
  readonly kind: "scan_pack";
}

export interface ConfirmScan {
  readonly pack: number;
  readonly kind: "confirm_scan";
}

export interface StopScan {
  readonly pack: number;
  readonly reason: string;
  readonly kind: "stop_scan";
}

export interface QuarantinePack {
  readonly pack: number;
  readonly reason: string;
  readonly kind: "quarantine_pack";
}

export interface RetirePack {
  readonly pack: number;
  readonly reason: string;
  readonly kind: "retire_pack";
}

export type Counting = "stub" | "rack" | "pack";

export interface CountCards {
  readonly pack: number;
  readonly place: Counting;
  readonly number: number;
  readonly kind: "count_cards";
}

export interface NewDealer {
  readonly dealer: string;
  readonly kind: "new_dealer";
}

export interface ShuffleCalled {
  readonly reason: string;
  readonly kind: "shuffle_called";
}

export type Task = "gather" | "shuffle" | "approve" | "cut" | "load";

export interface Prepared {
  readonly task: Task;
  readonly seat: number;
  readonly refused: boolean;
  readonly kind: "prepared";
}

export interface DealerCame {
  readonly dealer: string;
  readonly kind: "dealer_came";
}

export interface CutCardOut {
  readonly kind: "cut_card_out";
}

export interface PlayerSeated {
  readonly seat: number;
  readonly player: string;
  readonly kind: "player_seated";
}

export interface WagerPlaced {
  readonly seat: number;
  readonly bet: string;
  readonly amount: number;
  readonly marks: readonly string[];
  readonly kind: "wager_placed";
}

export interface BettingClosed {
  readonly kind: "betting_closed";
}

export interface CardDealt {
  readonly place: Place;
  readonly card: Card | null;
  readonly kind: "card_dealt";
}

export interface CardIdentified {
  readonly place: Place;
  readonly index: number;
  readonly card: Card;
  readonly kind: "card_identified";
}

export interface CardExposed {
  readonly place: Place;
  readonly kind: "card_exposed";
}

export interface Decided {
  readonly seat: number;
  readonly option: string;
  readonly hand: number;
  readonly kind: "decided";
}

export interface CardsChosen {
  readonly seat: number;
  readonly hands: readonly (readonly Card[])[];
  readonly kind: "cards_chosen";
}

export interface HandTurned {
  readonly place: Place;
  readonly kind: "hand_turned";
}

export interface SeatSettled {
  readonly seat: number;
  readonly bets: readonly string[];
  readonly kind: "seat_settled";
}

export interface MisdealDeclared {
  readonly reason: string;
  readonly kind: "misdeal_declared";
}

export interface RoundVoided {
  readonly reason: string;
  readonly kind: "round_voided";
}

export interface Recorded {
  readonly fact: number;
  readonly place: Place | null;
  readonly position: number | null;
  readonly kind: "recorded";
}

export interface CorrectRound {
  readonly index: number;
  readonly facts: readonly (ShuffleCalled | Prepared | DealerCame | CutCardOut | PlayerSeated | WagerPlaced | BettingClosed | CardDealt | CardIdentified | CardExposed | Decided | CardsChosen | HandTurned | SeatSettled | MisdealDeclared | RoundVoided | Recorded)[];
  readonly reason: string;
  readonly corrections: number;
  readonly count: number;
  readonly kind: "correct_round";
}

export interface PlaceCard {
  readonly place: Place;
  readonly reason: string;
  readonly number: number | null;
  readonly kind: "place_card";
}

export interface PressKey {
  readonly key: "next" | "fold" | "supervisor";
  readonly kind: "press_key";
}

export interface TryLamps {
  readonly kind: "try_lamps";
}

export interface SecondAction {
  readonly pending: number;
  readonly facts: number | null;
  readonly kind: "second_action";
}

export interface WithdrawAction {
  readonly pending: number;
  readonly reason: string;
  readonly kind: "withdraw_action";
}

export type Action = ReleaseHold | VoidRound | DeclareMisdeal | IdentifyCard | ExposeCard | SetWager | SeatPlayer | Decide | ChooseHands | ApproveShuffle | OrderShuffle | BringPack | TakeOutCard | ReplaceCard | OpenPack | CountPack | ScanPack | ConfirmScan | StopScan | QuarantinePack | RetirePack | CountCards | NewDealer | CorrectRound | PlaceCard | PressKey | TryLamps | SecondAction | WithdrawAction;

/** What the journal calls the events and outcomes of a table. */
export const RECORD_TYPES: readonly string[] = [
  "table_opened",
  "device_up",
  "device_down",
  "device_refused",
  "device_restarted",
  "device_unwatched",
  "device_status",
  "card_read",
  "cards_unseen",
  "key_pressed",
  "key_masked",
  "key_restored",
  "panel_failed",
  "panel_returned",
  "journal_interrupted",
  "journal_replaced",
  "journal_found_damaged",
  "clock_stepped",
  "record_room",
  "command_given",
  "round_opened",
  "fact_taken",
  "cards_shown",
  "refused",
  "pack_loaded",
  "card_taken_out",
  "card_replaced",
  "pack_opened",
  "pack_inspected",
  "scan_stopped",
  "pack_doubted",
  "pack_withdrawn",
  "dealt_short",
  "round_tagged",
  "warning_gone",
  "pack_counted",
  "readings_told",
  "hold_raised",
  "hold_released",
  "seat_rated",
  "round_ended",
  "round_put_right",
  "second_awaited",
  "action_seconded",
  "action_dropped",
  "answered",
];

/** The actions that are meant for the round that is shown. */
export const OF_THE_ROUND: readonly string[] = [
  "approve_shuffle",
  "bring_pack",
  "choose_hands",
  "correct_round",
  "count_cards",
  "decide",
  "declare_misdeal",
  "expose_card",
  "identify_card",
  "order_shuffle",
  "place_card",
  "press_key",
  "seat_player",
  "set_wager",
  "void_round",
];
