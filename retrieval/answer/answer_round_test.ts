import assert from "node:assert/strict";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { openEngine } from "../engine.ts";
import { linesOf } from "../../tests/lines_of.ts";

const FILES = {
  "src/upload.py": "def upload(file):\n    return send(file)\n",
  "src/send.py": Array.from({ length: 150 }, (_, line) => `value_${line} = ${line}\n`).join(""),
  "docs/retry.md": "---\nslug: retrying\n---\n# Retries\n\nUploads are retried.\n",
  "node_modules/x/index.js": "secret()\n",
};

function outcomesOf(
  { outcomes = [] }: { readonly outcomes?: readonly { readonly outcome: string }[] },
): string[] {
  return outcomes.map(({ outcome }) => outcome);
}

Deno.test("N-20 answerRequests() reports all six outcomes, and shows the provided files", async () => {
  using workspace = new TempWorkspace(FILES);
  using engine = await openEngine({ root: workspace.root });
  await engine.contextForIssue({ id: "1", title: "upload", description: "", labels: [] }, {
    session: "s",
  });
  const answer = await engine.answerRequests(
    [
      "NEED_CODE: src/send.py:1-3",
      "NEED_CODE: ../x",
      "NEED_CODE: src/nope.py",
      "NEED_CODE: node_modules/x/index.js",
      "NEED_CODE: src/upload.py",
      "NEED_DOC: [[retrying]]",
    ].join("\n"),
    { session: "s" },
  );
  assert.deepEqual(outcomesOf(answer), [
    "provided",
    "outside_root",
    "not_found",
    "excluded",
    "already_present",
    "limit",
  ]);
  assert.deepEqual(
    linesOf(answer.fragments).map((
      { path, startLine, endLine, role },
    ) => [path, startLine, endLine, role]),
    [["src/send.py", 1, 3, "requested"]],
  );
  assert.ok(answer.fragments.every(({ text }) => !text.includes("secret")));
});

Deno.test("N-20 answerRequests() shows a document by its slug, and 100 lines of code at most", async () => {
  using workspace = new TempWorkspace(FILES);
  using engine = await openEngine({ root: workspace.root });
  const answer = await engine.answerRequests("NEED_DOC: retrying\nNEED_CODE: src/send.py", {
    session: "s",
  });
  assert.deepEqual(outcomesOf(answer), ["provided", "provided"]);
  assert.deepEqual(
    linesOf(answer.fragments).map(({ path, startLine, endLine }) => [path, startLine, endLine]),
    [["docs/retry.md", 4, 6], ["src/send.py", 1, 100]],
  );
});

Deno.test("N-20 answerRequests() answers two rounds once each, and then none", async () => {
  using workspace = new TempWorkspace(FILES);
  using engine = await openEngine({ root: workspace.root });
  const ask = (text: string, round?: number) =>
    engine.answerRequests(text, { session: "s", round });
  const first = await ask("NEED_CODE: src/send.py:1-2", 1);
  const again = await ask("NEED_CODE: src/send.py:1-2", 1);
  assert.deepEqual([again.hash, again.record], [first.hash, first.record]);
  await assert.rejects(ask("NEED_CODE: src/upload.py", 1), { code: "round-taken" });
  assert.deepEqual(outcomesOf(await ask("NEED_CODE: src/upload.py")), ["provided"]);
  assert.deepEqual(outcomesOf(await ask("NEED_DOC: retrying")), ["limit"]);
});

Deno.test("answerRequests() uses no round for a text without requests", async () => {
  using workspace = new TempWorkspace(FILES);
  using engine = await openEngine({ root: workspace.root });
  for (let turn = 0; turn < 3; turn++) {
    const answer = await engine.answerRequests("I am done.", { session: "s" });
    assert.deepEqual(answer.notes.map(({ code }) => code), ["no-requests"]);
    assert.equal(answer.record, undefined);
  }
  const answer = await engine.answerRequests("NEED_CODE: src/upload.py", { session: "s" });
  assert.deepEqual(outcomesOf(answer), ["provided"]);
});

Deno.test("N-21 NEED_CODE does not change the manifest, and NEED_FILE adds files that are not locked", async () => {
  using workspace = new TempWorkspace(FILES);
  using engine = await openEngine({ root: workspace.root });
  const manifest = { primary: ["src/upload.py"], read: [], forbidden: [], version: 1 };
  await engine.contextForIssue(
    { id: "1", title: "upload", description: "", labels: [], manifest },
    { session: "s" },
  );
  const read = await engine.answerRequests("NEED_CODE: src/send.py:1-2", { session: "s" });
  assert.deepEqual(read.issue?.manifest, manifest);
  const granted = await engine.answerRequests("NEED_FILE: src/send.py\nNEED_FILE: docs/retry.md", {
    session: "s",
    locks: { "docs/retry.md": "issue-2" },
  });
  assert.deepEqual(outcomesOf(granted), ["provided", "excluded"]);
  assert.match(granted.outcomes![1]!.message, /"issue-2"/);
  assert.deepEqual(granted.issue?.manifest, {
    ...manifest,
    primary: ["src/upload.py", "src/send.py"],
    version: 2,
  });
});

Deno.test("answerRequests() reports requests that do not fit its budget", async () => {
  using workspace = new TempWorkspace(FILES);
  using engine = await openEngine({ root: workspace.root });
  const answer = await engine.answerRequests(
    "NEED_CODE: src/send.py:1-90\nNEED_CODE: src/upload.py",
    { session: "s", budget: 200 },
  );
  assert.deepEqual(outcomesOf(answer), ["limit", "provided"]);
  assert.deepEqual(linesOf(answer.fragments).map(({ path }) => path), ["src/upload.py"]);
  assert.ok(answer.budget.used <= 200);
});

Deno.test("answerRequests() returns no text when the agent opens files itself", async () => {
  using workspace = new TempWorkspace(FILES);
  using engine = await openEngine({ root: workspace.root });
  for (const needMode of ["delegate", "observe"] as const) {
    const answer = await engine.answerRequests("NEED_CODE: src/upload.py", {
      session: needMode,
      settings: { needMode },
    });
    assert.deepEqual([outcomesOf(answer), linesOf(answer.fragments)], [["provided"], []]);
  }
});
