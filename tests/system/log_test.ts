import type { Bundle } from "@dossier/core";
import assert from "node:assert/strict";
import { HostedWorkspace } from "./hosted_workspace.ts";
import { assertFailure, assertSentences, assertSuccess } from "./assert_sentences.ts";

const FORMATS = ["markdown", "xml", "json", "prompt"];

/** Output around the text of a file of one line, in Markdown. */
function frameOf(path: string, words: string): string {
  return `\n## ${path}:1-1${words}\n\n\`\`\`typescript\n\n\`\`\`\n`;
}

/** Returns a line of code whose file takes the given number of tokens of four characters. */
function lineFor(path: string, { words, tokens }: { words: string; tokens: number }): string {
  const start = "// ";
  return start + "x".repeat(4 * tokens - frameOf(path, words).length - start.length);
}

const ISSUE = JSON.stringify({
  id: "web-7",
  title: "Retry uploads",
  description: "See [[guide]].",
  manifest: { primary: ["src/a.ts", "src/b.ts"] },
});

Deno.test("N-24 metrics through the command line of a run: context, transcript, touched files", async () => {
  const primary = " (may be edited, whole file)";
  const requested = " (requested, whole file)";
  // Its block is a heading, a line about its date, and the text in a fence: 4 × 200 characters.
  const guide =
    "\n## docs/guide.md:1-3 Guide (design document, whole file)\n\nChanged 2026-01-02.\n\n" +
    "```markdown\n\n```\n";
  using workspace = new HostedWorkspace({
    "src/a.ts": `${lineFor("src/a.ts", { words: primary, tokens: 100 })}\n`,
    "src/b.ts": `${lineFor("src/b.ts", { words: primary, tokens: 300 })}\n`,
    "src/c.ts": `${lineFor("src/c.ts", { words: requested, tokens: 50 })}\n`,
    "docs/guide.md": `# Guide\n\n${"y".repeat(4 * 200 - guide.length - "# Guide\n\n".length)}\n`,
    "issue.json": ISSUE,
    "other/b.ts": "// z\n",
  });
  workspace.initialize();
  workspace.commit();
  const run = async (args: readonly string[], input = "") =>
    assertSuccess(await workspace.run(args, { input }));
  const estimator = ["--estimator", "chars4"];
  await run(["context", "--issue", "issue.json", "--session", "web-7", ...estimator]);
  const asked = "I read the code first.\nNEED_CODE: src/c.ts\nNEED_CODE: src/none.ts\n";
  await run(["need", "--session", "web-7", ...estimator, "-"], asked);

  const given = async (id: number) => JSON.parse(await run(["log", "show", String(id), "--json"]));
  const [bundle, answer] = [await given(1), await given(2)];
  const costs = ({ fragments }: Pick<Bundle, "fragments">) =>
    fragments.map(({ location, tokens }) => [location?.path, tokens]);
  assert.deepEqual(costs(bundle), [["src/a.ts", 100], ["src/b.ts", 300], ["docs/guide.md", 200]]);
  assert.deepEqual(costs(answer), [["src/c.ts", 50]]);

  // Two files have the name b.ts, and the other one was not sent.
  const transcript = `${asked}Edited src/a.ts as [[guide]] says, and looked at b.ts.\n`;
  workspace.write("run.txt", transcript);
  const measure = ["metrics", "--session", "web-7", "--transcript", "run.txt"];
  const touched = ["--touched", "src/a.ts", "src/new.ts", "--outdated", "docs/guide.md"];
  const json = JSON.parse(await run([...measure, ...touched, "--json"]));
  const { planning, ...metrics } = json;
  assert.deepEqual(metrics, {
    session: "web-7",
    injectedTokens: 650, // 100 + 300 + 200 + 50
    unusedTokens: 350, // src/b.ts 300, and src/c.ts 50, which is only asked for
    dilution: 350 / 650,
    recall: { 1: 1 / 2, 5: 1 / 2, 10: 1 / 2, 20: 1 / 2 },
    reciprocalRank: 1,
    docFraction: 200 / (bundle.budget.used + answer.budget.used),
    needs: {
      requests: 2,
      outcomes: { not_found: 1, provided: 1 },
      providedShare: 1 / 2,
      namedShare: 0,
      missed: [],
    },
    prediction: {
      hits: ["src/a.ts"],
      falseNegatives: ["src/new.ts"],
      falsePositives: ["src/b.ts"],
      precision: 1 / 2,
      recall: 1 / 2,
    },
    staleness: {
      hits: [],
      falseNegatives: ["docs/guide.md"],
      falsePositives: [],
      recall: 0,
    },
    leaks: [],
  });
  assert.equal(planning.count, 2);

  // The same from standard input, with one option for each file, and output for people.
  const each = ["--touched", "src/a.ts", "--touched=./src/new.ts"];
  const text = await run(["metrics", "--session=web-7", "--transcript", "-", ...each], transcript);
  assert.match(text, /^given +650 tokens$/m);
  assert.match(
    text,
    /^dilution +53\.8 % {2}350 tokens of files that the agent neither named nor changed$/m,
  );
  assert.match(text, /^recall@1 +50\.0 % {2}of the touched files$/m);
  assert.match(text, /^ {2}missed +1 {2}src\/new\.ts$/m);
  assert.match(text, /^leaks +0$/m);
});

