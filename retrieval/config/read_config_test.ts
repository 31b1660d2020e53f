import { DEFAULT_EXCLUSIONS } from "@dossier/core";
import assert from "node:assert/strict";
import fc from "fast-check";
import { RetrievalError } from "../machine/errors.ts";
import { parseConfig } from "../../tests/parse_settings.ts";

function lines(...text: string[]): string {
  return `${text.join("\n")}\n`;
}

Deno.test("readConfig() returns the defaults for a text without settings", () => {
  for (const text of ["", "# nothing yet\n", "---\n", "exclude:\n", "null\n"]) {
    const defaults = {
      rules: DEFAULT_EXCLUSIONS,
      index: {},
      names: {},
      task: {},
      log: {},
      lines: {},
      columns: {},
      issues: [],
    };
    assert.deepEqual(parseConfig(text), defaults, text);
  }
});

Deno.test("readConfig() reports that the line of a removed setting can be deleted", () => {
  for (const given of ["tree", "outline", "[tree]", ""]) {
    const { lines, issues } = parseConfig(`# one
symbols: ${given}
`);
    const message = '"symbols" is ignored, as this setting was removed: delete the line';
    assert.deepEqual(issues, [{ line: 2, column: 1, message }]);
    assert.deepEqual(lines, {});
  }
});

Deno.test("readConfig() replaces a given list and keeps the others", () => {
  const { rules, issues } = parseConfig(lines(
    "exclude:",
    "  dirs: [generated/, out]",
    "  files: []",
    "  max_file_bytes: 1000",
    "  include:",
    "    - vendor/own/**",
  ));
  assert.deepEqual(issues, []);
  assert.deepEqual(rules, {
    ...DEFAULT_EXCLUSIONS,
    dirs: ["generated", "out"],
    files: [],
    maxFileBytes: 1000,
    include: ["vendor/own/**"],
  });
});

Deno.test("readConfig() reports an unknown key with its location and a suggestion", () => {
  const { rules, issues } = parseConfig(lines("exclude:", "  dir: [x]", "exclud: 1"));
  assert.deepEqual(rules, DEFAULT_EXCLUSIONS);
  assert.deepEqual(issues.map(({ line, column }) => [line, column]), [[2, 3], [3, 1]]);
  assert.match(issues[0]?.message ?? "", /"exclude\.dir" .* did you mean "dirs"\?/);
  assert.match(issues[1]?.message ?? "", /"exclud" .* did you mean "exclude"\?/);
});

Deno.test("readConfig() lists all keys when none is similar", () => {
  const { issues } = parseConfig("exclude: { banana: 1 }\n");
  assert.deepEqual([issues[0]?.line, issues[0]?.column], [1, 12]);
  assert.match(issues[0]?.message ?? "", /the known keys are "dirs", "extensions"/);
});

Deno.test("readConfig() uses the default instead of a value of the wrong type", () => {
  const { rules, issues } = parseConfig(lines(
    "exclude:",
    "  dirs: vendor",
    "  files: [1, 2]",
    "  max_file_bytes: 0",
    "  extensions: [.x]",
  ));
  assert.deepEqual(rules, { ...DEFAULT_EXCLUSIONS, extensions: [".x"] });
  assert.deepEqual(issues.map(({ line, column }) => [line, column]), [[2, 9], [3, 10], [4, 19]]);
  assert.match(issues[2]?.message ?? "", /"exclude\.max_file_bytes" must be a whole number/);
});

Deno.test("readConfig() rejects a value that is not a size", () => {
  for (const value of ["-1", "1.5", ".inf", ".nan", "'10'", "[1]", "~", "1e400"]) {
    const { rules, issues } = parseConfig(`exclude:\n  max_file_bytes: ${value}\n`);
    assert.equal(rules.maxFileBytes, DEFAULT_EXCLUSIONS.maxFileBytes, value);
    assert.equal(issues.length, 1, value);
  }
});

