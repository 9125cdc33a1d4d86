// What the page makes of a correction while it is put together. `node drafting.mjs draft.js`, as test_drafting.py runs it.
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";

const { closedUp, drafted, lies, lineAt, movedOn, putIn, removed, run, said, swapped, unsaid } = await import(pathToFileURL(process.argv[2]).href);

const at = (area, seat = 0, hand = 0) => ({ area, seat, hand });
const [DISCARD, BURN, DEALER] = [at("discard"), at("burn"), at("dealer")];
const recorded = (fact, place = null, position = null) => ({ kind: "recorded", fact, place, position });
const fact = (index, kind, more = {}) => ({ index, kind, text: `fact ${index}`, area: "", seat: 0, hand: 0, position: 0, face: null, bet: "", amount: 0, marks: [], option: "", choices: [], ...more });
const card = (index, place) => fact(index, "card_dealt", place);
const ROUND = { round: 1, corrections: 0, facts: [fact(0, "betting_closed"), card(1, at("seat", 1)), card(2, at("seat", 2)), card(3, DEALER), card(4, at("seat", 1)), fact(5, "decided", { seat: 1 })] };
const start = () => drafted(ROUND);
const places = (lines) => lines.map(lies).filter(Boolean).map((place) => place.area + (place.seat || ""));