Deno.test("log lists, shows and renders deliveries, byte for byte in every format", async () => {
  using workspace = new HostedWorkspace({
    "src/a.ts": "export function retryUpload(file: File) {\n  return send(file);\n}\n",
    "src/b.ts": "export const b = 1;\n",
    "docs/guide.md": `# Guide\n\n${"Uploads are tried again. ".repeat(200)}\n`,
    "issue.json": ISSUE,
  });
  workspace.initialize();
  const given = new Map<string, string>();
  for (const format of FORMATS) {
    const args = ["context", "--issue", "issue.json", "--format", format, "--trigger", "test"];
    given.set(format, assertSuccess(await workspace.run(args)));
  }
  const log = (...args: string[]) => workspace.run(["log", ...args]);
  const list = assertSuccess(await log("--limit", "2", "--before", "4"));
  assert.deepEqual(
    list.split("\n").map((line) => line.replaceAll(/ {2,}/g, "|").split("|")[0]),
    ["ID", " 3", " 2", ""],
  );
  assert.match(list, /^ 3 {2}\S+ \S+Z {2}bundle\/test {2}- +\d+\/24000 +\d+ {2}Retry uploads$/m);
  const { records } = JSON.parse(assertSuccess(await log("--json")));
  assert.deepEqual(records.map(({ id }: { id: number }) => id), [4, 3, 2, 1]);
  assert.match(assertSuccess(await log("show", "1")), /^issue +web-7: Retry uploads$/m);
  for (const [at, format] of FORMATS.entries()) {
    const id = String(at + 1);
    assert.equal(assertSuccess(await log("show", id, "--render")), given.get(format));
    assert.equal(JSON.parse(assertSuccess(await log("show", id, "--json"))).format, format);
  }
  // A record is restored without the index, and no index is built for it.
  workspace.remove(".dossier/state/index.db");
  assert.equal(assertSuccess(await log("show", "3", "--render")), given.get("json"));
  const left = [...Deno.readDirSync(workspace.path(".dossier/state"))].map(({ name }) => name);
  assert.deepEqual(left.sort(), [".gitignore", "index.lock", "state.db"]);
  workspace.write("src/a.ts", "export const a = 1;\n\n// 3\n");
  workspace.remove("docs/guide.md");
  const changed = await log("show", "2", "--render");
  assertSentences(changed);
  assert.deepEqual([changed.code, changed.stdout], [1, ""]);
  assert.deepEqual(changed.stderr.split("\n").sort(), [
    "",
    'dossier: "docs/guide.md", lines 1-2, is deleted or excluded',
    'dossier: "src/a.ts", lines 1-3, has changed since',
  ]);
});

