import assert from "node:assert/strict";
import type { OfferedInject } from "@dossier/memory/core";
import { ManualClock } from "../../../tests/manual_clock.ts";
import { runTerminalLeg, type TerminalChannel } from "./terminal_leg.ts";

/** A terminal leg over waiting texts, and a channel in which some functions are replaced. */
class LegTrial implements AsyncDisposable {
  readonly clock = new ManualClock();
  readonly typed: string[] = [];
  readonly dead: [deliveryId: string, reason: string, atMs: number][] = [];
  readonly begun: string[] = [];
  readonly released: string[] = [];
  readonly settled: string[] = [];
  readonly given: string[] = [];
  /** True when each text is delivered elsewhere at the last moment. */
  isElsewhere = false;
  isLost = false;
  waiting: OfferedInject[] = [];
  readonly #shutdown = new AbortController();
  readonly #ended: Promise<void>;

  constructor(texts: readonly string[], channel: Partial<TerminalChannel> | undefined = {}) {
    this.waiting = texts.map((text, at) => ({ deliveryId: `d${at + 1}`, text, kind: "user" }));
    const isLost = () => this.isLost;
    this.#ended = runTerminalLeg({
      source: {
        take: () => this.waiting.splice(0),
        begin: (id) => {
          this.begun.push(id);
          return !this.isElsewhere;
        },
        release: (id) => void this.released.push(id),
        acknowledge: (id) => void this.settled.push(id),
        get isLost() {
          return isLost();
        },
      },
      channel: channel === NO_CHANNEL ? undefined : {
        isDriven: () => Promise.resolve(true),
        canAccept: () => Promise.resolve("now"),
        type: (notice) => {
          this.typed.push(notice);
          return Promise.resolve(true);
        },
        ...channel,
      },
      clock: this.clock,
      report: ({ deliveryId }, receipt) => {
        if (receipt === "given") this.given.push(deliveryId);
        else this.dead.push([deliveryId, receipt, this.clock.now()]);
      },
    }, this.#shutdown.signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#shutdown.abort();
    await this.#ended;
  }
}

const NO_CHANNEL: Partial<TerminalChannel> = {};

Deno.test("M-30: runTerminalLeg() types texts in order, each as one line, and those that come later", async () => {
  await using trial = new LegTrial(["one\ntwo", "three"]);
  await trial.clock.advance(0);
  assert.deepEqual(trial.typed, ["one two\r", "three\r"]);
  trial.waiting.push({ deliveryId: "d3", text: "four", kind: "memory" });
  await trial.clock.advance(2000);
  assert.deepEqual(trial.typed.at(-1), "four\r");
  assert.deepEqual([trial.settled, trial.dead], [["d1", "d2", "d3"], []]);
  assert.deepEqual([trial.given, trial.released], [["d1", "d2", "d3"], []]);
});

Deno.test("M-30: runTerminalLeg() abandons a text after thirty attempts in 58 seconds, and types the next", async () => {
  let asked = 0;
  await using trial = new LegTrial(["one", "two"], {
    canAccept: () => Promise.resolve(++asked <= 30 ? "later" : "now"),
  });
  await trial.clock.advance(57_999);
  assert.deepEqual([asked, trial.dead, trial.settled], [29, [], []]);
  await trial.clock.advance(1);
  assert.deepEqual(trial.dead, [["d1", "attempt-cap-exceeded", 58_000]]);
  assert.deepEqual(trial.typed, ["two\r"]);
});

Deno.test("M-30: runTerminalLeg() types a text as soon as the terminal accepts it", async () => {
  let asked = 0;
  await using trial = new LegTrial(["one"], {
    canAccept: () => Promise.resolve(++asked < 30 ? "later" : "now"),
  });
  await trial.clock.advance(58_000);
  assert.deepEqual([trial.typed, trial.dead], [["one\r"], []]);
});

Deno.test("M-30: runTerminalLeg() reports the reason for an abandoned text", async () => {
  const deadOf = async (channel: Partial<TerminalChannel>) => {
    await using trial = new LegTrial(["one"], channel);
    await trial.clock.advance(58_000);
    assert.deepEqual([trial.settled.at(-1), trial.typed], ["d1", []]);
    return trial.dead;
  };
  assert.deepEqual(await deadOf(NO_CHANNEL), [["d1", "harness-exposed-no-channel", 0]]);
  assert.deepEqual(await deadOf({ isDriven: () => Promise.resolve(false) }), [
    ["d1", "channel-not-driven", 0],
  ]);
  assert.deepEqual(await deadOf({ canAccept: () => Promise.resolve("never") }), [
    ["d1", "surface-cannot-accept-notices", 0],
  ]);
  assert.deepEqual(await deadOf({ type: () => Promise.resolve(false) }), [
    ["d1", "not-consumed", 58_000],
  ]);
  assert.deepEqual(await deadOf({ type: () => Promise.reject(new Error("broken")) }), [
    ["d1", "attempt-cap-exceeded", 58_000],
  ]);
});

Deno.test("M-30: runTerminalLeg() notes that a text is begun before it types it, and settled then", async () => {
  const seen: string[][] = [];
  const trial = new LegTrial(["one"], {
    type: () => {
      seen.push([...trial.begun], [...trial.settled]);
      return Promise.resolve(true);
    },
  });
  await using _ = trial;
  await trial.clock.advance(0);
  assert.deepEqual([seen, trial.settled], [[["d1"], []], ["d1"]]);
});

Deno.test("M-30: runTerminalLeg() releases a text of which nothing was typed, and begins it again", async () => {
  let asked = 0;
  const fails = [() => Promise.resolve(false), () => Promise.reject(new Error("broken"))];
  await using trial = new LegTrial(["one"], {
    type: () => fails[asked++]?.() ?? Promise.resolve(true),
  });
  await trial.clock.advance(4000);
  assert.deepEqual([trial.begun, trial.released], [["d1", "d1", "d1"], ["d1", "d1"]]);
  assert.deepEqual([trial.given, trial.dead], [["d1"], []]);
});

Deno.test("M-30: runTerminalLeg() types no text that somebody else has given", async () => {
  await using trial = new LegTrial(["one"]);
  trial.isElsewhere = true;
  await trial.clock.advance(2000);
  assert.deepEqual([trial.typed, trial.given, trial.dead], [[], [], []]);
});

Deno.test("M-30: runTerminalLeg() types nothing of a text that has only control characters", async () => {
  await using trial = new LegTrial(["\u0000\u001b"]);
  await trial.clock.advance(0);
  assert.deepEqual([trial.settled, trial.typed, trial.dead], [["d1"], [], []]);
});

Deno.test("M-18: runTerminalLeg() types and abandons nothing once the session is lost", async () => {
  await using trial = new LegTrial(["one"], { canAccept: () => Promise.resolve("later") });
  await trial.clock.advance(2000);
  trial.isLost = true;
  await trial.clock.advance(60_000);
  assert.deepEqual([trial.settled, trial.dead], [[], []]);
});