const tests = {
  "nothing is sent where nothing changes"() {
    assert.equal(run(start()), null);
    assert.equal(run(swapped(swapped(start(), 2, 1), 2, -1)), null);
    assert.equal(run(said(said(start(), 2, "never", null), 2, "kept", null)), null);
    assert.equal(run([]), null);
  },
  "one fact alone is sent alone"() {
    assert.deepEqual(run(said(start(), 2, "never", null)), { index: 2, count: 1, facts: [] });
    const folded = { kind: "decided", seat: 1, option: "fold", hand: 0 };
    assert.deepEqual(run(said(start(), 5, "otherwise", folded)), { index: 5, count: 1, facts: [folded] });
  },
  "nothing is sent while something is not said"() {
    const lines = said(said(start(), 2, "never", null), 5, "otherwise", null);
    assert.equal(run(lines), null);
    assert.deepEqual(lines.filter(unsaid).map((line) => line.key), [5]);
  },
  "what was missed is put in before a fact and at the end"() {
    const closed = { kind: "hand_turned", place: DEALER };
    assert.deepEqual(run(said(putIn(start(), 0), 6, "new", closed)), { index: 0, count: 0, facts: [closed] });
    assert.deepEqual(run(said(putIn(start(), null), 6, "new", closed)), { index: 6, count: 0, facts: [closed] });
    assert.equal(run(removed(putIn(start(), 3), 6)), null);
  },
  "facts that changed places are sent as they are on record"() {
    assert.deepEqual(run(swapped(start(), 2, 1)), { index: 2, count: 2, facts: [recorded(3), recorded(2)] });
    assert.deepEqual(swapped(start(), 0, -1), start());
  },
  "a boxed card moves each card after it up one place"() {
    const lines = closedUp(start(), 2, DISCARD);
    assert.deepEqual(places(lines), ["seat1", "discard", "seat2", "dealer"]);
    assert.deepEqual(run(lines), { index: 2, count: 3, facts: [recorded(2, DISCARD), recorded(3, at("seat", 2)), recorded(4, DEALER)] });
  },
  "to say once more where it went moves nothing again, nor a card that went elsewhere by itself"() {
    const once = closedUp(said(start(), 2, "elsewhere", recorded(2, BURN)), 2, DISCARD);
    assert.deepEqual(places(once), ["seat1", "discard", "seat2", "dealer"]);
    assert.deepEqual(places(closedUp(once, 2, BURN)), ["seat1", "burn", "seat2", "dealer"]);
    const alone = said(start(), 3, "elsewhere", recorded(3, at("board")));
    assert.deepEqual(places(closedUp(alone, 2, DISCARD)), ["seat1", "discard", "board", "dealer"]);
    assert.equal(run(said(said(said(once, 2, "kept", null), 3, "kept", null), 4, "kept", null)), null);
  },
  "a second one moves those after it once more"() {
    const lines = closedUp(closedUp(start(), 1, BURN), 3, DISCARD);
    assert.deepEqual(places(lines), ["burn", "seat1", "discard", "seat2"]);
    assert.deepEqual(run(lines).facts, [recorded(1, BURN), recorded(2, at("seat", 1)), recorded(3, DISCARD), recorded(4, at("seat", 2))]);
  },
  "a card that nobody saw moves each card after it on one place"() {
    const unread = { kind: "card_dealt", place: at("seat", 2), card: null };
    const lines = movedOn(said(putIn(start(), 2), 6, "new", unread), 6);
    assert.deepEqual(places(lines), ["seat1", "seat2", "dealer", "seat1", "seat1"]);
    assert.deepEqual(run(lines), { index: 2, count: 2, facts: [unread, recorded(2, DEALER), recorded(3, at("seat", 1))] });
  },
  "a card that was left out takes no place"() {
    assert.deepEqual(places(closedUp(said(start(), 3, "never", null), 2, DISCARD)), ["seat1", "discard", "seat2"]);
  },
  "a name goes with its card"() {
    const named = drafted({ ...ROUND, facts: [...ROUND.facts, fact(6, "card_identified", { area: "seat", seat: 1, position: 1 })] });
    assert.deepEqual(run(closedUp(named, 2, DISCARD)).facts.at(-1), recorded(6, DEALER, 0));
    assert.deepEqual(run(closedUp(named, 1, DISCARD)).facts.at(-1), recorded(6, DEALER, 0));
    const again = closedUp(closedUp(named, 2, DISCARD), 1, DISCARD);
    assert.deepEqual([places(again), run(again).facts.at(-1)], [["discard", "discard", "seat1", "seat2"], recorded(6, at("seat", 2), 0)]);
    const twice = drafted({ ...ROUND, facts: [card(0, DEALER), card(1, DEALER), fact(2, "card_identified", { area: "dealer", position: 1 })] });
    assert.deepEqual(run(closedUp(twice, 0, BURN)).facts, [recorded(0, BURN), recorded(1), recorded(2, DEALER, 0)]);
  },
  "a refusal finds its line past those that are left out"() {
    const lines = said(putIn(start(), 3), 6, "new", { kind: "hand_turned", place: DEALER });
    assert.deepEqual([0, 2, 3, 6, 7].map((nth) => lineAt(said(lines, 1, "never", null), nth)?.key), [0, 6, 3, undefined, undefined]);
    assert.equal(lineAt(lines, null), undefined);
  },
  "a run put into the record gives the lines, whatever was done to them"() {
    let seed = 1;
    const below = (most) => (seed = (seed * 48271) % 2147483647) % most;
    for (let round = 0; round < 3000; round += 1) {
      let lines = start();
      for (let step = 0; step < 6 && lines.length; step += 1) {
        const { key, was } = lines[below(lines.length)];
        const done = [
          () => said(lines, key, "never", null), () => said(lines, key, "kept", null), () => swapped(lines, key, below(2) ? 1 : -1), () => (was?.kind === "card_dealt" ? closedUp(lines, key, DISCARD) : lines),
          () => putIn(lines, key), () => movedOn(lines, key),
        ];
        lines = done[below(done.length)]().map((line) => (line.was === null ? { ...line, way: "new", says: line.says ?? { kind: "card_dealt", place: BURN, card: null } } : line));
      }
      const wanted = lines.filter((line) => line.way !== "never").map((line) => line.says ?? recorded(line.was.index));
      const sent = run(lines);
      const { index, count, facts } = sent ?? { index: 0, count: 0, facts: [] };
      const original = ROUND.facts.map((one) => recorded(one.index));
      assert.deepEqual([...original.slice(0, index), ...facts, ...original.slice(index + count)], wanted);
      const taken = facts.filter((one) => one.kind === "recorded").map((one) => one.fact);
      assert.ok(taken.every((one) => one >= index && one < index + count) && new Set(taken).size === taken.length, "each once, of those that are replaced");
    }
  },
};

for (const [name, test] of Object.entries(tests)) {
  try {
    test();
  } catch (error) {
    throw new Error(name, { cause: error });
  }
}
console.log(`${Object.keys(tests).length} passed`);
