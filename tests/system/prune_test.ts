import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { openState } from "../../retrieval/delivery/state/open_state.ts";
import { APPLICATION_ID } from "../../retrieval/delivery/state/state_schema.ts";
import SCHEMA from "../../retrieval/delivery/state/schema.sql" with { type: "text" };
import { appendInjection } from "../../retrieval/delivery/state/append_injection.ts";
import { findInjection, listInjections } from "../../retrieval/delivery/state/read_injections.ts";
import { recordTiers } from "../../features/tiers/state/tier_injections.ts";
import { listSessions } from "../../retrieval/delivery/state/sessions.ts";
import { parseAcknowledged, writerCommand } from "../runs/state_runs.ts";
import { exampleAnswer, exampleDraft } from "../example_draft.ts";
import { HostedWorkspace } from "./hosted_workspace.ts";
import { assertFailure, assertSentences, assertSuccess } from "./assert_sentences.ts";
import { MEMORY_TABLES } from "../../features/memory/memory_tables.ts";
import { TIER_TABLES } from "../../features/tiers/tier_tables.ts";

const DAY_MS = 86_400_000;
const STATE = ".dossier/state";

/** Writes three records at noon of each day before now, one of them alone and two of a session. */
async function writeRecords(workspace: HostedWorkspace, days: readonly number[]): Promise<void> {
  Deno.mkdirSync(workspace.path(STATE), { recursive: true });
  let time = 0;
  const tables = [MEMORY_TABLES, TIER_TABLES];
  using state = await openState(workspace.path(STATE), { now: () => time, tables });
  for (const day of days) {
    time = Date.now() - (day - 0.5) * DAY_MS;
    const passages = 30;
    await appendInjection(state, exampleDraft(day, { fragments: passages }));
    await appendInjection(state, {
      ...exampleDraft(day, { fragments: passages }),
      session: `day-${day}`,
    });
    await appendInjection(state, exampleAnswer(day, { session: `day-${day}`, round: 1 }));
  }
}

Deno.test("log prune removes old records, lists them, and makes the file smaller", async () => {
  using workspace = new HostedWorkspace({ "a.md": "retry\n" });
  const log = (...args: string[]) => workspace.run(["log", ...args]);
  const nothing = await log("prune", "--keep", "1");
  assert.deepEqual([nothing.code, nothing.stdout], [0, ""]);
  assert.equal(nothing.stderr, "dossier: Nothing is recorded yet\n");

  await writeRecords(workspace, Array.from({ length: 60 }, (_, at) => 90 - at));
  const size = () => Deno.statSync(workspace.path(`${STATE}/state.db`)).size;
  const before = size();
  const dry = assertSuccess(await log("prune", "--older-than", "60d", "--dry-run"));
  assert.match(dry, /^Would prune 90 records of 30 sessions, recorded from \S+ \S+Z to \S+ \S+Z\n/);
  assert.match(dry, /^90 would be left\nThe file is \d+\.\d [kM]B\n$/m);
  assert.equal(size(), before, "nothing has changed");

  const done = assertSuccess(await log("prune", "--older-than", "60d"));
  assert.match(done, /^Pruned 90 records of 30 sessions, recorded from /);
  assert.match(done, /^90 are left\nThe file is [\d.]+ [kM]B, it was [\d.]+ [kM]B\n$/m);
  assert.ok(size() < 0.6 * before, `${before} to ${size()}`);

  assertFailure(await log("show", "1"), {
    code: 2,
    message: /Cannot show record 1 as it was pruned on \S+ \S+Z by --older-than 60d\n/,
  });
  const list = await log("--limit", "1000");
  assertSentences(list);
  assert.match(list.stderr, /^dossier: 90 earlier records were pruned, the last on .* 60d\n$/);
  assert.equal((await log("--limit", "5")).stderr, "", "there are earlier ones");
  const { code, stdout } = await log("prune", "--keep", "1", "--json");
  const { dryRun, pruned, heldBack, left, bytesAfter, isCompact } = JSON.parse(stdout);
  assert.deepEqual([code, dryRun, isCompact, bytesAfter], [0, false, true, size()]);
  // The newest is the answer of a session, whose bundle stays with it.
  assert.deepEqual([pruned.records, heldBack, left], [88, { records: 1, sessions: 1 }, 2]);
  assertSuccess(await workspace.run(["context", "retry"]));
  assert.match((await log()).stdout, /^181 /m);
});

