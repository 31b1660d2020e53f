import assert from "node:assert/strict";
import type { OfferedInject } from "@dossier/memory/core";
import { ManualClock } from "../../../tests/manual_clock.ts";
import {
  Rail,
  type RailEnd,
  type RailOptions,
  type RefreshReply,
  type RefreshRequest,
} from "./rail.ts";
import { SeenIds } from "./seen_ids.ts";

const BEAT_MS = 30_000;

const OPEN_TURN = { isBlocked: false, isOverBudget: false, canInject: true };

const NOTHING: RefreshReply = { refreshed: true, stop: false };

function inject(deliveryId: string, text = `text of ${deliveryId}`): RefreshReply {
  return { ...NOTHING, inject: { deliveryId, text, kind: "memory" } };
}

/** The responses of a server in turn, the last one repeated: a reply, nothing, or an error. */
type Answer = RefreshReply | undefined | "fails";

interface SentRequest extends RefreshRequest {
  readonly atMs: number;
}

/** A rail with a manual clock, and the requests that it has sent. */
class RailTrial implements AsyncDisposable {
  readonly clock = new ManualClock();
  readonly sent: SentRequest[] = [];
  readonly rail: Rail;
  readonly #shutdown = new AbortController();
  readonly ended: Promise<RailEnd>;

