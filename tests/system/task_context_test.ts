import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { FORMATS } from "../task_fixture.ts";
import type { RunOptions } from "../temp_workspace.ts";
import { HostedWorkspace } from "./hosted_workspace.ts";
import { assertFailure, assertSentences, assertSuccess } from "./assert_sentences.ts";

const TREE = {
  "src/wombat.ts": "export function wombat() {\n  return dig();\n}\n",
  "docs/wombat.md": "# Wombat\n\nIt digs.\n",
  "docs/guarded.md": "# Guarded\n\nThe precious wombat digs.\n",
  "issue.md":
    "---\nid: w-7\nmanifest:\n  primary: [src/wombat.ts]\n  forbidden: [docs/guarded.md]\n---\n" +
    "# The wombat digs [[wombat]]\n\nIt should.\n",
  ".dossier/config.yaml": "embedder: none\n",
};

const ASK = ["context", "--issue", "issue.md"];

function parse(stdout: string) {
  return JSON.parse(stdout) as {
    readonly fragments: readonly { readonly location: { readonly path: string } }[];
    readonly notes: readonly { readonly code: string; readonly message: string }[];
    readonly record?: number;
    readonly plan: { readonly documents: number };
    readonly session?: string;
  };
}

Deno.test("N-12 N-22 context --issue writes the bundle of an issue in each format, without what is forbidden", async () => {
  using workspace = new HostedWorkspace(TREE);
  for (const format of FORMATS) {
    const stdout = assertSuccess(await workspace.run([...ASK, "--format", format]));
    assert.match(stdout, /return dig\(\)/, format);
    assert.match(stdout, /It digs\./, format);
    assert.match(stdout, /docs\/guarded\.md/, format);
    assert.doesNotMatch(stdout, /precious/, format);
  }
  const input = '{"title": "Fix typo", "description": "wombat"}';
  const json = parse(
    assertSuccess(await workspace.run(["context", "--issue", "-", "--json"], { input })),
  );
  assert.deepEqual([json.plan.documents, json.record], [0, FORMATS.length + 1]);
});

Deno.test("context --issue lists unusable fields of an issue in its notes, in every format", async () => {
  using workspace = new HostedWorkspace(TREE);
  const input = JSON.stringify({ title: "wombat", labels: [["x"]], description: 7.5, type: [] });
  const ask = ["context", "--issue", "-", "--no-record"];
  const { notes } = parse(
    assertSuccess(await workspace.run([...ask, "--json"], { input })),
  );
  const messages = notes.filter(({ code }) => code === "issue-field").map(({ message }) => message);
  assert.deepEqual(messages, [
    'The "type" of the issue is ignored as it is not text',
    'Some "labels" of the issue are ignored as they are not text',
  ]);
  const text = await workspace.run([...ask], { input });
  for (const message of messages) {
    assert.ok(assertSuccess(text).includes(`Note: ${message}\n`), message);
    assert.ok(text.stderr.includes(message));
  }
});