Deno.test("log prune reports texts of tiers that are removed with records, also in advance", async () => {
  using workspace = new HostedWorkspace({ "a.md": "retry\n" });
  await writeRecords(workspace, [9, 1]);
  using state = await openState(workspace.path(STATE), {
    now: () => Date.now() - 8 * DAY_MS,
    tables: [TIER_TABLES],
  });
  const source = { tier: "identity", source: "knowledge:voice", hash: "0", tokens: 1 } as const;
  for (const session of ["day-9", "alone"]) {
    await recordTiers(state, { session, injections: [{ ...source, trigger: "session-start" }] });
  }
  const prune = async (...more: readonly string[]) =>
    assertSuccess(await workspace.run(["log", "prune", "--older-than", "7d", ...more]));
  assert.match(
    await prune("--dry-run"),
    /^Would prune 3 records of 1 session,.*\nTexts besides bundles: 2 texts of 2 sessions\n/,
  );
  const { given } = JSON.parse(await prune("--json"));
  assert.deepEqual(given, { injections: 2, sessions: 2 });
});

Deno.test("log prune follows the settings, and refuses invalid requests in a sentence", async () => {
  using workspace = new HostedWorkspace({ "a.md": "retry\n" });
  const log = (...args: string[]) => workspace.run(["log", ...args]);
  await writeRecords(workspace, [9, 8, 7]);
  const cases: readonly (readonly [args: readonly string[], message: RegExp])[] = [
    [["prune"], /add --older-than 30d or --keep 1000, or set "log" in \.dossier\/config\.yaml\n/],
    [["prune", "--dry-run"], /the records to keep are not specified/],
    [
      ["prune", "--older-than", "30"],
      /Cannot use "30" for --older-than: it must be a number of hours, days/,
    ],
    [["prune", "--older-than", "0d"], /Cannot use "0d"/],
    [["prune", "--keep", "0"], /at least 1/],
    [["prune", "all", "--keep", "1"], /Cannot read "all": prune accepts no operands/],
    [["prune", "--keep", "1", "--session", "s"], /Cannot use --session with prune/],
    [["prune", "--keep", "1", "--render"], /Cannot use --render with prune/],
    [["--keep", "1"], /Cannot use --keep without prune/],
    [["show", "1", "--dry-run"], /Cannot use --dry-run without prune/],
  ];
  for (const [args, message] of cases) assertFailure(await log(...args), { code: 2, message });
  workspace.write(".dossier/config.yaml", "log:\n  older_than: 8d\n");
  const waiting =
    /^dossier: The setting log\.older_than: 8d has no effect until you have run "log prune" once/m;
  assert.match((await log()).stderr, waiting);
  assertSuccess(await log("prune", "--dry-run"));
  assert.match((await log()).stderr, waiting);
  assert.match(assertSuccess(await log("prune")), /^Pruned 3 records of 1 session,/);
  assertFailure(await log("show", "2"), { code: 2, message: /by log\.older_than: 8d\n/ });
  assert.doesNotMatch((await log()).stderr, waiting);
  workspace.write(".dossier/config.yaml", "log:\n  keep: 100\n");
  assert.match((await log()).stderr, /The setting log\.keep: 100 has no effect until/);
  assert.match(assertSuccess(await log("prune")), /^Pruned 0 records/);
  // The output shows the last pruning, not the last check.
  assert.match((await log()).stderr, /^dossier: 3 earlier records were pruned, .+ 8d\n$/);
  workspace.write(".dossier/config.yaml", "log: {");
  assert.equal((await log()).code, 0, "the log does not need the settings");
  workspace.write(".dossier/config.yaml", "log:\n  older_than: 8\n  keep: 0\n");
  const wrong = assertSuccess(await workspace.run(["config", "--json"]));
  assert.equal(JSON.parse(wrong).settings["log.keep"].value, "all");
});

