import assert from "node:assert/strict";
import { nameRoots, openLocalService } from "@dossier/server/service";
import { openState } from "../../retrieval/delivery/state/open_state.ts";
import { makeRepository } from "../../tests/hooked_session.ts";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { injectContextForClaimedSession } from "./claimed_session.ts";
import type { FoundObservation } from "./core/mod.ts";
import { MEMORY_TABLES } from "./memory_tables.ts";
import type { Claimed } from "./operations/claim.ts";
import type { Remembered } from "./remember.ts";
import {
  listGivenObservations,
  listInjects,
  listMemoryInjections,
  openMemoryPlace,
  SQLITE,
} from "./store/mod.ts";

const NOON = Date.UTC(2026, 0, 2, 12);

/** An empty memory, and a function that claims a session with some observations. */
class ClaimTrial implements Disposable {
  readonly #workspace = new TempWorkspace();

  async open() {
    const tables = [MEMORY_TABLES];
    const state = await openState(this.#workspace.root, { now: () => NOON, tables });
    const place = await openMemoryPlace(state, { organization: "local", project: "shop" }, SQLITE);
    return {
      place,
      claim: (
        contents: readonly string[],
        { push = true, session = "s1", ...more }: Partial<
          Parameters<typeof injectContextForClaimedSession>[0] & { readonly push: boolean }
        > = {},
      ) =>
        injectContextForClaimedSession({
          place,
          settings: { push, weighting: true, budgets: {}, graph: false },
          session,
          workType: "chore",
          query: "uploads hang",
          finder: { retrieve: () => Promise.resolve(contents.map(toFound)) },
          ...more,
        }),
    };
  }

  [Symbol.dispose](): void {
    this.#workspace[Symbol.dispose]();
  }
}

function toFound(content: string, at: number): FoundObservation {
  return {
    relevance: 1 - at / 10,
    observation: {
      id: `o${at + 1}`,
      scope: { organization: "local", project: "shop" },
      kind: at === 1 ? "summary" : "decision",
      content,
      contentHash: "",
      origin: "explicit",
      classification: "internal",
      anchors: [],
      weight: 1,
      tags: [],
      createdAt: 0,
      verifiedAt: 0,
    },
  };
}

Deno.test("M-12 a secret in a prompt is not in the log", async () => {
  using trial = new ClaimTrial();
  const { place, claim } = await trial.open();
  const token = `ghp_${"aB3dE5gH7j".repeat(3)}aB3dE5`;
  await claim(["Uploads are retried"], { query: `ABC-7 uploads fail with ${token}` });
  const [row] = await listMemoryInjections(place);
  assert.equal(row?.query, "ABC-7 uploads fail with «masked: github-token»");
});

for (const push of [true, false]) {
  Deno.test(`M-12 the log row equals what was rendered, with the gate ${push ? "on" : "off"}`, async () => {
    using trial = new ClaimTrial();
    const { place, claim } = await trial.open();
    const block = await claim(["Uploads are retried", "x".repeat(5000)], { push });
    const expected = "## Relevant Past Observations\n- [o1] Uploads are retried (weight: 1)\n" +
      `- [o2] ${"x".repeat(300)} (weight: 1)`;
    assert.equal(block.text, expected);
    assert.equal(block.isQueued, push);
    const rows = (await listMemoryInjections(place)).map(({ delivery: _, ...row }) => row);
    assert.deepEqual(rows, [{
      session: "s1",
      workType: "chore",
      moment: "claim",
      query: "uploads hang",
      budgetTokens: 300,
      // 30 + 39 + 319 characters, four to a token.
      actualTokens: Math.ceil(expected.length / 4),
      graphTokens: 0,
      observations: ["o1", "o2"],
      summaries: ["o2"],
      graphNodes: [],
      graphEdges: [],
      timestamp: "2026-01-02T12:00:00.000Z",
    }]);
  });
}

Deno.test("M-12 an empty block is logged, and is not queued", async () => {
  using trial = new ClaimTrial();
  const { place, claim } = await trial.open();
  assert.equal((await claim([])).isQueued, false);
  const [row] = await listMemoryInjections(place);
  assert.deepEqual([row?.observations, row?.actualTokens], [[], 0]);
  assert.deepEqual(await listInjects(place, "s1"), []);
});

Deno.test("M-13 the gate decides what is queued, the same block once, for each session", async () => {
  using trial = new ClaimTrial();
  const { place, claim } = await trial.open();
  const count = async (session = "s1") => (await listInjects(place, session)).length;
  await claim(["Uploads are retried"], { push: false });
  assert.equal(await count(), 0);
  await claim(["Uploads are retried"]);
  await claim(["Uploads are retried"]);
  assert.equal(await count(), 1);
  assert.equal((await listMemoryInjections(place)).length, 1);
  await claim(["Uploads are retried"], { session: "s2" });
  assert.equal(await count("s2"), 1);
  await claim(["Uploads are queued"]);
  assert.equal(await count(), 2);
  const [first] = await listInjects(place, "s1");
  assert.deepEqual([first?.kind, first?.state], ["memory", "pending"]);
});

Deno.test("M-14 a failed queue or log is reported in one sentence", async () => {
  using trial = new ClaimTrial();
  const { place, claim } = await trial.open();
  const warnings: string[] = [];
  const fail = () => Promise.reject(new Error("gone"));
  const warn = (message: string) => void warnings.push(message);
  const block = await claim(["Uploads are retried"], { enqueue: fail, log: fail, warn });
  assert.deepEqual([block.observations, block.isQueued], [["o1"], false]);
  assert.deepEqual(warnings, [
    "Cannot log the delivery to the session",
    "Cannot queue the memory block for the session",
  ]);
  assert.deepEqual(await listInjects(place, "s1"), []);
});

Deno.test("listGivenObservations() can omit observations of one moment", async () => {
  using trial = new ClaimTrial();
  const { place, claim } = await trial.open();
  await claim(["Uploads are retried"]);
  assert.deepEqual([...await listGivenObservations(place, "s1")], ["o1"]);
  assert.deepEqual([...await listGivenObservations(place, "s1", { except: "claim" })], []);
});

Deno.test("claim returns fresh and cited observations, also repeatedly, as long as they hold", async () => {
  using workspace = makeRepository();
  await using service = openLocalService(nameRoots([workspace.root]));
  const work = { session: "s1", identifier: "web-7", title: "Retry of uploads", workType: "bug" };
  assert.deepEqual(await service.call("claim", work), {
    block: "",
    observations: [],
    tokens: 0,
    budget: 0,
    queued: false,
  });
  const remember = async (content: string, paths: readonly string[] = []) =>
    (await service.call("remember", { content, paths }) as Remembered).id;
  const id = await remember("The retry of uploads waits for the queue", ["upload.py#retry_upload"]);
  await remember("The retry of uploads is described in a wiki");
  const claim = () => service.call("claim", work) as Promise<Claimed>;
  const claimed = await claim();
  assert.deepEqual(claimed, {
    block: `## Relevant Past Observations\n- [${id}] The retry of uploads waits for the queue ` +
      "(weight: 1)",
    observations: [id],
    tokens: 23,
    budget: 750,
    queued: false,
  });
  assert.deepEqual(await claim(), claimed);
  workspace.write("upload.py", "def retry_upload(file):\n    return None\n");
  assert.deepEqual((await claim()).observations, []);
});
