import assert from "node:assert/strict";
import { TempWorkspace } from "../temp_workspace.ts";
import { assertFailure, assertSuccess } from "./assert_sentences.ts";

const QUEUE =
  "export class Queue {\n  retryUpload() {\n    return this.again(uploadPart);\n  }\n}\n";

const CLAIM = "Uploads are retried by the queue, never by whoever calls it";

const DECISION = "Retries of src/queue.ts live in the queue because callers kept forgetting them.";

function makeProject(): TempWorkspace {
  const workspace = new TempWorkspace({ "src/queue.ts": QUEUE, "README.md": "# Uploads\n" });
  workspace.initialize();
  workspace.commit(`Retry uploads in the queue\n\n${DECISION}`);
  return workspace;
}

/**
 * Returns functions that run the program in a workspace and return its output or its standard
 * error.
 */
function runnersOf(workspace: TempWorkspace) {
  const run = async (...words: string[]) => assertSuccess(await workspace.run(words));
  return {
    run,
    json: async (...words: string[]) => JSON.parse(await run(...words, "--json")),
    stderrOf: async (...words: string[]) => {
      const result = await workspace.run(words);
      assertSuccess(result);
      return result.stderr;
    },
  };
}

function remember(workspace: TempWorkspace, claim: string, ...words: string[]) {
  return workspace.run(["remember", claim, ...words]);
}