Deno.test("log and metrics refuse invalid requests in a sentence, and write nothing", async () => {
  using workspace = new HostedWorkspace({
    "a.md": "retry\n",
    "run.txt": "retry\n",
    "run.bin": "a\0b",
  });
  const nothing = await workspace.run(["log"]);
  assert.deepEqual([nothing.code, nothing.stdout], [0, ""]);
  assert.equal(nothing.stderr, "dossier: Nothing is recorded yet\n");
  const measure = ["metrics", "--session", "web-7", "--transcript"];
  assertFailure(await workspace.run([...measure, "run.txt"]), {
    code: 2,
    message: /no session is recorded yet\n/,
  });
  assertFailure(await workspace.run(["log", "show", "1"]), {
    code: 2,
    message: /Cannot show record 1 as it does not exist: nothing is recorded yet/,
  });
  assert.deepEqual([...Deno.readDirSync(workspace.root)].map(({ name }) => name).sort(), [
    "a.md",
    "run.bin",
    "run.txt",
  ]);

  assertSuccess(await workspace.run(["context", "--session", "web-7", "retry"]));
  const cases: readonly (readonly [args: readonly string[], message: RegExp])[] = [
    [["log", "show", "0"], /Cannot show record "0": an ID is a whole number of at least 1/],
    [["log", "show", "-1"], /there is no option -1/],
    [["log", "show", "--", "-1"], /Cannot show record "-1"/],
    [["log", "show", "x"], /Cannot show record "x"/],
    [["log", "show", "9".repeat(30)], /Cannot show record "9+"/],
    [["log", "show", "1; DROP TABLE records"], /Cannot show record "1; DROP TABLE records"/],
    [["log", "show", "2"], /Cannot show record 2 as it does not exist: the last is 1/],
    [["log", "show", "2", "--render"], /the last is 1/],
    [["log", "show"], /write show and the ID of a record/],
    [["log", "1"], /Cannot read "1": write show/],
    [["log", "show", "1", "2"], /Cannot read "show 1 2"/],
    [["log", "--render"], /Cannot render a list/],
    [["log", "show", "1", "--json", "--render"], /both --render and --json/],
    [["log", "show", "1", "--limit", "1"], /Cannot use --limit for one record/],
    [["log", "--limit", "0"], /at least 1/],
    [["log", "--before", "x"], /a whole number of at least 1/],
    [["log", "--session", "a\nb"], /must not contain control characters/],
    [["metrics"], /Cannot measure without a session/],
    [["metrics", "--session", "web-7"], /Cannot measure without a transcript/],
    [["metrics", "--session", "wbe-7", "--transcript", "run.txt"], /did you mean "web-7"/],
    [[...measure, "none.txt"], /from "none\.txt" as there is no such file/],
    [[...measure, "."], /from "\." as it is a folder/],
    [[...measure, "run.bin"], /from "run\.bin" as it is binary/],
    [[...measure, "run.txt", "a.md"], /put --touched before/],
  ];
  for (const [args, message] of cases) {
    assertFailure(await workspace.run(args), { code: 2, message });
  }
  const unknown = await workspace.run(["log", "--session", "api"]);
  assert.deepEqual([unknown.code, unknown.stdout], [0, ""]);
  assert.equal(unknown.stderr, 'dossier: Nothing is recorded for the session "api"\n');
});

Deno.test("log reads while other processes record, and misses no earlier record", async () => {
  using workspace = new HostedWorkspace({ "a.md": "# Retry uploads\n" });
  const record = (session: string) => workspace.run(["context", "--session", session, "retry"]);
  const first = assertSuccess(await record("one"));
  const runs = await Promise.all([
    record("two"),
    workspace.run(["log", "--json"]),
    record("three"),
    workspace.run(["log", "show", "1", "--render"]),
  ]);
  const [, list, , text] = runs.map(assertSuccess);
  const ids = JSON.parse(list!).records.map(({ id }: { id: number }) => id);
  assert.deepEqual(ids, [3, 2, 1].slice(3 - ids.length));
  assert.equal(text, first);
  const { records } = JSON.parse(assertSuccess(await workspace.run(["log", "--json"])));
  assert.equal(records.length, 3);
});

Deno.test("log uses at most 80 columns for a long trigger name", async () => {
  using workspace = new HostedWorkspace({ "a.md": "# Retry uploads\n" });
  const trigger = "a-hook-of-a-name-that-is-as-long-as-somebody-might-give-it-to-one-in-2026";
  assertSuccess(await workspace.run(["context", "--trigger", trigger, "retry"]));
  const list = assertSuccess(await workspace.run(["log"]));
  for (const line of list.split("\n")) assert.ok(line.length <= 80, line);
  assert.ok(list.replaceAll(/\s+/g, "").includes(trigger), list);
});

Deno.test("log uses at most 80 columns, with complete sessions and numbers", async () => {
  using workspace = new HostedWorkspace({ "a.md": "# Retry uploads\n" });
  const sessions = [
    "s",
    "a-session-of-a-name-that-is-as-long-as-a-branch-of-somebody-might-have-it-2026",
  ];
  for (const session of sessions) {
    assertSuccess(
      await workspace.run(["context", "--session", session, `retry ${"and ".repeat(40)}`]),
    );
  }
  const list = assertSuccess(await workspace.run(["log"]));
  for (const line of list.split("\n")) assert.ok(line.length <= 80, line);
  const text = list.replaceAll(/\s+/g, "");
  for (const session of sessions) assert.ok(text.includes(`${session}:retry`), session);
  assert.match(list, /^ ?2 {2}\S+ \S+Z {2}bundle\/context {2} *\d+\/4000 {2} +1$/m);
  const shown = assertSuccess(await workspace.run(["log", "show", "2"]));
  for (const line of shown.split("\n")) assert.ok(line.length <= 80, line);
  assert.ok(shown.replaceAll(/\s+/g, "").includes(sessions[1]!));
});
