import { DEFAULT_TASK_SETTINGS } from "@dossier/core/plan";
import assert from "node:assert/strict";
import fc from "fast-check";
import { parseNoface } from "../../tests/parse_settings.ts";
import { TASK_NAMES, TASK_RULES } from "./setting_rules.ts";

/** Settings of the noface repository, at its commit 06abfee. */
const NOFACE_OWN = `# Noface configuration

[project]
name = "noface"
build = "mix compile"
test = "mix test"

[agents]
implementer = "claude"
reviewer = "codex"

[passes]
planner_enabled = true
quality_enabled = true
planner_interval = 5
quality_interval = 10

[tracker]
type = "beads"          # or "github"
sync_to_github = true

[monowiki]
vault = "./wiki"
proactive_search = true
resolve_wikilinks = true
expand_neighbors = true
max_context_docs = 5
`;

Deno.test("N-23 readNoface() reads the settings of noface without issues", () => {
  const { dirs, task, lines, issues } = parseNoface(NOFACE_OWN);
  assert.deepEqual(issues, []);
  assert.equal(dirs, undefined);
  assert.deepEqual(task, {
    vault: "wiki",
    proactiveSearch: true,
    resolveWikilinks: true,
    expandNeighbors: true,
    maxContextDocs: 5,
    buildCommand: "mix compile",
    testCommand: "mix test",
  });
  assert.equal(lines["task.vault"], 23);
  assert.equal(lines["task.max_context_docs"], 27);
});

Deno.test("N-23 readNoface() reads all settings", () => {
  const { dirs, task, issues } = parseNoface(`
[monowiki]
vault = ""
proactive_search = true
resolve_wikilinks = true
expand_neighbors = false
neighbor_depth = 1
max_context_docs = 5
max_file_size_kb = 100
api_docs_slug = ""
sync_api_docs = false

[context]
prompt_token_limit = 24000
doc_fraction_min = 0.30
doc_fraction_max = 0.40
alpha = 0.5
beta = 0.4
link_boost = 0.2
min_score = 0.15
stale_days = 90
need_max_rounds = 2
need_max_items = 5
need_mode = "fetch"
references_only = false

[project]
build = ""
test = ""

[exclude]
dirs = ["vendor","node_modules","dist","build",".cache"]
`);
  assert.deepEqual(issues, []);
  assert.deepEqual(task, DEFAULT_TASK_SETTINGS);
  assert.deepEqual(dirs, ["vendor", "node_modules", "dist", "build", ".cache"]);
});

for (
  const value of ["0", "-1", '"x"', "1.5", "inf", "nan", "99999999999999999999", "[100]", "{}"]
) {
  Deno.test(`N-23 readNoface() reports max_file_size_kb = ${value} and uses the default`, () => {
    const { task, lines, issues } = parseNoface(
      `# one\n[monowiki]\nmax_context_docs = 3\nmax_file_size_kb  =  ${value} # kb\n`,
    );
    assert.deepEqual(task, { maxContextDocs: 3 });
    assert.deepEqual(lines, { "task.max_context_docs": 3 });
    assert.deepEqual(issues, [{
      message:
        '"monowiki.max_file_size_kb" must be a whole number of at least 1; its default is used',
      line: 4,
      column: 22,
    }]);
  });
}

const WRONG: readonly (readonly [key: string, values: readonly string[]])[] = [
  ["vault", ['"/etc"', '"../other"', '"a/../../b"', "1", "false"]],
  ["proactive_search", ["1", '"true"']],
  ["neighbor_depth", ["0", "1.5"]],
  ["max_context_docs", ["-1", "2.5", '"5"']],
  ["prompt_token_limit", ["0", "-5"]],
  ["doc_fraction_min", ["-0.1", "1.1", "nan"]],
  ["alpha", ["-1", "inf", "nan", "1979-05-27"]],
  ["stale_days", ["-1", "0.5"]],
  ["need_mode", ['"fetched"', "1"]],
];

for (const [key, values] of WRONG) {
  Deno.test(`N-23 readNoface() does not use an invalid "${key}"`, () => {
    const rule = Object.values(TASK_RULES).find((rule) => rule.key === key)!;
    for (const value of values) {
      const { task, issues } = parseNoface(`[${rule.table}]\n${key} = ${value}\n`);
      assert.deepEqual(task, {}, value);
      assert.equal(issues.length, 1, value);
      assert.deepEqual([issues[0]!.line, issues[0]!.column], [2, key.length + 4]);
      assert.ok(issues[0]!.message.includes(`"${rule.table}.${key}" must be ${rule.expected}`));
    }
  });
}