Deno.test("a process that is killed while it prunes leaves complete records and sessions", async () => {
  let prunedInPart = 0;
  for (let kill = 0; kill < 3; kill++) {
    using workspace = new HostedWorkspace();
    await writeRecords(workspace, Array.from({ length: 150 }, (_, at) => 300 - at));
    const child = workspace.start(["log", "prune", "--keep", "3"]);
    const output = child.output();
    // The first deleted rows are visible in the log of the file.
    const path = workspace.path(`${STATE}/state.db-wal`);
    const deadline = performance.now() + 20_000;
    while (performance.now() < deadline) {
      if ((await Deno.stat(path).catch(() => undefined))?.size) break;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await new Promise((resolve) => setTimeout(resolve, kill * 30));
    try {
      child.kill("SIGKILL");
    } catch {
      // It was already done.
    }
    await output;
    using state = await openState(workspace.path(STATE), { tables: [TIER_TABLES] });
    assert.equal(await state.read((sql) => sql.value("PRAGMA integrity_check")), "ok");
    assert.deepEqual(await state.read((sql) => sql.table("PRAGMA foreign_key_check")), []);
    const records = await listInjections(state, { limit: 10_000 });
    const ids = records.map(({ id }) => id).reverse();
    assert.deepEqual(ids, ids.map((_, at) => 451 - ids.length + at), "the newest, without a gap");
    for (const { id } of records) assert.ok(await findInjection(state, id));
    for (const id of await listSessions(state, 10_000)) {
      assert.equal(records.filter(({ session }) => session === id).length, 2, id);
    }
    if (ids.length > 3 && ids.length < 450) prunedInPart++;
  }
  assert.ok(prunedInPart > 0);
});

Deno.test("log prune and a process that records at the same time block each other only for moments", async () => {
  using workspace = new HostedWorkspace();
  Deno.mkdirSync(workspace.path(STATE), { recursive: true });
  // The writer's session continues, so only records of other sessions are removed.
  await writeRecords(workspace, Array.from({ length: 200 }, (_, at) => 300 - at));
  const [program = "", ...args] = writerCommand(workspace, 1)
    .map((part) => part === workspace.root ? workspace.path(STATE) : part);
  const writer = new Deno.Command(program, { args, stdout: "piped", stderr: "piped" }).spawn();
  const [beginning, output] = writer.stdout.tee();
  const text = new Response(output).text();
  const failure = new Response(writer.stderr).text();
  // Its first line means that it has begun, the second that it has recorded.
  const reader = beginning.pipeThrough(new TextDecoderStream()).getReader();
  for (let written = ""; written.split("\n").length < 3;) {
    written += (await reader.read()).value ?? "\n";
  }
  reader.cancel();
  for (let round = 0; round < 3; round++) {
    assertSuccess(await workspace.run(["log", "prune", "--keep", String(300 - 100 * round)]));
  }
  writer.kill("SIGKILL");
  await writer.status;
  assert.equal(await failure, "");
  const acknowledged = parseAcknowledged(await text);
  assert.ok(acknowledged.length > 0);
  using state = await openState(workspace.path(STATE), { tables: [TIER_TABLES] });
  for (const { id } of acknowledged) {
    assert.ok(await findInjection(state, id), `record ${id} is lost`);
  }
  assert.ok(acknowledged[0]!.id > 600, "no number is used again");
});

Deno.test("log prune reports that a file of an earlier version keeps its size, and that its space is reused", async () => {
  using workspace = new HostedWorkspace();
  Deno.mkdirSync(workspace.path(STATE), { recursive: true });
  {
    // Like files of early versions, whose free pages could only be reused.
    using database = new DatabaseSync(workspace.path(`${STATE}/state.db`));
    database.exec(SCHEMA);
    database.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = 12`);
  }
  await writeRecords(workspace, Array.from({ length: 60 }, (_, at) => 90 - at));
  const size = () => Deno.statSync(workspace.path(`${STATE}/state.db`)).size;
  const before = size();
  const done = assertSuccess(await workspace.run(["log", "prune", "--keep", "3"]));
  assert.match(done, /^Pruned 177 records of 59 sessions/);
  assert.match(done, /; new records use its free space\n$/);
  assert.ok(size() >= before);
  await writeRecords(workspace, Array.from({ length: 30 }, (_, at) => 30 - at));
  assert.ok(size() <= 1.1 * before, `${before} to ${size()}`);
});
