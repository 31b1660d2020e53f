import { verifyExplanation } from "@dossier/core";
import { MAX_NAME_UNITS, MAX_NAMES, TOKEN_ESTIMATORS } from "@dossier/core/text";
import assert from "node:assert/strict";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { openEngine } from "../engine.ts";

/** Everyday words lead to the wrong file; only a name leads to `src/backoff.py`. */
const FILES = {
  "src/soon.py":
    "def give_up_soon(reason):\n    '''Says why it does give up so soon.'''\n    return reason\n",
  "src/backoff.py":
    "class Backoff:\n    def max_attempts(self, error):\n        return 3 if error.is_final else 8\n",
  "docs/guide.md": "# Guide\n\nWhy does it give up? Read the log.\n",
  "src/other.py": "def add(a, b):\n    return a + b\n",
};

const QUESTION = "why does it give up so soon";

Deno.test("guessed names rank files with them first, in bundles, searches and bundles of issues", async () => {
  using workspace = new TempWorkspace(FILES);
  using engine = await openEngine({ root: workspace.root });
  const names = ["maxAttempts", "backoff", "retryLimit"];
  const first = async (names?: readonly string[]) => [
    (await engine.context(QUESTION, { names })).fragments[0]?.location?.path,
    (await engine.search(QUESTION, { names })).results[0]?.path,
    (await engine.search(QUESTION, { names, by: "file" })).results[0]?.path,
    (await engine.contextForIssue({ id: "", title: QUESTION, description: "", labels: [] }, {
      names,
    }))
      .fragments.find(({ location }) => location?.kind === "code")?.location?.path,
  ];
  assert.deepEqual(new Set(await first()), new Set(["src/soon.py"]));
  assert.deepEqual(new Set(await first(names)), new Set(["src/backoff.py"]));
});

Deno.test("an answer lists the guessed names of the tree, in any spelling, and the others in a note", async () => {
  using workspace = new TempWorkspace(FILES);
  using engine = await openEngine({ root: workspace.root });
  const names = ["MaxAttempts src/backoff.py", "retryLimit", "!!!"];
  const expected = { matched: ["MaxAttempts", "src/backoff.py"], unmatched: ["retryLimit", "!!!"] };
  const bundle = await engine.context(QUESTION, { names });
  assert.deepEqual(bundle.names, expected);
  const { names: found, notes } = await engine.search(QUESTION, { names });
  assert.deepEqual(found, expected);
  assert.deepEqual(
    notes.filter(({ code }) => code === "unmatched-names").map(({ message }) => message),
    ["Unmatched names (2 of 4): retryLimit, !!!"],
  );
  assert.equal((await engine.context(QUESTION)).names, undefined);
});

Deno.test("guessed names without a match change only the note", async () => {
  using workspace = new TempWorkspace(FILES);
  using engine = await openEngine({ root: workspace.root });
  const plain = await engine.search(QUESTION);
  const guessed = await engine.search(QUESTION, {
    names: ["frobnicate", "quuxTable"],
    disabled: [],
  });
  assert.deepEqual(guessed.results, plain.results);
  const options = { record: false, budget: 300 };
  assert.deepEqual(
    (await engine.context(QUESTION, { ...options, names: ["frobnicate", "quuxTable"] })).fragments,
    (await engine.context(QUESTION, options)).fragments,
  );
});

Deno.test("names have no effect when their ranking steps are disabled", async () => {
  using workspace = new TempWorkspace(FILES);
  using engine = await openEngine({ root: workspace.root });
  const ofNames = ["names", "names-text", "part-names", "part-names-chunk"];
  const ofMeaning = ["meaning", "definitions", "part-meaning", "part-head-meaning"];
  const disabled = [...ofNames, ...ofMeaning];
  for (const by of ["part", "file"] as const) {
    const plain = await engine.search(QUESTION, { by, disabled });
    const guessed = await engine.search(QUESTION, {
      by,
      disabled,
      names: ["maxAttempts", "backoff"],
    });
    assert.deepEqual(guessed.results, plain.results, by);
  }
});

Deno.test("a secret among the names is masked in all output", async () => {
  using workspace = new TempWorkspace(FILES);
  using engine = await openEngine({ root: workspace.root });
  const secret = `ghp_${"a1B2c3D4".repeat(5).slice(0, 36)}`;
  const asked = { names: [secret, "backoff"] };
  const bundle = await engine.context(QUESTION, asked);
  const answers = [
    bundle,
    await engine.search(QUESTION, asked),
    await engine.explain(QUESTION, asked),
    await engine.findRecord(bundle.record!),
  ];
  for (const [at, answer] of answers.entries()) {
    assert.ok(!JSON.stringify(answer).includes(secret), `answer ${at}`);
  }
});

Deno.test("line numbers are within the budget", async () => {
  using workspace = new TempWorkspace({
    "src/many.py": Array.from({ length: 400 }, (_, at) => `def retry_${at}():\n    return ${at}\n`)
      .join("\n"),
  });
  using engine = await openEngine({ root: workspace.root });
  const estimator = TOKEN_ESTIMATORS.piece;
  for (const budget of [100, 250, 600, 1500, 4000]) {
    const bundle = await engine.context("retry", { budget, numbers: true });
    const rendered = await engine.renderRecord(bundle.record!);
    assert.ok(rendered !== undefined && "text" in rendered);
    assert.equal(estimator.count(rendered.text), bundle.budget.used);
    assert.ok(bundle.budget.used <= budget, `${bundle.budget.used} of ${budget}`);
  }
});

