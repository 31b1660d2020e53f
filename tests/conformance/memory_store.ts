import assert from "node:assert/strict";
import type { Embedder } from "../../retrieval/embed/embedder.ts";
import type { StateStore } from "../../retrieval/delivery/state/state_store.ts";
import { type AuditEntry, findBrokenEntry } from "../../features/memory/core/mod.ts";
import { hashText } from "../../features/memory/hash_text.ts";
import {
  abandonInject,
  acknowledgeInject,
  applyOutcome,
  changeObservation,
  checkAudit,
  countObservations,
  countUsage,
  DEFAULT_SETTINGS,
  embedObservations,
  enqueueInject,
  findObservation,
  LEASE_MS,
  listAudit,
  listCiting,
  listGivenObservations,
  listInjects,
  listMemoryInjections,
  listObservations,
  listProjects,
  listRanks,
  listWeightSteps,
  logInjection,
  logRanks,
  type MemoryInjectionDraft,
  type MemoryPlace,
  nodeId,
  type ObservationDraft,
  offerInject,
  openMemoryPlace,
  pruneObservations,
  readGraph,
  readMemorySettings,
  readVectors,
  releaseInject,
  searchTerms,
  setEdges,
  setGrant,
  type SqlDialect,
  storeObservation,
  unacknowledgeInject,
  withdrawMemory,
  writeFingerprint,
  writeMemorySettings,
} from "../../features/memory/store/mod.ts";
import { rankByFeedback } from "../../features/memory/core/mod.ts";

/** New, empty store with the tables of memory and a manual clock. */
export interface MemoryStoreFixture extends AsyncDisposable {
  readonly state: StateStore;
  readonly dialect: SqlDialect;
  /** Advances the clock, in milliseconds. */
  wait(milliseconds: number): void;
}

/** Options of the tests of a store. */
export interface MemoryStoreSuite {
  /** Name of the store in the names of tests. */
  readonly name: string;
  /**
   * True when the store is not available here, so that its tests are counted as skipped. @default
   * false
   */
  readonly ignore?: boolean;
  open(): Promise<MemoryStoreFixture>;
}

const DRAFT: ObservationDraft = {
  kind: "decision",
  content: "Uploads are retried through the queue because the gateway drops long requests",
  origin: "explicit",
  classification: "internal",
  anchors: [],
};

const INJECTION: MemoryInjectionDraft = {
  delivery: "d1",
  session: "s1",
  workType: "bug_fix",
  moment: "context",
  query: "uploads hang",
  budgetTokens: 750,
  actualTokens: 40,
  graphTokens: 0,
  observations: [],
  summaries: [],
  graphNodes: [],
  graphEdges: [],
};

/** Model with two numbers, for texts about mails and about clocks. */
function openToyModel(fingerprint = "toy"): Embedder {
  const embed = (texts: readonly string[]) =>
    Promise.resolve(texts.map((text) => {
      const [mails, clocks] = [/mail|letter/i, /clock|time/i].map((word) =>
        word.test(text) ? 1 : 0
      );
      const length = Math.hypot(mails!, clocks!) || 1;
      return new Float32Array([mails! / length, clocks! / length]);
    }));
  return {
    name: fingerprint,
    fingerprint,
    dimensions: 2,
    isFast: true,
    batchSize: 2,
    embedQueries: embed,
    embedPassages: embed,
    [Symbol.dispose]() {},
  };
}

/** Returns the ids of observations whose vectors of a model are near the vector of a text. */
async function listNear(
  place: MemoryPlace,
  text: string,
  model = openToyModel(),
): Promise<readonly string[]> {
  const [query] = await model.embedQueries([text]);
  const compared = (await readVectors(place, model)).compare(query!);
  return compared.listBest({ least: 0.5, limit: 9 }).map((number) => `o${number}`).toSorted();
}

/** Limit that suffices to embed all texts of a test. */
const EMBED = { maxMs: 10_000 };

