import assert from "node:assert/strict";
import { FEATURES } from "@dossier/features";
import { openEngine } from "../../retrieval/engine.ts";
import { fillMemory, REMEMBERED_TREE } from "../../tests/example_memory.ts";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { NO_REPORT, reportMemory, showGraph } from "./memory_report.ts";
import { openMemory } from "./open_memory.ts";
import { renderMemoryReport, renderReportPicture } from "./render_report.ts";
import { MEMORY_SCHEMAS } from "./schema/mod.ts";

Deno.test("reportMemory() counts deliveries, outcomes of sessions, and observations that no longer hold", async () => {
  using workspace = new TempWorkspace(REMEMBERED_TREE);
  await fillMemory(workspace.root);
  using engine = await openEngine({ root: workspace.root, features: FEATURES });
  const memory = await openMemory(engine);
  const report = await reportMemory(engine, memory);
  assert.deepEqual(report, {
    counts: { waiting: 1, active: 4, refused: 1, superseded: 0 },
    work: [
      // (120 + 80) / 2 tokens; s1 of s1 and s2.
      { name: "bug_fix", sessions: 2, tokens: 100, success: 0.5, zone: "efficient" },
      // s6 has not ended; within 10 % of 100 tokens, and worse.
      { name: "chore <b>", sessions: 1, tokens: 105, success: 0, zone: "below" },
      { name: "feature", sessions: 2, tokens: 310, success: 0, zone: "wasteful" },
    ],
    openSessions: 1,
    // o1 and o2 of six observations. Of both candidates of s6 only o1 was given: learned weights
    // moved it from rank 1 to rank 0.
    feedback: { injectionRate: 2 / 6, ranked: 1, rankDelta: 1 },
    health: {
      // One of seven took the place of another.
      dedupRatio: 1 / 7,
      retentionCompliance: 1,
      contradictory: 1,
      neverInjected: 2,
      judged: 4,
      drifted: 1,
      orphaned: 1,
    },
    misleading: [{ id: "o2", sessions: ["s2", "s3", "s4"] }],
    failures: [
      { category: "test_failure", sessions: 2 },
      { category: "incomplete", sessions: 1 },
      { category: "other", sessions: 1 },
    ],
    // Six stored, one replaced, one refused, and five outcomes.
    audit: { entries: 13 },
  });
  MEMORY_SCHEMAS.MemoryReport!.parse(report);
});

Deno.test("reportMemory() names the first altered entry of the chain, and the entries that are stored too long", async () => {
  using workspace = new TempWorkspace(REMEMBERED_TREE);
  await fillMemory(workspace.root);
  using engine = await openEngine({ root: workspace.root, features: FEATURES });
  const memory = await openMemory(engine);
  await memory.state.write(async (sql) => {
    await sql.run(`UPDATE memory_audit SET event = '{"action":"none"}' WHERE sequence = 3`);
    await sql.run(`UPDATE memory_projects SET settings = '{"retentionDays":1}'`);
    await sql.run("UPDATE memory_observations SET verified_at = 0 WHERE id < 4");
  });
  const { audit, health } = await reportMemory(engine, memory);
  assert.deepEqual(audit, { entries: 13, broken: 3 });
  // o2 and o3 of four: a session that was given o1 was accepted.
  assert.equal(health.retentionCompliance, 0.5);
});

Deno.test("showGraph() returns the citations of an observation, and rejects an unknown id", async () => {
  using workspace = new TempWorkspace(REMEMBERED_TREE);
  await fillMemory(workspace.root);
  using engine = await openEngine({ root: workspace.root, features: FEATURES });
  const memory = await openMemory(engine);
  const graph = await showGraph(memory, "o1");
  const names = new Map(graph.nodes.map(({ id, name }) => [id, name]));
  assert.deepEqual(
    graph.edges.map(({ source, relation, target, feedback }) => [
      ...[names.get(source), relation, names.get(target), feedback],
    ]).toSorted(),
    [
      [
        "Failed parts are put back by the queue, never by callers",
        "decides",
        "src/queue.ts#Queue.retryUpload",
        0.5,
      ],
      ["src/queue.ts#Queue.retryUpload", "is defined in", "src/queue.ts", 0.5],
    ],
  );
  assert.ok(graph.nodes.every(({ isOwn }) => isOwn));
  MEMORY_SCHEMAS.MemoryGraph!.parse(graph);
  await assert.rejects(showGraph(memory, "o99"), { code: "observation-not-found" });
});

Deno.test("a report is lines of tables for a terminal, and a picture", async () => {
  using workspace = new TempWorkspace(REMEMBERED_TREE);
  await fillMemory(workspace.root);
  using engine = await openEngine({ root: workspace.root, features: FEATURES });
  const memory = await openMemory(engine);
  const report = await reportMemory(engine, memory);
  const text = renderMemoryReport(report);
  for (
    const line of [
      "Tokens against accepted sessions:",
      "  Work       Sessions  Mean tokens  Accepted  Zone",
      "  bug_fix           2          100    50.0 %  efficient",
      "  chore <b>         1          105     0.0 %  below",
      "  never given        2 of 4 active",
      "  drifted            1 of 4, 25.0 %",
      "  given to a session  33.3 %",
      "  places moved up     1 on average, of 1 given",
      "  o2                3  s2, s3, s4",
      "  test failure         2",
      "  state    whole",
    ]
  ) assert.ok(text.split("\n").includes(line), `${line} in\n${text}`);
  assert.match(
    renderReportPicture(report),
    /^<svg [^>]+><style>.*chore &lt;b&gt; \(1\).*<\/svg>\n$/,
  );
  assert.match(renderMemoryReport(NO_REPORT), /^Observations:/m);
});