Deno.test("equal names give equal bytes, also when one is repeated a hundred times", async () => {
  using workspace = new TempWorkspace(FILES);
  using engine = await openEngine({ root: workspace.root });
  const once = await engine.context(QUESTION, {
    names: ["max_attempts", "Backoff"],
    record: false,
  });
  const often = await engine.context(QUESTION, {
    names: [...new Array(100).fill("max_attempts"), "Backoff"],
    record: false,
  });
  assert.equal(often.hash, once.hash);
});

Deno.test("scores with guessed names are explained as sums", async () => {
  using workspace = new TempWorkspace(FILES);
  using engine = await openEngine({ root: workspace.root });
  for (const by of ["part", "file"] as const) {
    const { results } = await engine.explain(QUESTION, { names: ["maxAttempts", "backoff"], by });
    assert.ok(results.length > 0);
    for (const { score, explanation } of results) {
      assert.ok(explanation !== undefined && verifyExplanation(explanation));
      assert.equal(explanation.value, score);
    }
    assert.match(JSON.stringify(results[0]), /of the (?:guessed )?names/);
  }
});

Deno.test("any names are accepted, or rejected in one sentence with the limit", async () => {
  using workspace = new TempWorkspace(FILES);
  using engine = await openEngine({ root: workspace.root });
  for (
    const names of [
      [],
      ["", " ", ","],
      ["(a+)+$", ".*", "[^", "\\", "%s'; DROP TABLE x;--"],
      ["../../etc/passwd", "/etc/shadow", "file:///etc/passwd"],
      ["повторить", "再試行", "ｆｕｌｌ", "إعادة", "👩‍👩‍👧"],
      ["a\u0000b", "\u001b[31m", "\u202ereversed", "\ud800"],
      Array.from({ length: MAX_NAMES }, (_, i) => `name${i}`.padEnd(MAX_NAME_UNITS, "x")),
    ]
  ) {
    const bundle = await engine.context(QUESTION, { names, budget: 400, record: false });
    assert.ok(bundle.budget.used <= 400, JSON.stringify(names));
    assert.ok(bundle.fragments.every(({ location }) => location!.path in FILES));
  }
  const many = Array.from({ length: 500 }, (_, i) => `name${i}`);
  const sentence = /^Cannot search as there must be at most 64 names: current value is 500$/;
  await assert.rejects(engine.context(QUESTION, { names: many }), {
    code: "invalid-query",
    message: sentence,
  });
  await assert.rejects(engine.search(QUESTION, { names: ["x".repeat(10_000)] }), {
    code: "invalid-query",
    message: /^Cannot search as a name must have at most 200 characters: "x+…" has 10000$/,
  });
});

Deno.test("a record stores the names, and restores numbered lines byte for byte", async () => {
  using workspace = new TempWorkspace(FILES);
  using engine = await openEngine({ root: workspace.root });
  const options = { names: ["maxAttempts"], numbers: true } as const;
  const bundle = await engine.context(QUESTION, options);
  const injection = (await engine.findRecord(bundle.record!))!;
  assert.deepEqual(injection.request.options["names"], ["maxAttempts"]);
  assert.deepEqual(injection.details.names, bundle.names);
  const restored = await engine.renderRecord(bundle.record!);
  assert.ok(restored !== undefined && "text" in restored);
  assert.match(restored.text, /^2\t {4}def max_attempts/m);
  assert.ok(!bundle.fragments[0]!.text.startsWith("1\t"));
});

Deno.test("a question with half of its words missing has a note that asks for names", async () => {
  using workspace = new TempWorkspace(FILES);
  using engine = await openEngine({ root: workspace.root });
  const missing = async (query: string, names: readonly string[] = []) =>
    (await engine.search(query, { names })).notes.filter(({ code }) => code === "missing-words")
      .map(({ message }) => message);
  assert.deepEqual(await missing("where is the log throttled"), [
    "Not in the tree: throttled: search again with other names that the code may use",
  ]);
  assert.deepEqual(await missing("where is the log throttled", ["Backoff"]), []);
  assert.deepEqual(await missing("read the log"), []);
  // Translations of a German question are not words of the user.
  const german = await missing("wo wird das Protokoll gedrosselt");
  assert.ok(german.every((message) => !/log|throttle/.test(message)), german.join("\n"));
});

Deno.test("the definition that a question names is likely, with any number of others", async () => {
  using workspace = new TempWorkspace(Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [
      `src/part_${at}.py`,
      `def handle_${at}(value):\n    total = value + ${at}\n    return total\n`,
    ]),
  ));
  using engine = await openEngine({ root: workspace.root });
  const { notes, fragments } = await engine.context("handle_7", { record: false });
  assert.deepEqual(notes, []);
  assert.equal(fragments[0]?.location?.path, "src/part_7.py");
});