/** Registers the tests that every store of memory must pass. */
export function testMemoryStore({ name, ignore = false, open }: MemoryStoreSuite): void {
  const test = (
    sentence: string,
    body: (
      place: MemoryPlace,
      fixture: MemoryStoreFixture,
      openOther: (project: string, organization?: string) => Promise<MemoryPlace>,
    ) => Promise<void>,
  ) =>
    Deno.test({
      name: `${name}: ${sentence}`,
      ignore,
      async fn() {
        await using fixture = await open();
        const openOther = (project: string, organization = "local") =>
          openMemoryPlace(fixture.state, { organization, project }, fixture.dialect);
        await body(await openOther("shop"), fixture, openOther);
      },
    });
  const remember = (place: MemoryPlace, content: string, more: Partial<ObservationDraft> = {}) =>
    storeObservation(place, { ...DRAFT, content, ...more });
  const logGiven = (place: MemoryPlace, session: string, observations: readonly string[]) =>
    logInjection(place, { ...INJECTION, delivery: `d-${session}`, session, observations });

  test("stored observations are read unchanged", async (place) => {
    const draft: ObservationDraft = {
      ...DRAFT,
      reason: "seen in ABC-7",
      agent: "a1",
      session: "s0",
      tags: ["upload"],
      anchors: [{ path: "src/a.ts", symbol: "retry", hash: "00", lines: { start: 3, end: 9 } }],
    };
    const { id } = await storeObservation(place, draft);
    const { createdAt, verifiedAt, contentHash, ...found } = (await findObservation(place, id))!;
    assert.equal(createdAt, verifiedAt);
    assert.equal(contentHash.length, 64);
    const { agent, ...rest } = draft;
    const scope = { organization: "local", project: "shop", agent };
    assert.deepEqual(found, { ...rest, id, scope, weight: 1, status: "active" });
  });

  test(
    "M-26 equal and nearly equal content is stored once per project",
    async (place, _, openOther) => {
      const first = await remember(
        place,
        "Always run the migrations before the tests of the API module",
      );
      assert.deepEqual(
        await remember(place, "Always  run the migrations\nbefore the tests of the API module"),
        { id: first.id, same: "exact" },
      );
      assert.deepEqual(
        await remember(place, "Always run the migrations, before the tests of the API module!"),
        { id: first.id, same: "near" },
      );
      const other = await openOther("other");
      assert.equal((await remember(other, DRAFT.content)).same, undefined);
      assert.equal((await countObservations(place)).active, 1);
      assert.equal((await countObservations(other)).active, 1);
    },
  );

  test("M-26 a duplicate with more weight replaces the content and keeps the id", async (place) => {
    const { id } = await remember(place, "Run make lint before every commit", { weight: 0.5 });
    await remember(place, "Run make lint before every commit!", { weight: 0.4 });
    assert.equal((await findObservation(place, id))?.content, "Run make lint before every commit");
    await remember(place, "Run make lint before every commit!", { weight: 0.9 });
    const { content, weight } = (await findObservation(place, id))!;
    assert.deepEqual([content, weight], ["Run make lint before every commit!", 0.9]);
  });

  test("another number or a negation is not a duplicate", async (place) => {
    await remember(
      place,
      "The gateway closes a request after 30 seconds without any traffic at all",
    );
    await remember(
      place,
      "The gateway closes a request after 60 seconds without any traffic at all",
    );
    await remember(place, "Never call the scheduler from the request handler of the API module");
    await remember(place, "Call the scheduler from the request handler of the API module");
    assert.equal((await countObservations(place)).active, 4);
  });

  test("simultaneous writes of the same content store it once", async (place) => {
    const kept = await Promise.all(
      Array.from({ length: 16 }, () => remember(place, DRAFT.content)),
    );
    assert.equal(new Set(kept.map(({ id }) => id)).size, 1);
    assert.equal(kept.filter(({ same }) => same === undefined).length, 1);
  });

  test("a waiting observation is not found until it is accepted", async (place) => {
    const { id } = await remember(place, "Snapshots are updated with make snap", {
      isWaiting: true,
      origin: "captured",
    });
    assert.deepEqual(await searchTerms(place, "update snapshots", 5), []);
    assert.equal(await changeObservation(place, id, { action: "accept" }), true);
    assert.equal((await searchTerms(place, "update snapshots", 5))[0]?.id, id);
    assert.equal(await changeObservation(place, "o999", { action: "accept" }), false);
    assert.equal(await changeObservation(place, "nonsense", { action: "accept" }), false);
  });

  test("a refused observation is restored by a statement, but not by rules", async (place) => {
    const mined = { isWaiting: true, origin: "captured" } as const;
    const { id } = await remember(place, "Snapshots are updated with make snap", mined);
    await changeObservation(place, id, { action: "refuse" });
    await remember(place, "Snapshots are updated with make snap", mined);
    assert.equal((await findObservation(place, id))?.status, "refused");
    await remember(place, "Snapshots are updated with make snap");
    assert.equal((await findObservation(place, id))?.status, "active");
  });

  test("a waiting observation does not replace a delivered one", async (place) => {
    const { id } = await remember(place, DRAFT.content, { weight: 0.5, reason: "known" });
    const waiting = { isWaiting: true, origin: "captured", reason: "found" } as const;
    assert.equal((await remember(place, DRAFT.content, waiting)).same, "exact");
    const { status, weight, reason } = (await findObservation(place, id))!;
    assert.deepEqual([status, weight, reason], ["active", 0.5, "known"]);
  });

  test("an observation that is stored only when new does not change an existing one", async (place) => {
    const waiting = { isWaiting: true, weight: 0.5 };
    const { id } = await remember(place, DRAFT.content, waiting);
    await remember(place, DRAFT.content, { isOnlyNew: true });
    assert.equal((await findObservation(place, id))?.status, "waiting");
    const other = "Sessions of customers end after half an hour without any request";
    const copied = { status: "superseded", createdAt: 1000, verifiedAt: 2000 } as const;
    const { id: second } = await remember(place, other, { isOnlyNew: true, ...copied });
    const { status, createdAt, verifiedAt } = (await findObservation(place, second))!;
    assert.deepEqual({ status, createdAt, verifiedAt }, copied);
  });

  test("only observations that were unused for some days are erased", async (place, fixture) => {
    const day = 24 * 60 * 60 * 1000;
    const claims = [
      "Deployments happen on Tuesdays, before the team meets",
      "The gateway drops every request that takes longer than a minute",
      "Customers are never told the name of the host that serves them",
      "Images are scaled by a worker that is started for each of them",
    ];
    const [unused, verified, accepted, rejected] = await Promise.all(
      claims.map(async (claim) => (await remember(place, claim)).id),
    );
    fixture.wait(20 * day);
    await changeObservation(place, verified!, { action: "verify", anchors: [] });
    for (const [id, outcome] of [[accepted, "accepted"], [rejected, "rejected"]] as const) {
      await logGiven(place, outcome, [id!]);
      await applyOutcome(place, { session: outcome, outcome, diagnostic: {} });
    }
    assert.deepEqual(await pruneObservations(place, { days: 30 }), []);
    fixture.wait(15 * day);
    const pruned = [unused!, rejected!].toSorted();
    assert.deepEqual(await pruneObservations(place, { days: 30, isDry: true }), pruned);
    assert.deepEqual(await pruneObservations(place, { days: 30 }), pruned);
    assert.deepEqual(await pruneObservations(place, { days: 30 }), []);
    assert.equal((await findObservation(place, unused!))?.content, "");
    const left = await listObservations(place, { after: "o0", limit: 10 });
    assert.deepEqual(left.map(({ id }) => id), [verified!, accepted!].toSorted());
  });

  test("a superseded observation is kept but not found", async (place) => {
    const old = await remember(place, "The cache lives in Redis");
    const now = await remember(place, "The cache lives in PostgreSQL since the spring");
    await changeObservation(place, old.id, { action: "supersede", by: now.id });
    assert.deepEqual((await searchTerms(place, "cache", 5)).map(({ id }) => id), [now.id]);
    const { status, supersededBy } = (await findObservation(place, old.id))!;
    assert.deepEqual([status, supersededBy], ["superseded", now.id]);
  });

  test("a replaced observation is delivered again after a statement, but not after rules find it", async (place) => {
    const old = await remember(place, "The cache lives in Redis");
    const now = await remember(place, "The cache lives in PostgreSQL since the spring");
    await changeObservation(place, old.id, { action: "supersede", by: now.id });
    const statusOf = async () => {
      const { status, supersededBy } = (await findObservation(place, old.id))!;
      return [status, supersededBy];
    };
    await remember(place, "The cache lives in Redis", { origin: "captured" });
    assert.deepEqual(await statusOf(), ["superseded", now.id]);
    await remember(place, "The cache lives in Redis");
    assert.deepEqual(await statusOf(), ["active", undefined]);
  });

  test("an observation replaces an equal or nearly equal one that it names", async (place) => {
    const claim = "Deployments happen on Tuesdays, before the team meets";
    const { id } = await remember(place, claim, { weight: 0.5 });
    assert.deepEqual(await remember(place, claim, { supersedes: id, reason: "so" }), { id });
    const { weight, reason } = (await findObservation(place, id))!;
    assert.deepEqual([weight, reason], [0.5, "so"]);
    const near = await remember(place, `${claim}!`, { supersedes: id });
    assert.equal(near.same, undefined);
    assert.notEqual(near.id, id);
  });

  test("a forgotten observation leaves no text in the store", async (place) => {
    const { id } = await remember(place, "The staging password is in the vault of Ann", {
      reason: "Ann said so",
      tags: ["vault"],
    });
    const claim = { type: "Decision", name: "The staging password is in the vault" } as const;
    const file = { type: "Module", name: "deploy.sh" } as const;
    const other = await remember(place, "Deployments happen on Tuesdays");
    await setEdges(place, id, [{ source: claim, relation: "decides", target: file }]);
    await setEdges(place, other.id, [
      { source: { type: "Decision", name: "Deployments" }, relation: "decides", target: file },
    ]);
    assert.equal(await changeObservation(place, id, { action: "forget" }), true);
    const nodes = await place.state.read((sql) => sql.table("SELECT name FROM memory_nodes"));
    assert.deepEqual(nodes.flat().toSorted(), ["Deployments", "deploy.sh"]);
    assert.equal(await changeObservation(place, other.id, { action: "forget" }), true);
    assert.deepEqual(await searchTerms(place, "staging vault", 5), []);
    assert.deepEqual(await listObservations(place, { limit: 9 }), []);
    const rows = await place.state.read((sql) => sql.table("SELECT * FROM memory_observations"));
    assert.doesNotMatch(JSON.stringify(rows), /vault|Ann/);
    assert.equal(await changeObservation(place, id, { action: "forget" }), false);
  });

  test("a forgotten observation is not delivered to sessions", async (place) => {
    const forgotten = await remember(place, "The staging password is in the vault of Ann");
    const kept = await remember(place, "Deployments happen on Tuesdays");
    const deliver = async (session: string, ids: readonly string[], graph = "") => {
      await logGiven(place, session, ids);
      const lines = ids.map((id) =>
        `- [${id}] ${id === kept.id ? "Tuesdays" : "vault"} (weight: 1)`
      );
      const text = ["## Relevant Past Observations", ...lines].join("\n");
      await enqueueInject(place, { session, text: text + graph, kind: "memory" });
    };
    await deliver(
      "s1",
      [forgotten.id, kept.id],
      "\n\n## Knowledge Graph Triplets\n- vault → decides → a",
    );
    await deliver("s2", [forgotten.id]);
    await changeObservation(place, forgotten.id, { action: "forget" });
    const offered = await offerInject(place, { session: "s1", worker: "w" });
    assert.equal(
      offered?.text,
      `## Relevant Past Observations\n- [${kept.id}] Tuesdays (weight: 1)`,
    );
    assert.equal(await offerInject(place, { session: "s2", worker: "w" }), undefined);
  });

  test("rare words of a query count more than common ones, and of equals the newer is first", async (place) => {
    for (let at = 0; at < 30; at++) await remember(place, `Module number ${at} has tests`);
    const rare = await remember(place, "Module of the scheduler has tests");
    const [best, next, last] = await searchTerms(place, "tests of the scheduler module", 3);
    assert.equal(best?.id, rare.id);
    assert.equal(best?.relevance, 1);
    assert.ok(next!.relevance < 0.2);
    assert.deepEqual([next?.id, last?.id], ["o30", "o29"]);
    assert.deepEqual(await searchTerms(place, "", 3), []);
    assert.deepEqual(await searchTerms(place, "zebra", 3), []);
  });

  test("an observation is found by its paths, definitions and tags", async (place) => {
    const { id } = await remember(place, "Only one thread may call this", {
      anchors: [{ path: "src/ledger/posting.ts", symbol: "closeBooks", hash: "0" }],
      tags: ["concurrency"],
    });
    for (const query of ["closeBooks", "posting.ts", "concurrency", "close the books"]) {
      assert.equal((await searchTerms(place, query, 3))[0]?.id, id, query);
    }
  });

  test("observations are compared by a model's vectors", async (place) => {
    const mail = await remember(place, "Mails wait in a queue");
    const waiting = await remember(place, "Letters are cut", { isWaiting: true });
    const plain = await remember(place, "Deployments happen on Tuesdays");
    assert.deepEqual(await listNear(place, "a letter"), []);
    await embedObservations(place, openToyModel(), EMBED);
    assert.deepEqual(await listNear(place, "a letter"), [mail.id]);
    assert.deepEqual(await listNear(place, "a clock"), []);
    const compared = (await readVectors(place, openToyModel())).compare(new Float32Array([1, 0]));
    assert.equal(compared.findCosine(Number(plain.id.slice(1))), undefined);
    // Readers continue after them.
    await changeObservation(place, waiting.id, { action: "accept" });
    const clock = await remember(place, "The clock of the queue jumps");
    await embedObservations(place, openToyModel(), EMBED);
    assert.deepEqual(await listNear(place, "a letter"), [mail.id, waiting.id].toSorted());
    assert.deepEqual(await listNear(place, "what time"), [clock.id]);
  });

  test("vectors of another model are replaced and never compared", async (place, _, openOther) => {
    const { id } = await remember(place, "Mails wait in a queue");
    const peer = await openOther("peer");
    const other = await remember(peer, "Mails wait in a queue");
    for (const one of [place, peer]) await embedObservations(one, openToyModel("first"), EMBED);
    for (const name of ["a model", "z model", "second"]) {
      const model = openToyModel(name);
      assert.deepEqual(await listNear(place, "a letter", model), []);
      await embedObservations(place, model, EMBED);
      assert.deepEqual(await listNear(place, "a letter", model), [id]);
    }
    assert.deepEqual(await listNear(place, "a letter", openToyModel("first")), []);
    assert.deepEqual(await listNear(peer, "a letter", openToyModel("first")), [other.id]);
  });

  test("a vector is removed with its text", async (place) => {
    const countRows = () =>
      place.state.read((sql) => sql.value("SELECT count(*) FROM memory_vectors"));
    const { id } = await remember(place, "Mails wait in a queue");
    const next = await remember(place, "Letters are cut");
    await embedObservations(place, openToyModel(), EMBED);
    await remember(place, "Mails  wait in a queue", { weight: 2, reason: "The clock" });
    await embedObservations(place, openToyModel(), EMBED);
    assert.deepEqual(await listNear(place, "what time"), [id]);
    for (const action of ["refuse", "forget"] as const) {
      assert.equal(await changeObservation(place, id, { action }), true);
      assert.equal(await countRows(), 1);
    }
    await changeObservation(place, next.id, { action: "supersede", by: id });
    assert.equal(await countRows(), 0);
  });

  test("several processes may embed the same observations at the same time", async (place) => {
    const ids: string[] = [];
    for (const name of ["queue", "vault", "gateway", "scheduler", "ledger"]) {
      ids.push((await remember(place, `Mails of the ${name} are sent by the ${name}`)).id);
    }
    await Promise.all(
      Array.from({ length: 4 }, () => embedObservations(place, openToyModel(), EMBED)),
    );
    assert.deepEqual(await listNear(place, "a letter"), ids.toSorted());
    const rows = await place.state.read((sql) => sql.table("SELECT id FROM memory_vectors"));
    assert.equal(rows.length, ids.length);
  });

  test("nothing of another project or organisation is read", async (place, _, openOther) => {
    const { id } = await remember(place, DRAFT.content);
    for (const other of [await openOther("other"), await openOther("shop", "rival")]) {
      assert.deepEqual(await searchTerms(other, "uploads retried queue", 5), []);
      assert.equal(await findObservation(other, id), undefined);
      assert.equal(await changeObservation(other, id, { action: "forget" }), false);
      assert.deepEqual(await listObservations(other, { limit: 9 }), []);
    }
  });

  test("lists continue after an observation", async (place) => {
    for (let at = 0; at < 5; at++) {
      await remember(place, `The module ${"abcde"[at]} owns its tables`);
    }
    const page = await listObservations(place, { limit: 2 });
    const next = await listObservations(place, { limit: 9, before: page[1]!.id });
    assert.deepEqual(page.map(({ id }) => id), ["o5", "o4"]);
    assert.deepEqual(next.map(({ id }) => id), ["o3", "o2", "o1"]);
  });

  test("citations of a file are found by its exact path", async (place) => {
    for (const path of ["src/a_b.ts", "src/axb.ts", "src/A_b.ts", "lib/src/a_b.ts", 'a"%.ts']) {
      const anchors = [{ path: "z.ts", hash: "" }, { path, symbol: "run", hash: "1" }];
      await remember(place, `The file ${path} owns its tables`, { anchors });
    }
    await remember(place, "It waits for somebody", {
      anchors: [{ path: "src/a_b.ts", hash: "" }],
      isWaiting: true,
    });
    const listPaths = async (...paths: readonly string[]) =>
      (await listCiting(place, paths)).map(({ anchors }) => anchors[1]!.path);
    assert.deepEqual(await listPaths("src/a_b.ts"), ["src/a_b.ts"]);
    assert.deepEqual(await listPaths("src/axb.ts", 'a"%.ts'), ['a"%.ts', "src/axb.ts"]);
    assert.deepEqual(await listPaths(), []);
  });

  test("M-12 an injection is logged once, with an ISO time, and may be withdrawn", async (place) => {
    assert.equal(await logInjection(place, INJECTION), true);
    assert.equal(await logInjection(place, INJECTION), false);
    const [logged, ...more] = await listMemoryInjections(place, { session: "s1" });
    assert.equal(more.length, 0);
    const { timestamp, ...rest } = logged!;
    assert.deepEqual(rest, INJECTION);
    assert.match(timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    await withdrawMemory(place, "d1");
    assert.deepEqual(await listMemoryInjections(place), []);
    assert.deepEqual(await listGivenObservations(place, "s1"), new Set());
  });

  test("M-3 each candidate of a session is logged with both ranks", async (place) => {
    const ranked = rankByFeedback([
      { id: "o1", relevance: 0.9, weight: 0.5 },
      { id: "o2", relevance: 0.6, weight: 1 },
    ]);
    await logRanks(place, "s1", ranked);
    assert.deepEqual(await listRanks(place), [
      { session: "s1", observation: "o2", plainRank: 1, weightedRank: 0 },
      { session: "s1", observation: "o1", plainRank: 0, weightedRank: 1 },
    ]);
  });

  test("M-20 outcomes change weights, once per session, with a history", async (place, fixture) => {
    const { id } = await remember(place, DRAFT.content);
    const end = async (session: string, outcome: "accepted" | "rejected" | "rework") => {
      await logGiven(place, session, [id]);
      fixture.wait(1);
      return await applyOutcome(place, { session, outcome, diagnostic: {} });
    };
    await end("s1", "accepted");
    assert.equal((await findObservation(place, id))?.weight, 1);
    await end("s2", "rejected");
    assert.equal((await findObservation(place, id))?.weight, 0.85);
    const repeated = await applyOutcome(place, {
      session: "s2",
      outcome: "accepted",
      diagnostic: {},
    });
    assert.deepEqual([repeated.isRepeated, repeated.outcome, repeated.steps], [
      true,
      "rejected",
      [],
    ]);
    await end("s3", "rework");
    const third = await end("s4", "rejected");
    assert.ok(Math.abs((await findObservation(place, id))!.weight - 0.614125) < 1e-12);
    assert.deepEqual(third.misleading, [id]);
    // It is flagged now, so the next failure changes it twice as much.
    const flagged = await end("s5", "rejected");
    assert.equal(flagged.steps[0]?.rate, 0.3);
    const steps = await listWeightSteps(place, { subject: id });
    assert.deepEqual(steps.map(({ session, rate }) => [session, rate]), [
      ["s1", 0.1],
      ["s2", 0.15],
      ["s3", 0.15],
      ["s4", 0.15],
      ["s5", 0.3],
    ]);
  });

  test("M-20 outcomes that arrive at the same time are applied once", async (place) => {
    const { id } = await remember(place, DRAFT.content);
    await logGiven(place, "s1", [id]);
    const applied = await Promise.all(
      Array.from(
        { length: 8 },
        () => applyOutcome(place, { session: "s1", outcome: "rejected", diagnostic: {} }),
      ),
    );
    assert.equal(applied.filter(({ isRepeated }) => !isRepeated).length, 1);
    assert.equal((await findObservation(place, id))?.weight, 0.85);
  });

  test("deliveries and outcomes of an observation are counted by session", async (place) => {
    const { id } = await remember(place, DRAFT.content);
    for (const session of ["s1", "s2", "s3"]) await logGiven(place, session, [id]);
    await logInjection(place, { ...INJECTION, delivery: "again", observations: [id] });
    for (const [session, outcome] of [["s1", "accepted"], ["s2", "rework"]] as const) {
      await applyOutcome(place, { session, outcome, diagnostic: {} });
    }
    const usage = await countUsage(place, [id, "o99"]);
    assert.deepEqual([...usage], [[id, { sessions: 3, accepted: 1, failed: 1 }]]);
    assert.deepEqual(await listGivenObservations(place, "s3"), new Set([id]));
  });

  test("M-21 the graph learns, and an outcome without a log changes nothing", async (place) => {
    const quiet = await applyOutcome(place, {
      session: "unknown",
      outcome: "accepted",
      diagnostic: {},
    });
    assert.deepEqual([quiet.given, quiet.steps], [0, []]);
    const { id } = await remember(place, DRAFT.content);
    const [source, target] = [
      { type: "Decision", name: "Retry through the queue" },
      { type: "Module", name: "src/upload.ts" },
    ] as const;
    await setEdges(place, id, [{ source, relation: "concerns", target }]);
    const edge = { source: nodeId(source), relation: "concerns", target: nodeId(target) };
    await logInjection(place, {
      ...INJECTION,
      graphNodes: [edge.source],
      graphEdges: [edge],
    });
    await applyOutcome(place, { session: "s1", outcome: "accepted", diagnostic: {} });
    const { nodes, edges } = await readGraph(place, [{ id, distance: 0.2 }]);
    assert.deepEqual(edges, [{ ...edge, feedback: 0.55 }]);
    const importance = Object.fromEntries(nodes.map((node) => [node.name, node.importance]));
    assert.deepEqual(importance, { "Retry through the queue": 0.55, "src/upload.ts": 0.5 });
    assert.deepEqual(nodes.map(({ distance }) => distance), [0.2, 0.2]);
  });

  test("M-13 the same text is queued once for a session, and for another session again", async (place) => {
    const first = await enqueueInject(place, { session: "s1", text: "stop", kind: "user" });
    const again = await enqueueInject(place, { session: "s1", text: "stop", kind: "user" });
    assert.equal(first?.isNew, true);
    assert.deepEqual(again, { delivery: first?.delivery, isNew: false });
    assert.equal(
      (await enqueueInject(place, { session: "s2", text: "stop", kind: "user" }))?.isNew,
      true,
    );
    assert.equal(
      (await enqueueInject(place, { session: "s1", text: "go", kind: "user" }))?.isNew,
      true,
    );
    assert.equal(
      await enqueueInject(place, { session: "s1", text: " \n", kind: "memory" }),
      undefined,
    );
    assert.equal((await listInjects(place, "s1")).length, 2);
  });

  test(
    "M-15 the oldest text is offered until its own session acknowledges it",
    async (place, fixture) => {
      const [one, two] = [
        await enqueueInject(place, { session: "s1", text: "one", kind: "user" }),
        await enqueueInject(place, { session: "s1", text: "two", kind: "memory", turn: "t1" }),
      ];
      const offer = (worker: string) => offerInject(place, { session: "s1", worker });
      assert.equal((await offer("w1"))?.text, "one");
      assert.equal((await offer("w1"))?.text, "one");
      // While it is held, another worker gets the next one instead.
      assert.equal((await offer("w2"))?.text, "two");
      assert.equal(
        await acknowledgeInject(place, { session: "s2", delivery: one!.delivery }),
        false,
      );
      assert.equal(await acknowledgeInject(place, { session: "s1", delivery: "unknown" }), false);
      assert.equal(
        await acknowledgeInject(place, { session: "s1", delivery: one!.delivery }),
        true,
      );
      assert.equal(
        await acknowledgeInject(place, { session: "s1", delivery: one!.delivery }),
        false,
      );
      assert.equal(await offer("w1"), undefined);
      fixture.wait(LEASE_MS + 1);
      assert.deepEqual(await offer("w1"), {
        deliveryId: two!.delivery,
        text: "two",
        kind: "memory",
        turnId: "t1",
        attempts: 2,
      });
      assert.equal((await listInjects(place, "s1"))[1]?.attempts, 2);
      // Only texts that were not offered again since are released.
      const release = (attempts: number) =>
        releaseInject(place, { session: "s1", delivery: two!.delivery, attempts });
      await release(1);
      assert.equal(await offer("w2"), undefined);
      await release(2);
      assert.equal((await offer("w2"))?.text, "two");
    },
  );

  test("M-30 a text that is given up is not offered again, and has a reason", async (place) => {
    const { delivery } = (await enqueueInject(place, { session: "s1", text: "x", kind: "user" }))!;
    const asked = { session: "s1", delivery, reason: "attempt-cap-exceeded" } as const;
    assert.equal(await abandonInject(place, asked), true);
    assert.equal(await abandonInject(place, asked), false);
    assert.equal(await offerInject(place, { session: "s1", worker: "w" }), undefined);
    const [dead] = await listInjects(place, "s1");
    assert.deepEqual([dead?.state, dead?.deadReason], ["dead", "attempt-cap-exceeded"]);
    const anew = await enqueueInject(place, { session: "s1", text: "x", kind: "user" });
    assert.equal(anew?.isNew, true);
    const offer = await offerInject(place, { session: "s1", worker: "w" });
    assert.deepEqual([offer?.deliveryId, offer?.text], [anew?.delivery, "x"]);
    assert.notEqual(anew?.delivery, delivery);
  });

  test("M-30 an acknowledgement is withdrawn when the agent did not receive the text", async (place) => {
    const { delivery } = (await enqueueInject(place, { session: "s1", text: "x", kind: "user" }))!;
    const asked = { session: "s1", delivery };
    const offer = () => offerInject(place, { session: "s1", worker: "w" });
    await offer();
    assert.equal(await acknowledgeInject(place, asked), true);
    assert.equal(await offer(), undefined);
    await unacknowledgeInject(place, { ...asked, session: "s2" });
    assert.equal(await offer(), undefined);
    await unacknowledgeInject(place, asked);
    assert.equal((await offer())?.deliveryId, delivery);
    assert.equal(await acknowledgeInject(place, asked), true);
  });

  test("workers that ask at the same time get different texts", async (place) => {
    for (let at = 0; at < 6; at++) {
      await enqueueInject(place, { session: "s1", text: `text ${at}`, kind: "user" });
    }
    const offers = await Promise.all(
      Array.from({ length: 6 }, (_, at) => offerInject(place, { session: "s1", worker: `w${at}` })),
    );
    const given = offers.flatMap((offer) => offer === undefined ? [] : [offer.deliveryId]);
    assert.equal(new Set(given).size, given.length);
  });

  test("M-28 changes of the memory form a chain that reveals alterations", async (place) => {
    const { id } = await remember(place, DRAFT.content);
    await changeObservation(place, id, { action: "verify", anchors: [] });
    await changeObservation(place, id, { action: "refuse" });
    await changeObservation(place, id, { action: "accept" });
    const list = async () => {
      const entries: AuditEntry[] = [];
      for await (const entry of listAudit(place)) entries.push(entry);
      return entries;
    };
    assert.equal((await list()).length, 4);
    assert.equal(findBrokenEntry(await list(), hashText), undefined);
    await place.state.write((sql) =>
      sql.run(`UPDATE memory_audit SET event = '{"action":"accept"}' WHERE sequence = 3`)
    );
    assert.equal(findBrokenEntry(await list(), hashText), 3);
  });

  test("M-28 an entry that was changed, is not valid JSON or is missing is named", async (place) => {
    assert.deepEqual(await checkAudit(place), { entries: 0 });
    for (const claim of ["One claim", "Another one", "The third of them"]) {
      await remember(place, claim);
    }
    assert.deepEqual(await checkAudit(place), { entries: 3 });
    const tamper = (sql: string) => place.state.write((run) => run.run(sql, place.number));
    const change = "UPDATE memory_audit SET event";
    const second = "WHERE project = ? AND sequence = 2";
    const event = await place.state.read((sql) =>
      sql.value<string>(`SELECT event FROM memory_audit ${second}`, place.number)
    );
    await tamper("DELETE FROM memory_audit WHERE project = ? AND sequence = 3");
    assert.deepEqual(await checkAudit(place), { entries: 2, broken: 3 });
    await tamper(`${change} = '{"action":"nothing"}' ${second}`);
    assert.equal((await checkAudit(place)).broken, 2);
    await tamper(`${change} = '{' ${second}`);
    assert.deepEqual(await checkAudit(place), { entries: 1, broken: 2 });
    await tamper(`${change} = '${event}' ${second}`);
    await tamper("DELETE FROM memory_audit WHERE project = ? AND sequence = 1");
    assert.equal((await checkAudit(place)).broken, 1);
  });

  test("simultaneous changes leave an intact chain", async (place) => {
    const subjects = [
      "queue",
      "cache",
      "ledger",
      "router",
      "mailer",
      "parser",
      "crawler",
      "gateway",
    ];
    await Promise.all(subjects.map((subject) => remember(place, `The ${subject} belongs to Ann`)));
    const entries: AuditEntry[] = [];
    for await (const entry of listAudit(place)) entries.push(entry);
    assert.equal(entries.length, subjects.length);
    assert.equal(findBrokenEntry(entries, hashText), undefined);
  });

  test("settings have defaults and are kept", async (place, _, openOther) => {
    assert.equal((await readMemorySettings(place)).gate, "review");
    await writeMemorySettings(place, { gate: "open" });
    await writeMemorySettings(place, { budgets: { chore: 0 } });
    const { gate, budgets } = await readMemorySettings(place);
    assert.deepEqual([gate, budgets], ["open", { chore: 0 }]);
    assert.equal((await readMemorySettings(await openOther("other"))).gate, "review");
  });

  test("a setting of a wrong type enables nothing: it is refused until it is set again", async (place) => {
    const { state, number } = place;
    const write = (settings: object) =>
      state.write((sql) =>
        sql.run(
          "UPDATE memory_projects SET settings = ? WHERE id = ?",
          JSON.stringify(settings),
          number,
        )
      );
    const wrong = { push: "off", capture: 1, gate: 3, scorer: "best", retentionDays: "9" };
    for (const [name, value] of [...Object.entries(wrong), ["budgets", { chore: -1 }] as const]) {
      await write({ [name]: value });
      await assert.rejects(readMemorySettings(place), {
        code: "state-damaged",
        message: new RegExp(
          `its setting ${name} must be .* it is .*write memory settings ${name} default`,
        ),
      });
    }
    await write({ push: "on", give: true });
    const { push, give } = await writeMemorySettings(place, { push: false });
    assert.deepEqual([push, give], [false, true]);
    assert.deepEqual(await readMemorySettings(place), { ...DEFAULT_SETTINGS, give: true });
  });

  test(
    "M-23 another project is granted and revoked, within the organisation only",
    async (place, _, openOther) => {
      const peer = await openOther("peer");
      await openOther("peer", "rival");
      await writeFingerprint(peer, new Set(["language:go", "lib:zod"]));
      assert.deepEqual(await listProjects(place), [{
        number: peer.number,
        project: "peer",
        fingerprint: new Set(["language:go", "lib:zod"]),
        isGranted: false,
      }]);
      assert.equal(await setGrant(place, "peer", true), true);
      assert.equal((await listProjects(place))[0]?.isGranted, true);
      assert.equal(
        (await listProjects(peer)).find(({ project }) => project === "shop")?.isGranted,
        false,
      );
      assert.equal(await setGrant(place, "peer", false), true);
      assert.equal((await listProjects(place))[0]?.isGranted, false);
      assert.equal(await setGrant(place, "unknown", true), false);
      assert.equal(await setGrant(place, "shop", true), false);
    },
  );
}

/** Migrations before the one for vectors. */
const WITHOUT_VECTORS = 2;

/**
 * Checks that a store of an earlier version keeps its data and receives the missing tables.
 *
 * @param open Opens the store with the given number of its migrations.
 */
export async function checkMemoryUpgrade(
  dialect: SqlDialect,
  open: (count: number) => Promise<StateStore>,
): Promise<void> {
  const name = { organization: "local", project: "shop" };
  const before = await open(WITHOUT_VECTORS);
  const { number } = await openMemoryPlace(before, name, dialect);
  for (const status of ["active", "refused"]) {
    await before.write((sql) =>
      sql.run(
        `INSERT INTO memory_observations (project, agent, kind, content, reason, content_hash,
        sim_hash, origin, evidence, classification, anchors, tags, weight, session, status,
        source_project, created_at, verified_at) VALUES
        (?1, '', 'decision', 'Mails wait in a queue', '', ?2, '', 'explicit', '', 'internal', '[]',
        '[]', 1, '', ?2, '', 1, 1)`,
        number,
        status,
      )
    );
  }
  before[Symbol.dispose]();
  using state = await open(WITHOUT_VECTORS + 1);
  const place = await openMemoryPlace(state, name, dialect);
  await embedObservations(place, openToyModel(), EMBED);
  assert.deepEqual(await listNear(place, "a letter"), ["o1"]);
  assert.equal((await listObservations(place, { limit: 9 })).length, 2);
}