Deno.test("N-22 context reports a missing vault and continues, and reports the line of a broken template", async () => {
  using workspace = new HostedWorkspace({
    ...TREE,
    ".noface.toml": '[monowiki]\nvault = "wiki"\n',
  });
  const result = await workspace.run([...ASK, "--format", "prompt"]);
  const stdout = assertSuccess(result);
  assert.doesNotMatch(stdout, /# Design documents/);
  assert.match(result.stderr, /^dossier: No design documents .* no such folder: "wiki"$/m);
  workspace.write(".dossier/prompt.md", "# {{title}}\n{{#code}}\n");
  assertFailure(await workspace.run([...ASK, "--format", "prompt"]), {
    code: 2,
    message:
      /^dossier: Cannot use the template "\.dossier\/prompt\.md" as line 2 has an unclosed section "code"$/m,
  });
});

const REFUSED:
  readonly (readonly [args: readonly string[], code: number, message: RegExp, RunOptions?])[] = [
    [["context", "--issue", "none.md"], 2, /there is no such file/],
    [["context", "--issue", "src"], 2, /it is a folder/],
    [["context", "--issue", "-"], 2, /it is empty: write a title or a description/],
    [["context", "--issue", "-"], 2, /neither title nor description/, { input: '{"id": "x"}' }],
    [["context", "--issue", "-"], 2, /line 1, column 8 is not valid JSON/, { input: '{"id": }' }],
    [[...ASK, "wombat"], 2, /both a query and --issue/],
    [["context", "wombat", "--references-only"], 2, /--issue/],
    [[...ASK, "--session", "a\nb"], 2, /Cannot use the session as the id must not contain control/],
    [[...ASK, "--session", ""], 2, /session/],
    [
      [...ASK, "--explain", "--format", "prompt"],
      2,
      /Cannot explain scores in the format prompt/,
    ],
    [["context", "wombat", "--retry-error", "x.log"], 2, /add --issue/],
    [[...ASK, "--retry-error", "none.log"], 2, /what went wrong from "none\.log" .* no such file/],
    [[...ASK, "--retry-error", "-", "--retry-diff", "-"], 2, /standard input twice/],
    [
      [...ASK, "--format", "prompt", "--budget", "100"],
      2,
      /Cannot render the prompt as it takes \d+ tokens without any code: the budget is 100/,
    ],
  ];

Deno.test("context --issue refuses bad input in one sentence", async () => {
  using workspace = new HostedWorkspace(TREE);
  const results = await Promise.all(
    REFUSED.map(([args, , , options]) => workspace.run(args, options)),
  );
  for (const [at, result] of results.entries()) {
    const [, code, message] = REFUSED[at]!;
    assertFailure(result, { code, message });
  }
});

Deno.test("context --session sends nothing twice, and several processes may serve one session", async () => {
  using workspace = new HostedWorkspace(TREE);
  assertSuccess(await workspace.run(["index"]));
  const session = [...ASK, "--json", "--session", "é/日本 語; --"];
  const results = await Promise.all([1, 2, 3].map(() => workspace.run(session)));
  const records = results.map((result) => parse(assertSuccess(result)));
  assert.deepEqual(records.map(({ record }) => record).sort(), [1, 2, 3]);
  // One process was first, and the others see its record.
  assert.deepEqual(records.map(({ fragments }) => fragments.length).sort(), [0, 0, 2]);
  const again = parse(assertSuccess(await workspace.run(session)));
  assert.deepEqual([again.fragments, again.record, again.session], [[], 4, "é/日本 語; --"]);
  workspace.write("src/wombat.ts", "export function wombat() {\n  return digDeep();\n}\n");
  const changed = parse(assertSuccess(await workspace.run(session)));
  assert.deepEqual(changed.fragments.map(({ location }) => location.path), ["src/wombat.ts"]);
});

Deno.test("context --issue includes the previous attempt, from files and standard input", async () => {
  using workspace = new HostedWorkspace({
    ...TREE,
    "build.log": "Error: deep\n    at dig (src/wombat.ts:2:10)\n",
  });
  const result = await workspace.run(
    [...ASK, "--format", "prompt", "--retry-diff", "-", "--retry-error", "build.log"],
    { input: "--- a/src/wombat.ts\n+++ b/src/wombat.ts\n@@ -1 +1 @@\n-a\n+b\n" },
  );
  const text = assertSuccess(result);
  assert.match(text, /^# Changes of the attempt before\n\n```diff\n--- a\/src\/wombat\.ts\n/m);
  assert.match(text, /^# What went wrong with the attempt before\n\n```\nError: deep\n/m);
  const ended = await workspace.run(["need", "--session", "s", "--json", "-"], {
    input: "CHANGES_REQUESTED: it digs too deep\n",
  });
  const { signals } = JSON.parse(assertSuccess(ended));
  assert.deepEqual(signals, [
    { signal: "CHANGES_REQUESTED", reason: "it digs too deep", line: 1 },
  ]);
});

Deno.test("N-21 files granted by need may be edited in the next prompt of another process", async () => {
  using workspace = new HostedWorkspace(TREE);
  const prompt = [...ASK, "--session", "s", "--format", "prompt"];
  assert.match(assertSuccess(await workspace.run(prompt)), /^May be edited: src\/wombat\.ts$/m);
  const granted = ["need", "--session", "s", "NEED_FILE: src/burrow.ts"];
  assertSuccess(await workspace.run([...granted, "--mode", "delegate"]));
  const again = await workspace.run(prompt);
  assert.match(assertSuccess(again), /^May be edited: src\/wombat\.ts, src\/burrow\.ts$/m);
});

Deno.test("with a newer, damaged or unwritable state a query has no record and a session no bundle", async () => {
  using workspace = new HostedWorkspace(TREE);
  assertSuccess(await workspace.run([...ASK, "--session", "s"]));
  const path = workspace.path(".dossier/state/state.db");
  const good = Deno.readFileSync(path);
  const asOrdinaryUser = `if [ "$(id -u)" = 0 ]; then
  exec setpriv --bounding-set=-dac_override --inh-caps=-all "$@"
fi
exec "$@"`;
  const spoilt: readonly (readonly [spoil: () => void, message: RegExp, shell?: string])[] = [
    [() => {
      using database = new DatabaseSync(path);
      database.exec("PRAGMA user_version = 99");
    }, /as a newer version of dossier wrote it: update dossier/],
    [
      () => Deno.writeTextFileSync(path, "rubbish ".repeat(999)),
      /as it is damaged, or not a file of dossier/,
    ],
    [
      () => {
        Deno.writeFileSync(path, good);
        Deno.chmodSync(path, 0o444);
      },
      /as it cannot be opened for writing/,
      asOrdinaryUser,
    ],
  ];
  for (const [spoil, message, shell] of spoilt) {
    spoil();
    const before = Deno.readFileSync(path);
    const options = shell === undefined ? {} : { shell };
    const plain = await workspace.run(["context", "wombat"], options);
    assert.match(assertSuccess(plain), /return dig/);
    assert.match(plain.stderr, message);
    assertSentences(plain);
    assertFailure(await workspace.run([...ASK, "--session", "s"], options), { code: 3, message });
    assert.deepEqual(Deno.readFileSync(path), before);
  }
});