Deno.test("memory lists and shows observations, and creates no file without any", async () => {
  using workspace = makeProject();
  const { run, json, stderrOf } = runnersOf(workspace);
  for (const verb of ["list", "review", "report", "prune", "projects"]) await run("memory", verb);
  assert.equal(await stderrOf("memory"), "dossier: There are no observations yet\n");
  assert.deepEqual((await json("memory")).observations, []);

  await remember(workspace, CLAIM, "--path", "src/queue.ts#Queue.retryUpload", "--tag", "retry");
  await remember(workspace, "Deployments happen on Tuesdays");
  const listed = await workspace.run(["memory", "list", "--limit", "1"]);
  assert.match(assertSuccess(listed), /^- \[o2\] "Deployments happen on Tuesdays"\n/);
  assert.match(listed.stderr, /2 included when they answer\n.*For older ones add --before o2\n/);
  assert.match(await run("memory", "list", "--before", "o2"), /^- \[o1\] "Uploads are retried/);
  assert.equal(await run("memory", "list", "--status", "waiting"), "");
  const shown = await run("memory", "show", "o1");
  assert.match(shown, /src\/queue\.ts#Queue\.retryUpload\n {2}From: stated\n {2}Stored \d/);
  assert.match(shown, /Tags: retry\n/);
  assert.equal((await json("memory", "show", "o1")).content, CLAIM);
});

Deno.test("memory refuses invalid operands, options and ids", async () => {
  using workspace = makeProject();
  const refused: readonly (readonly [string, RegExp])[] = [
    ["memory all", /use one of list, show, review/],
    ["memory toString", /use one of list, show, review/],
    ["memory show", /write memory show ID$/m],
    ["memory list o1", /write memory list$/m],
    ["memory list --trust", /Cannot use --trust with "memory list"/],
    ["memory list --before 12", /an ID looks like o12/],
    ["memory show o7", /the memory of this project has no observation with that id/],
    ["memory review o1 maybe", /accept, or refuse/],
    ["memory review --accept-all", /add --yes/],
    ["memory review --accept-all --refuse-all --yes", /Cannot decide twice/],
    ["memory verify", /one or several IDs, or --all-drifted/],
    ["memory settings push", /without a value/],
    ["memory settings push 1", /must be one of on, off, default/],
    ["memory settings colour red", /use one of push, give, capture, gate/],
    ["memory grant shop", /no other project in the same database/],
    ["memory import none.jsonl", /as there is no such file/],
    ["memory import src", /as it is a folder/],
    ["memory import README.md", /its first line is not valid JSON/],
    ["memory export README.md", /the file exists already/],
    ["inject --session s  ", /Cannot send an empty text/],
    ["inject --session a\nb hello", /must not contain control characters/],
    ["outcome --session a\nb accepted", /must not contain control characters/],
    ["observe", /use one of --transcript FILE, --commits and --tracker FOLDER/],
    ["observe --commits --tracker issues", /use one of/],
    ["observe --tracker issues --since 2030-01-01", /Cannot use --since with --tracker/],
    ["observe --commits --since soon", /write a date such as 2030-01-31/],
    ["observe --transcript none.jsonl", /there is no such file/],
  ];
  for (const [line, message] of refused) {
    assertFailure(await workspace.run(line.split(" ")), { code: 2, message });
  }
});

Deno.test("findings of observe wait for review, are listed with their evidence, accepted and refused", async () => {
  using workspace = makeProject();
  const { run, json, stderrOf } = runnersOf(workspace);
  assert.match(
    await stderrOf("observe", "--commits", "--dry-run"),
    /1 proposal, nothing is stored/,
  );
  const found = await workspace.run(["observe", "--commits"]);
  assert.match(
    assertSuccess(found),
    /^- \[o1\] ".*forgetting them\."\n {2}decision · commit \w{40}\n$/,
  );
  assert.match(
    found.stderr,
    /1 new observation, waiting for memory review; 0 stored already, 0 stated/,
  );
  assert.match(await stderrOf("observe", "--commits"), /0 new observations; 1 stored already/);

  const waiting = await workspace.run(["memory", "review"]);
  assert.match(
    assertSuccess(waiting),
    /^1\. \[o1\] .*\n {2}Reason: .*\n {2}decision · waiting · .*src\/queue\.ts.*\n {2}From: commit \w{40}\n$/,
  );
  assert.match(waiting.stderr, /1 wait for review: decide with memory review o1 accept/);
  assert.equal((await json("memory", "review")).waiting, 1);
  assert.equal(await run("recall", "who keeps retries"), "No observation matches.\n");
  assert.equal(await run("memory", "review", "o1", "accept"), "o1 is active from now on.\n");
  assert.match(await run("recall", "retries in the queue"), /^- \[o1\]/);
  assert.match(await run("memory", "review", "o1", "refuse"), /refused, and never proposed/);
  assert.match(await stderrOf("observe", "--commits"), /0 new observations; 1 stored already/);
  assert.equal((await json("memory", "show", "o1")).status, "refused");

  workspace.write("src/deploy.ts", "export const DAY = 2;\n");
  workspace.commit(
    "Deploy\n\nWe deploy src/queue.ts on Tuesdays, because the team meets on Mondays.",
  );
  assert.equal((await json("observe", "--commits")).isWaiting, true);
  assert.match(
    await run("memory", "review", "--accept-all", "--yes"),
    /^1 observation is active from now on\.\n$/,
  );
  assert.equal(await stderrOf("memory", "review"), "dossier: Nothing waits for review\n");
});

Deno.test("observe counts facts that the tree states, and an open gate accepts the others at once", async () => {
  using workspace = makeProject();
  const { run, json, stderrOf } = runnersOf(workspace);
  workspace.write("AGENTS.md", `# Rules\n\nRetry uploads in the queue: ${DECISION}\n`);
  assert.match(await stderrOf("observe", "--commits"), /0 new.*1 stated in the tree itself/);
  workspace.remove("AGENTS.md");
  assert.match(await run("memory", "settings", "gate", "open"), /\ngate +open +Observations/);
  assert.match(await stderrOf("observe", "--commits"), /1 new observation, active from now on/);
  assert.equal((await json("memory", "list", "--status", "active")).observations.length, 1);
  assert.match(
    await stderrOf("observe", "--tracker", "issues"),
    /no issues in "issues".*\n.*Nothing was found/,
  );
});

Deno.test("observe reads a transcript and reports deliveries to its session; outcome reports the reason of a failure", async () => {
  using workspace = makeProject();
  const { run, json } = runnersOf(workspace);
  await remember(workspace, CLAIM, "--path", "src/queue.ts#Queue.retryUpload");
  await run("context", "uploads are retried by the queue", "--session", "web-7", "--memory");
  const tool = (id: string, name: string, input: object) => ({
    type: "assistant",
    message: { content: [{ type: "tool_use", id, name, input }] },
  });
  const result = (id: string, content: string, failed = false) => ({
    type: "user",
    message: { content: [{ type: "tool_result", "tool_use_id": id, content, "is_error": failed }] },
  });
  const lines = [
    { type: "user", message: { content: "Never edit src/queue.ts without running npm test." } },
    tool("1", "Bash", { command: "npm test" }),
    result("1", "Exit code 1\nError: boom in the queue", true),
    tool("2", "Edit", { "file_path": workspace.path("src/queue.ts") }),
    result("2", "The file has been updated"),
    tool("3", "Bash", { command: "npm test" }),
    result("3", "Exit code 1\nError: another boom", true),
  ].map((line) => JSON.stringify({ sessionId: "web-7", cwd: workspace.root, ...line }));
  workspace.write("session.jsonl", `${lines.join("\n")}\n`);

  const { observations } = await json("observe", "--transcript", "session.jsonl");
  assert.equal(observations[0].evidence, "line 1 of session.jsonl; the session received o1");
  const shown = await run("memory", "show", observations[0].id);
  assert.match(shown, /From: line 1 of session\.jsonl; .* o1, session "web-7"\n/);

  const failed = ["outcome", "rejected", "--session", "web-7"];
  assert.match(
    await run(...failed, "--transcript", "session.jsonl"),
    /^Of 1 observations that the session received:\n {2}o1: 1 -> 0\.85, as/,
  );
  const { DatabaseSync } = await import("node:sqlite");
  using state = new DatabaseSync(workspace.path(".dossier/state/state.db"), { readOnly: true });
  const { diagnostic } = state.prepare("SELECT diagnostic FROM memory_outcomes").get()!;
  const { category, calls, errors, modified } = JSON.parse(String(diagnostic));
  assert.deepEqual({ category, calls, modified, said: errors[0].message }, {
    category: "test_failure",
    calls: [
      { tool: "Edit", file: "src/queue.ts", isSuccess: true },
      { tool: "npm test", isSuccess: false },
    ],
    modified: ["src/queue.ts"],
    said: "npm test: Error: another boom",
  });
});

Deno.test("memory verifies drifted observations, and names missing citations", async () => {
  using workspace = makeProject();
  const { run, stderrOf } = runnersOf(workspace);
  await remember(workspace, CLAIM, "--path", "src/queue.ts#Queue.retryUpload");
  workspace.write("src/queue.ts", QUEUE.replace("uploadPart", "uploadAll"));
  assert.match(await run("memory"), /decision · drifted · /);
  assert.equal(
    await run("memory", "verify", "--all-drifted"),
    "o1 is verified for the present text.\n",
  );
  assert.equal(
    await stderrOf("memory", "verify", "--all-drifted"),
    "dossier: No cited text has changed\n",
  );
  workspace.remove("src/queue.ts");
  const { code, stdout, stderr } = await workspace.run(["memory", "verify", "o1"]);
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, /Cannot verify o1 as "src\/queue\.ts" with Queue\.retryUpload is missing/);
});

Deno.test("memory is exported and imported elsewhere for review, without duplicates", async () => {
  using workspace = makeProject();
  using other = makeProject();
  other.git("remote", "add", "origin", "https://example.org/team/other.git");
  const { run, stderrOf } = runnersOf(workspace);
  await remember(workspace, CLAIM, "--path", "src/queue.ts#Queue.retryUpload");
  await remember(workspace, "The root key is in B4", "--classification", "restricted");
  const file = other.path("memory.jsonl");
  const text = await run("memory", "export");
  assert.equal(text.split("\n").length, 3);
  other.write("memory.jsonl", `${text}no JSON\n`);
  assert.match(
    await stderrOf("memory", "export", workspace.path("all.jsonl"), "--all"),
    /2 observations exported\n$/,
  );
  assert.equal(workspace.read("all.jsonl").split("\n").length, 4);
  assert.equal(Deno.statSync(workspace.path("all.jsonl")).mode! & 0o777, 0o600);

  const imported = await other.run(["memory", "import", file]);
  assert.equal(imported.code, 1);
  assert.equal(
    imported.stdout,
    "1 observation imported, waiting for memory review; 0 stored already.\n",
  );
  assert.equal(imported.stderr, "dossier: Line 3 is skipped: it is not valid JSON\n");
  const again = await other.run(["memory", "import", "-", "--trust"], { input: text });
  assert.equal(assertSuccess(again), "0 observations imported; 1 stored already.\n");
  const shown = assertSuccess(await other.run(["memory", "show", "o1", "--json"]));
  const { status, state, sourceProject } = JSON.parse(shown);
  assert.deepEqual([status, state, sourceProject], ["active", "fresh", "tree"]);
});

Deno.test("memory grants other projects in the same database, prunes by days, and verifies its audit chain", async () => {
  using workspace = makeProject();
  const { run, json } = runnersOf(workspace);
  const peer = { environment: { DOSSIER_MEMORY_PROJECT: "peer" } };
  await workspace.run(["remember", "Deployments happen on Tuesdays"], peer);
  await run("memory", "settings", "budgets.feature", "100");
  assert.deepEqual((await json("memory", "projects")).projects, [
    { project: "peer", isGranted: false, similarity: 0 },
  ]);
  assert.match(await run("memory", "grant", "peer"), /get observations of "peer"/);
  assert.match(
    await run("memory", "projects"),
    /^PROJECT +GRANT +SIMILARITY\npeer +granted +0 %/,
  );
  assert.match(await run("memory", "revoke", "peer"), /get no more observations of "peer"/);

  await run("memory", "settings", "retentionDays", "30");
  assert.deepEqual(await json("memory", "prune", "--dry-run"), { retentionDays: 30, pruned: [] });
  assert.equal(await run("memory", "audit"), "4 entries, all unchanged.\n");
  const { DatabaseSync } = await import("node:sqlite");
  using state = new DatabaseSync(workspace.path(".dossier/state/state.db"));
  state.exec("UPDATE memory_audit SET event = '{}' WHERE sequence = 2");
  const { code, stdout } = await workspace.run(["memory", "audit"]);
  assert.equal(code, 1);
  assert.match(stdout, /^Entry 2 was changed or is missing/);
});

Deno.test("memory reports unwritable and unreachable places, and replaces and forgets nothing in part", async () => {
  using workspace = makeProject();
  const { run, stderrOf } = runnersOf(workspace);
  await remember(workspace, CLAIM, "--path", "src/queue.ts");
  const all = await workspace.run(["memory", "list", "--limit", "1"]);
  assert.doesNotMatch(all.stderr, /Older ones/);
  await remember(workspace, "Deployments happen on Tuesdays");
  assertFailure(await workspace.run(["recall", ""]), {
    code: 2,
    message: /Cannot recall without a question/,
  });
  workspace.write("picture.svg", "mine");
  const report = ["memory", "report", "--svg", workspace.path("picture.svg")];
  assertFailure(await workspace.run(report), {
    code: 2,
    message: /already: replace it with --force/,
  });
  await run(...report, "--force");
  assert.match(workspace.read("picture.svg"), /^<svg/);

  const question = "uploads are retried by the queue";
  const answer = await run("context", "--memory", question);
  assert.match(answer, /memory:o1/);
  const dead = {
    environment: {
      DOSSIER_MEMORY_PROJECT: "x",
      DOSSIER_MEMORY_URL: "postgres://ann:a@127.0.0.1:1/team",
    },
  };
  const answered = await workspace.run(["context", "--memory", question], dead);
  assert.match(
    assertSuccess(answered),
    /No observations of earlier sessions are included: Cannot use the database "127\.0\.0\.1:1\/team"/,
  );
  const message = /Cannot use the database "127\.0\.0\.1:1\/team"/;
  assertFailure(await workspace.run(["recall", question], dead), { code: 3, message });

  assertFailure(await workspace.run(["forget", "o2", "o9"]), { code: 2, message: /"o9"/ });
  assert.match(await run("memory", "show", "o2"), /Tuesdays/);
  assert.equal(
    await run("forget", "o1", "o2"),
    "Forgotten: o1, o2.\n" +
      'Records of answers contain its text until "dossier log prune" removes them: 1.\n',
  );
  assert.match(await stderrOf("memory", "list"), /There are no observations yet/);

  await remember(workspace, CLAIM, "--path", "src/queue.ts");
  Deno.chmodSync(workspace.path(".dossier/state"), 0o500);
  const shell = `if [ "$(id -u)" = 0 ]; then
  exec setpriv --bounding-set=-dac_override --inh-caps=-all "$@"
fi
exec "$@"`;
  try {
    const second = await workspace.run(["remember", "Deployments happen on Fridays"], { shell });
    const note = /This memory is in ".*state\.db": the one in ".*\.dossier\/state" is not used/;
    assert.match(assertSuccess(second), note);
    assert.match((await workspace.run(["memory"], { shell })).stderr, note);
  } finally {
    Deno.chmodSync(workspace.path(".dossier/state"), 0o700);
  }
});
