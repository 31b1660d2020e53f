import assert from "node:assert/strict";
import { type Issue, issueText, type WorkManifest } from "../issue/issue.ts";
import { renderExplanation, verifyExplanation } from "../rank/explanation.ts";
import { explainComplexity, issueIdentifiers, measureComplexity } from "./measure_complexity.ts";
import { parseQuery } from "../query/parse_query.ts";

function issue(title: string, description = ""): Issue {
  return { id: "1", title, description, labels: [] };
}

function planned(files: Partial<WorkManifest>): Issue {
  const manifest = { primary: [], read: [], forbidden: [], version: 1, ...files };
  return { ...issue("Change d/w.ts"), manifest };
}

const EIGHT_FILES = ["a/1.ts", "a/2.ts", "b/3.ts", "b/4.ts", "c/5.ts", "c/6.ts", "d/7.ts", "e.ts"];

Deno.test("N-1 measureComplexity() puts a typo in one file below .1", () => {
  const typo = issue("Fix a typo in the help", "The word is in cli/help.ts.");
  const { value, files, folders, parts } = measureComplexity(typo);
  assert.deepEqual([files, folders], [["cli/help.ts"], 1]);
  assert.deepEqual(parts, { files: 1 / 8, spread: 0, words: 0, length: 7 / 600 });
  assert.equal(value, 0.0455); // .35 / 8 + .15 · 7 / 600
});

Deno.test("N-2 measureComplexity() is 1 for eight files in five folders and many words", () => {
  const description = "x".repeat(2400);
  const wide = issue("Refactor the protocol across all", description);
  const complexity = measureComplexity({ ...planned({ primary: EIGHT_FILES }), ...wide });
  assert.equal(complexity.value, 1);
  assert.equal(complexity.folders, 5);
  assert.deepEqual(complexity.crossWords, ["refactor", "protocol", "across", "all"]);
  assert.equal(complexity.descriptionTokens, 600);
});

Deno.test("measureComplexity() counts editable and readable files, each once, before named paths", () => {
  const lists = { primary: ["a/x.ts", "b/y.ts"], read: ["a/x.ts"], forbidden: ["c/z.ts"] };
  const { files, folders, parts } = measureComplexity(planned(lists));
  assert.deepEqual([files, folders, parts.spread], [["a/x.ts", "b/y.ts"], 2, 1 / 4]);
  assert.deepEqual(measureComplexity(planned({ forbidden: ["c/z.ts"] })).files, ["d/w.ts"]);
});

Deno.test("measureComplexity() finds paths of title and description once, and no folders", () => {
  const named = issue(
    "Split src/a.ts",
    "See `./src/a.ts:12`, lib/b.zig and the folder src/core/x/.",
  );
  const { files } = measureComplexity(named);
  assert.deepEqual(files, ["src/a.ts", "lib/b.zig"]);
  assert.deepEqual(measureComplexity(named, { namedFiles: ["src/a.ts"] }).files, ["src/a.ts"]);
});

Deno.test("measureComplexity() counts whole words once each and in any case", () => {
  const words = (text: string) => {
    const { crossWords, localWords } = measureComplexity(issue(text));
    return [...crossWords, ...localWords];
  };
  assert.deepEqual(words("RENAME the Api, then rename it all"), ["rename", "api", "all"]);
  assert.deepEqual(words("Call allAPIs, smallest apis and renamed _api_"), []);
  assert.deepEqual(words("Bump the log\n message of README.md"), ["readme", "bump", "log message"]);
});

Deno.test("measureComplexity() counts no words of code blocks", () => {
  const { crossWords } = measureComplexity(
    issue("Slow", "Why?\n```ts\ninterface Api {}\n```\nall"),
  );
  assert.deepEqual(crossWords, ["all"]);
});

Deno.test("measureComplexity() subtracts words of small changes from the others, down to 0", () => {
  const words = (text: string) => measureComplexity(issue(text)).parts.words;
  assert.equal(words("rename a typo"), 0);
  assert.equal(words("typo in a comment"), 0);
  assert.equal(words("rename and migrate, with a comment"), 1 / 3);
  assert.equal(words("refactor, migrate, rename everywhere"), 1);
});

Deno.test("measureComplexity() is 0 for an empty issue", () => {
  assert.equal(measureComplexity(issue("")).value, 0);
});

Deno.test("explainComplexity() adds up to the value and names the words", () => {
  const complexity = measureComplexity(issue("Refactor src/a.ts and lib/b.ts", "Fix the comment."));
  const explanation = explainComplexity(complexity);
  assert.ok(verifyExplanation(explanation));
  assert.ok(Math.abs(explanation.value - complexity.value) < 1e-9);
  const text = renderExplanation(explanation);
  assert.match(text, /words: wide: "refactor", local: "comment"/);
  assert.match(text, /spread: 2 folders, at most 5 count/);
});

function identifiersIn(title: string, description: string) {
  const { symbols, paths } = issueIdentifiers(parseQuery(issueText({ title, description })));
  return { names: symbols.map(({ name }) => name).sort(), paths };
}

Deno.test("issueIdentifiers() finds code spans, camel and snake case, calls and paths", () => {
  const { names, paths } = identifiersIn(
    "openStore leaks `handle`",
    "When max_rounds is 0, `Loop.run` calls close() twice.\nSee ./src/loop.zig:12, `src/loop.zig` and docs/loop.md.",
  );
  assert.deepEqual(names, ["close", "handle", "max_rounds", "openStore", "run"]);
  assert.deepEqual(paths, ["src/loop.zig", "docs/loop.md"]);
});

Deno.test("issueIdentifiers() finds none in plain words", () => {
  assert.deepEqual(identifiersIn("Startup is slow", "It takes too long."), {
    names: [],
    paths: [],
  });
});

Deno.test("issueText() joins title and description by a blank line, and omits empty ones", () => {
  assert.equal(issueText({ title: " a ", description: "b\n" }), "a\n\nb");
  assert.equal(issueText({ title: "", description: "b" }), "b");
  assert.equal(issueText({ title: "a", description: " \n" }), "a");
});