Deno.test("readConfig() reports and skips a path instead of a folder name", () => {
  const { rules, issues } = parseConfig(lines(
    "exclude:",
    "  dirs:",
    "    - out//",
    "    - src/gen",
    "    - /build/",
    "    - /",
  ));
  assert.deepEqual(rules.dirs, ["out"]);
  assert.deepEqual(issues.map(({ line, column }) => [line, column]), [[4, 7], [5, 7], [6, 7]]);
  assert.match(issues[0]?.message ?? "", /"src\/gen" .* a list of folder names/);
  const flow = parseConfig("exclude: { dirs: [a, b/c] }\n");
  assert.deepEqual(flow.issues.map(({ line, column }) => [line, column]), [[1, 22]]);
});

Deno.test("readConfig() throws at the location of a syntax error in YAML", () => {
  assert.throws(
    () => parseConfig(lines("exclude:", "  dirs: [a, b", "  files: []")),
    (error) =>
      error instanceof RetrievalError && error.code === "invalid-config" &&
      /"\.dossier\/config\.yaml" as line \d+, column \d+ is wrong: /.test(error.message),
  );
  assert.throws(() => parseConfig("exclude: {}\nexclude: {}\n"), /line 2, column 1 /);
  assert.throws(() => parseConfig("- a\n- b\n"), /must be a mapping/);
  assert.throws(() => parseConfig("just text\n"), /must be a mapping/);
});

Deno.test("readConfig() is not confused by keys that every object has", () => {
  const { rules, issues } = parseConfig(lines("exclude:", "  __proto__: [x]", "  toString: [x]"));
  assert.deepEqual(rules, DEFAULT_EXCLUSIONS);
  assert.equal(issues.length, 2);
});

Deno.test("readConfig() returns plain data that can be written as JSON", () => {
  const parsed = parseConfig(lines("exclude:", "  dirs: [a]", "  wrong: 1"));
  assert.deepEqual(JSON.parse(JSON.stringify(parsed)), parsed);
});

Deno.test("readConfig() returns rules or throws its own error for any text", () => {
  const fragment = fc.constantFrom(
    ...[
      "exclude",
      ":",
      " ",
      "\n",
      "  ",
      "- ",
      "[",
      "]",
      "{",
      "}",
      "dirs",
      "&a",
      "*a",
      "!!set",
      "? ",
    ],
    ...["'", '"', "|", ">", "#", ",", "\t", "---", "1", "max_file_bytes", "<<", "~", "\u{1f9ea}"],
  );
  fc.assert(
    fc.property(fc.array(fragment, { maxLength: 20 }), (fragments) => {
      try {
        const { rules, issues } = parseConfig(fragments.join(""));
        assert.ok(rules.maxFileBytes > 0);
        for (const { line, column } of issues) assert.ok(line >= 1 && column >= 1);
      } catch (error) {
        if (!(error instanceof RetrievalError)) throw error;
      }
    }),
    { numRuns: 500 },
  );
});

Deno.test("readConfig() reads the settings of tasks with their locations", () => {
  const { task, lines: used, issues } = parseConfig(lines(
    "# settings",
    "task:",
    "  vault: docs/",
    "  expand_neighbors: true",
    "  need_mode: observe",
    "exclude:",
    "  dirs: [gen]",
    "embedder: none",
  ));
  assert.deepEqual(issues, []);
  assert.deepEqual(task, { vault: "docs", expandNeighbors: true, needMode: "observe" });
  assert.deepEqual(used, {
    "task.vault": 3,
    "task.expand_neighbors": 4,
    "task.need_mode": 5,
    "exclude.dirs": 7,
    embedder: 8,
  });
});

Deno.test("N-23 readConfig() skips invalid settings of tasks, with their locations", () => {
  const { task, lines: used, issues } = parseConfig(lines(
    "task:",
    "  max_file_size_kb: 0",
    "  alpha: [1]",
    "  maxContextDocs: 3",
    "  stale_days:",
    "  vault: ../x",
  ));
  assert.deepEqual(task, {});
  assert.deepEqual(used, {});
  assert.deepEqual(issues.map(({ line, column }) => [line, column]), [
    [2, 21],
    [3, 10],
    [4, 3],
    [5, 14],
    [6, 10],
  ]);
  assert.match(issues[0]!.message, /"task\.max_file_size_kb" must be a whole number of at least 1/);
  for (const wrong of ["task: 1", "task: [alpha]", "task: all"]) {
    assert.match(parseConfig(wrong).issues[0]!.message, /"task" must be a mapping of settings/);
  }
  assert.deepEqual(parseConfig("task:\n").issues, []);
});