Deno.test("readNoface() finds the location of a value in any notation", () => {
  const texts = [
    "monowiki.max_file_size_kb = 0",
    "monowiki = { vault = '', max_file_size_kb = 0 }",
    "[other]\nx = '''\n[monowiki]\nmax_file_size_kb = 0\n'''\n[ 'monowiki' ]\n\"max_file_size_kb\" = 0",
    "\uFEFF[monowiki]\r\nmax_file_size_kb = 0\r\n",
  ];
  assert.deepEqual(
    texts.map(parseNoface).map(({ issues }) => issues.map(({ line, column }) => [line, column])),
    [[[1, 29]], [[1, 45]], [[7, 22]], [[2, 20]]],
  );
});

Deno.test("N-23 readNoface() suggests the key that was meant, and ignores keys of noface", () => {
  const { task, issues } = parseNoface(
    '[monowiki]\nvualt = "wiki"\napi_docs_slug = "api"\n[passes]\nx = 1\n[exclude]\nfolders = []\n',
  );
  assert.deepEqual(task, {});
  assert.deepEqual(issues.map(({ line, column }) => [line, column]), [[2, 1], [7, 1]]);
  assert.match(issues[0]!.message, /"monowiki\.vualt" is ignored: did you mean "vault"\?$/);
  assert.match(issues[1]!.message, /"exclude\.folders" is ignored: the known keys are "dirs"$/);
});

Deno.test("readNoface() accepts names of folders only, and only in a list", () => {
  const { dirs, issues } = parseNoface('[exclude]\ndirs = [\n  "gen/",\n  "a/b", ""\n]\n');
  assert.deepEqual(dirs, ["gen"]);
  assert.deepEqual(issues.map(({ line, column }) => [line, column]), [[4, 3], [4, 10]]);
  for (const wrong of ['"gen"', "[1]", '["a", true]', "{}"]) {
    const parsed = parseNoface(`[exclude]\ndirs = ${wrong}\n`);
    assert.equal(parsed.dirs, undefined);
    assert.deepEqual(parsed.issues.map(({ line, column }) => [line, column]), [[2, 8]]);
  }
  assert.deepEqual(parseNoface("[exclude]\ndirs = []\n").dirs, []);
});

Deno.test("readNoface() reports a value or a list instead of a table", () => {
  for (const text of ["monowiki = 1", "[[monowiki]]\nvault = 'a'", "monowiki = 1979-05-27"]) {
    const { task, issues } = parseNoface(text);
    assert.deepEqual(task, {});
    assert.match(issues[0]!.message, /"monowiki" must be a table of settings/);
    assert.equal(issues[0]!.line, 1);
  }
});

Deno.test("N-23 readNoface() skips a text that is not TOML and reports the location of the error", () => {
  const { task, issues } = parseNoface("[monowiki]\nvault = 'wiki'\nx = \n");
  assert.deepEqual(task, {});
  assert.equal(issues.length, 1);
  assert.match(issues[0]!.message, /^The file is ignored as it is not valid TOML: [^\n]+$/);
  assert.deepEqual(issues[0]!.line, 3);
});

Deno.test("readNoface() is not confused by keys that every object has", () => {
  const { task, issues } = parseNoface(
    "[context]\n__proto__ = 1\nconstructor = 2\n[__proto__]\nalpha = 3",
  );
  assert.deepEqual(task, {});
  assert.equal(issues.length, 2);
});

Deno.test("readNoface() returns valid settings for any text", () => {
  const piece = fc.constantFrom(
    ...[
      "[monowiki]",
      "[context]",
      "[exclude]",
      "vault",
      "alpha",
      "dirs",
      "=",
      "0",
      "-1",
      "'a'",
      "[",
    ],
    ...[
      "]",
      "\n",
      "{",
      "}",
      ",",
      ".",
      '"',
      "#",
      " ",
      "\u{1f9ea}",
      "max_file_size_kb",
      "1e9",
      "true",
    ],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
      const { task, issues } = parseNoface(pieces.join(""));
      for (const name of TASK_NAMES) {
        if (task[name] !== undefined) {
          assert.deepEqual(TASK_RULES[name].read(task[name]), task[name]);
        }
      }
      for (const { line, column } of issues) assert.ok(line >= 1 && column >= 1);
    }),
    { numRuns: 1000 },
  );
});