  constructor(answers: readonly Answer[], options: Partial<RailOptions> = {}) {
    this.rail = new Rail({
      worker: "w1",
      clock: this.clock,
      ask: (request) => {
        const answer = answers[Math.min(this.sent.length, answers.length - 1)];
        this.sent.push({ ...request, atMs: this.clock.now() });
        return answer === "fails" ? Promise.reject(new Error("away")) : Promise.resolve(answer);
      },
      ...options,
    });
    this.ended = this.rail.run(this.#shutdown.signal);
  }

  shutDown(): void {
    this.#shutdown.abort();
  }

  times(): number[] {
    return this.sent.map(({ atMs }) => atMs);
  }

  acknowledged(): (string | undefined)[] {
    return this.sent.map(({ acknowledged }) => acknowledged);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.shutDown();
    await this.clock.advance(5000);
    await this.ended;
  }
}

async function withFile(test: (path: string) => Promise<void>): Promise<void> {
  const folder = Deno.makeTempDirSync();
  try {
    await test(`${folder}/seen`);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

function ids(offers: readonly OfferedInject[]): string[] {
  return offers.map(({ deliveryId }) => deliveryId);
}

Deno.test("M-15: a rail beats at once and then every 30 seconds; an empty answer is fine", async () => {
  await using trial = new RailTrial([undefined], { issue: "ABC-7" });
  await trial.clock.advance(0);
  assert.deepEqual(trial.sent, [{ worker: "w1", issue: "ABC-7", atMs: 0 }]);
  await trial.clock.advance(2 * BEAT_MS);
  assert.deepEqual(trial.times(), [0, BEAT_MS, 2 * BEAT_MS]);
  assert.equal(trial.rail.end, undefined);
});

Deno.test("M-15: a rail that is refused a refresh is lost at once and ignores the text", async () => {
  const reply = { ...inject("d1"), refreshed: false };
  await using trial = new RailTrial([reply]);
  assert.equal(await trial.ended, "ownership-lost");
  assert.equal(trial.rail.isLost, true);
  assert.deepEqual(trial.rail.takeTurn(OPEN_TURN), []);
  assert.deepEqual(trial.acknowledged(), [undefined]);
});

Deno.test("M-15: a rail acknowledges a new text with every later request, and delivers it once", async () => {
  await using trial = new RailTrial([inject("d1"), undefined]);
  await trial.clock.advance(2 * BEAT_MS);
  assert.deepEqual(trial.acknowledged(), [undefined, "d1", "d1"]);
  assert.deepEqual(trial.rail.takeTurn(OPEN_TURN), [
    { deliveryId: "d1", text: "text of d1", kind: "memory" },
  ]);
  assert.deepEqual(trial.rail.takeTurn(OPEN_TURN), []);
});

Deno.test("M-15: a rail acknowledges a repeated id again, and does not deliver it twice", async () => {
  await using trial = new RailTrial([inject("d1"), inject("d2"), inject("d1"), undefined]);
  await trial.clock.advance(3 * BEAT_MS);
  assert.deepEqual(trial.acknowledged(), [undefined, "d1", "d2", "d1"]);
  assert.deepEqual(ids(trial.rail.takeTurn(OPEN_TURN)), ["d1", "d2"]);
});

Deno.test("M-15: a rail without an agent acknowledges and drops texts", async () => {
  await using trial = new RailTrial([inject("d1"), undefined], { hasAgent: false });
  await trial.clock.advance(BEAT_MS);
  assert.deepEqual(trial.acknowledged(), [undefined, "d1"]);
  assert.deepEqual(trial.rail.takeTurn(OPEN_TURN), []);
});

Deno.test("M-15: a rail acknowledges white space, and never delivers it", async () => {
  await using trial = new RailTrial([inject("d1", " \n\t "), undefined]);
  await trial.clock.advance(BEAT_MS);
  assert.deepEqual(trial.acknowledged(), [undefined, "d1"]);
  assert.deepEqual(trial.rail.takeTurn(OPEN_TURN), []);
});

Deno.test("M-15: a rail holds its texts while the session is blocked, over its budget, or takes none", async () => {
  await using trial = new RailTrial([inject("d1"), undefined]);
  await trial.clock.advance(0);
  assert.deepEqual(trial.rail.takeTurn({ ...OPEN_TURN, isBlocked: true }), []);
  assert.deepEqual(trial.rail.takeTurn({ ...OPEN_TURN, isOverBudget: true }), []);
  assert.deepEqual(trial.rail.takeTurn({ ...OPEN_TURN, canInject: false }), []);
  assert.deepEqual(ids(trial.rail.takeTurn(OPEN_TURN)), ["d1"]);
});

Deno.test("M-15: a restarted worker with the same seen ids delivers each text once", () =>
  withFile(async (path) => {
    {
      await using trial = new RailTrial([inject("d1"), inject("d2")], { seen: new SeenIds(path) });
      await trial.clock.advance(0);
      assert.deepEqual(ids(trial.rail.takeTurn(OPEN_TURN)), ["d1"]);
      trial.rail.acknowledge("d1");
      await trial.clock.advance(BEAT_MS);
    }
    await using restarted = new RailTrial([inject("d1"), inject("d2"), undefined], {
      seen: new SeenIds(path),
    });
    await restarted.clock.advance(2 * BEAT_MS);
    assert.deepEqual(restarted.acknowledged(), [undefined, "d1", "d2"]);
    // "d2" was acknowledged, but not delivered before the worker ended.
    assert.deepEqual(ids(restarted.rail.takeTurn(OPEN_TURN)), ["d2"]);
    assert.deepEqual(restarted.rail.takeTurn(OPEN_TURN), []);
  }));

Deno.test("M-15: a worker that was killed during a delivery repeats it only on request", () =>
  withFile(async (path) => {
    {
      await using trial = new RailTrial([inject("d1"), undefined], { seen: new SeenIds(path) });
      await trial.clock.advance(0);
      assert.deepEqual(ids(trial.rail.takeTurn(OPEN_TURN)), ["d1"]);
    }
    const asked: string[] = [];
    const wasGiven = ({ deliveryId }: OfferedInject) => {
      asked.push(deliveryId);
      return false;
    };
    {
      await using missed = new RailTrial([undefined], { seen: new SeenIds(path), wasGiven });
      assert.deepEqual(ids(missed.rail.takeTurn(OPEN_TURN)), ["d1"]);
    }
    {
      await using careful = new RailTrial([undefined], { seen: new SeenIds(path) });
      assert.deepEqual(careful.rail.takeTurn(OPEN_TURN), []);
    }
    await using settled = new RailTrial([undefined], { seen: new SeenIds(path), wasGiven });
    assert.deepEqual(settled.rail.takeTurn(OPEN_TURN), []);
    assert.deepEqual(asked, ["d1"]);
  }));

Deno.test("M-16: a restarted worker delivers more texts than an inbox can hold, oldest first", () =>
  withFile(async (path) => {
    const seen = new SeenIds(path);
    const all = Array.from({ length: 12 }, (_, at) => `d${at + 1}`);
    for (const id of all) seen.add(inject(id).inject!);
    await using restarted = new RailTrial([inject("d13"), undefined], { seen: new SeenIds(path) });
    await restarted.clock.advance(0);
    assert.deepEqual(ids(restarted.rail.takeTurn(OPEN_TURN)), [...all, "d13"]);
  }));

Deno.test("M-15: a rail reports that seen ids cannot be written, and continues", async () => {
  const folder = Deno.makeTempDirSync();
  const seen = new SeenIds(`${folder}/seen`);
  Deno.removeSync(folder);
  const warnings: unknown[] = [];
  await using trial = new RailTrial([inject("d1"), undefined], {
    seen,
    warn: (error) => warnings.push(error),
  });
  await trial.clock.advance(BEAT_MS);
  assert.equal(warnings.length, 1);
  assert.ok(warnings[0] instanceof Deno.errors.NotFound);
  assert.deepEqual(ids(trial.rail.takeTurn(OPEN_TURN)), ["d1"]);
});

Deno.test("M-16: a rail refuses the ninth text, which is offered again and given once it has room", async () => {
  const eight = Array.from({ length: 8 }, (_, at) => inject(`d${at + 1}`));
  await using trial = new RailTrial([...eight, inject("d9")]);
  await trial.clock.advance(9 * BEAT_MS);
  assert.deepEqual(trial.acknowledged().slice(8), ["d8", "d8"]);
  assert.equal(trial.rail.takeTurn(OPEN_TURN).length, 8);
  await trial.clock.advance(2 * BEAT_MS);
  assert.deepEqual(trial.acknowledged().slice(10), ["d8", "d9"]);
  assert.deepEqual(ids(trial.rail.takeTurn(OPEN_TURN)), ["d9"]);
});

Deno.test("M-17: a rail asks three times, after 1 and 2 seconds, and is lost after the third failed beat", async () => {
  await using trial = new RailTrial(["fails"]);
  await trial.clock.advance(2 * BEAT_MS + 2999);
  assert.equal(trial.rail.end, undefined);
  await trial.clock.advance(1);
  assert.equal(await trial.ended, "server-unreachable");
  assert.equal(trial.rail.isLost, true);
  const expected = [0, 1000, 3000, 30_000, 31_000, 33_000, 60_000, 61_000, 63_000];
  assert.deepEqual(trial.times(), expected);
});

Deno.test("M-17: a request of a rail that succeeds ends a beat, and a beat that succeeds a row", async () => {
  // Two failed beats, one that succeeds with its second request, and again two that fail.
  const answers: Answer[] = [...Array(7).fill("fails"), undefined, ...Array(6).fill("fails")];
  await using trial = new RailTrial([...answers, undefined]);
  await trial.clock.advance(5 * BEAT_MS);
  assert.equal(trial.rail.end, undefined);
  assert.deepEqual(trial.times().slice(6, 9), [60_000, 61_000, 90_000]);
  assert.equal(trial.times().at(-1), 150_000);
});

Deno.test("M-17: a rail whose requests take longer than a beat starts the next at once", async () => {
  const clock = new ManualClock();
  const times: number[] = [];
  const shutdown = new AbortController();
  const ask = async () => {
    times.push(clock.now());
    await clock.wait(31_000);
    return undefined;
  };
  const ended = new Rail({ worker: "w1", ask, clock }).run(shutdown.signal);
  await clock.advance(62_000);
  assert.deepEqual(times, [0, 31_000, 62_000]);
  shutdown.abort();
  await clock.advance(31_000);
  assert.equal(await ended, "shut-down");
});

Deno.test("M-18: a rail that the server stops delivers neither this text nor earlier ones", async () => {
  await using trial = new RailTrial([inject("d1"), { ...inject("d2"), stop: true }]);
  await trial.clock.advance(BEAT_MS);
  assert.equal(await trial.ended, "stop-requested");
  assert.deepEqual(trial.rail.takeTurn(OPEN_TURN), []);
  assert.deepEqual(trial.rail.take(), []);
  assert.deepEqual(trial.acknowledged(), [undefined, "d1"]);
});

Deno.test("M-18: a rail that is shut down acknowledges once more what is pending, and ignores the reply", async () => {
  await using trial = new RailTrial([inject("d1"), inject("d2")]);
  await trial.clock.advance(0);
  trial.shutDown();
  assert.equal(await trial.ended, "shut-down");
  assert.deepEqual(trial.acknowledged(), [undefined, "d1"]);
  assert.deepEqual(ids(trial.rail.takeTurn(OPEN_TURN)), ["d1"]);
});

Deno.test("M-18: a rail with nothing to acknowledge ends without a request", async () => {
  await using trial = new RailTrial([inject("d1"), undefined]);
  await trial.clock.advance(BEAT_MS);
  trial.shutDown();
  await trial.ended;
  assert.deepEqual(trial.acknowledged(), [undefined, "d1"]);
});

Deno.test("M-18: the last request of a rail is given up after five seconds", async () => {
  const clock = new ManualClock();
  const shutdown = new AbortController();
  let asked = 0;
  const signals: AbortSignal[] = [];
  const ask = (_: RefreshRequest, signal: AbortSignal) => {
    signals.push(signal);
    return ++asked === 1 ? Promise.resolve(inject("d1")) : new Promise<never>(() => {});
  };
  let end: RailEnd | undefined;
  const rail = new Rail({ worker: "w1", ask, clock });
  const ended = rail.run(shutdown.signal).then((reason) => end = reason);
  await clock.advance(0);
  shutdown.abort();
  await clock.advance(4999);
  assert.equal(end, undefined);
  await clock.advance(1);
  assert.equal(await ended, "shut-down");
  assert.equal(signals[1]!.aborted, true);
});
