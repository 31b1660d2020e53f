import assert from "node:assert/strict";
import { assertFailure, assertSuccess } from "./assert_sentences.ts";
import { TempWorkspace } from "../temp_workspace.ts";

const PAUSE = "export function pauseAfter(attempt) {\n  return attempt;\n}\n";

function makeWorkspace(): TempWorkspace {
  const workspace = new TempWorkspace({
    "src/retry.ts": PAUSE,
    "src/upload.ts":
      'import { pauseAfter } from "./retry.ts";\n\nexport function retryUpload() {\n  pauseAfter(1);\n}\n',
    "src/download.ts": "export function pauseBefore(attempt) {\n  return attempt + 1;\n}\n",
    "tests/retry_test.ts":
      'import { pauseAfter } from "../src/retry.ts";\n\nexport function testPause() {\n  pauseAfter(1);\n}\n',
  });
  workspace.initialize();
  return workspace;
}

Deno.test("the command line prints the map, outlines, callers, callees, tests and what is related", async () => {
  using workspace = makeWorkspace();
  const ask = async (...words: string[]) => assertSuccess(await workspace.run(words));
  const pause = "src/retry.ts\n  1-3  export function pauseAfter(attempt)";
  assert.match(
    await ask("map"),
    /^src\/\n {2}retry\.ts: pauseAfter 1\n {2}upload\.ts: retryUpload 3\n/,
  );
  assert.equal(await ask("map", "tests"), "tests/retry_test.ts: testPause 3\n");
  assert.equal(await ask("outline", "src/retry.ts"), `${pause}\n`);
  assert.equal(
    await ask("callers", "pauseAfter"),
    "Callers and users of pauseAfter (src/retry.ts:1): 2 certain; 1 test in 1 file\n\n" +
      "src/upload.ts\n  3-5  export function retryUpload()  (calls it in line 4)\n\n" +
      "tests/retry_test.ts\n  3-5  export function testPause()  (calls it in line 4)\n",
  );
  assert.equal(
    await ask("callees", "retryUpload"),
    `retryUpload (src/upload.ts:3) calls: 1 certain\n\n${pause}  (in line 4)\n`,
  );
  assert.equal(
    await ask("tests", "src/retry.ts#pauseAfter"),
    "Tests of pauseAfter (src/retry.ts:1): 1 certain, in 1 file\n\n" +
      "tests/retry_test.ts\n  3-5  export function testPause()  (calls it in line 4)\n",
  );
  assert.match(
    await ask("related", "src/retry.ts:2"),
    /export function pauseBefore\(attempt\) {2}\(shares /,
  );
});

Deno.test("the command line prints the impact of a change, and only the files of tests for a script", async () => {
  using workspace = makeWorkspace();
  const ask = async (...words: string[]) => assertSuccess(await workspace.run(words));
  workspace.commit();
  for (const words of [["impact", "--diff"], ["tests", "--diff", "--files"]]) {
    const { code, stdout, stderr } = await workspace.run(words);
    assert.deepEqual([code, stdout], [0, ""]);
    assert.match(stderr, /^dossier: No definition has changed since HEAD$/m);
  }
  workspace.write("src/retry.ts", PAUSE.replace("attempt;", "attempt + 1;"));
  const impact = "What depends on the changes\n\nChanged: 1, in 1 file\n\nsrc/retry.ts\n" +
    "  1-3  export function pauseAfter(attempt)  (changed)\n\nDirectly: 1 certain, in 1 file\n\nsrc/upload.ts\n" +
    "  3-5  export function retryUpload()  (calls it in line 4)\n\nTests that reach it: 1 certain, in 1 file\n\n" +
    "tests/retry_test.ts\n  3-5  export function testPause()  (calls it in line 4)\n";
  for (const words of [["--diff"], ["--diff", "HEAD"], ["--diff=main"], ["--depth=1", "--diff"]]) {
    assert.equal(await ask("impact", ...words), impact, words.join(" "));
  }
  assert.equal(await ask("tests", "--diff", "--files"), "tests/retry_test.ts\n");
  assert.equal(
    await ask("tests", "--files", "--budget", "1", "pauseAfter"),
    "tests/retry_test.ts\n",
  );
  workspace.commit();
  assert.equal(await ask("tests", "--diff", "HEAD~1", "--files"), "tests/retry_test.ts\n");
  const { definitions } = JSON.parse(await ask("impact", "--diff", "HEAD~1", "--json"));
  assert.deepEqual(
    definitions.map((
      { symbol, depth, isTest }: Record<string, unknown>,
    ) => [symbol, depth, isTest]),
    [["pauseAfter", 0, false], ["retryUpload", 1, false], ["testPause", 1, true]],
  );
  const failures: readonly (readonly [readonly string[], RegExp])[] = [
    [
      ["impact", "--diff", "nosuch"],
      /Cannot list what has changed since "nosuch": name a revision/,
    ],
    [["impact", "--diff=--output=x"], /since "--output=x": name a revision/],
    [["impact", "pauseAfter", "--diff"], /for both "diff" and "pauseAfter"/],
    [["impact", "--depth", "9", "pauseAfter"], /depth of 9: use a whole number from 1 to 8/],
    [["impact"], /name 1 to 20 definitions/],
    [["callers", "--diff", "pauseAfter"], /there is no option --diff/],
  ];
  for (const [words, message] of failures) {
    assertFailure(await workspace.run(words), { code: 2, message });
  }
});

Deno.test("the command line prints a path of calls, and callers by name only", async () => {
  using workspace = makeWorkspace();
  workspace.write("src/other.js", "export function other(thing) {\n  thing.add(1);\n}\n");
  workspace.write("src/queue.ts", "export class Queue {\n  add(file) {}\n}\n");
  const ask = async (...words: string[]) => assertSuccess(await workspace.run(words));
  assert.equal(
    await ask("paths", "testPause", "pauseAfter"),
    "From testPause (tests/retry_test.ts:3) to pauseAfter (src/retry.ts:1): 1 call\n\n" +
      "  tests/retry_test.ts:3-5  testPause calls pauseAfter in line 4\n",
  );
  const none = await workspace.run(["callers", "Queue.add"]);
  assert.equal(assertSuccess(none), "");
  assert.match(
    none.stderr,
    /1 further use of the name may refer .* \(--all lists them\): src\/other\.js:2/,
  );
  assert.match(
    await ask("callers", "--all", "Queue.add"),
    /: 1 by name only\n\nsrc\/other\.js\n {2}1-3 {2}export function other\(thing\) {2}\(perhaps calls it in line 2\)\n$/,
  );
});

Deno.test("the command line resolves paths from the current folder, as shells complete them", async () => {
  using workspace = makeWorkspace();
  const options = { folder: "src" };
  const own = assertSuccess(await workspace.run(["outline", "retry.ts"], options));
  assert.equal(assertSuccess(await workspace.run(["outline", "src/retry.ts"], options)), own);
  assert.match(
    assertSuccess(await workspace.run(["related", "retry.ts:1"], options)),
    /pauseBefore/,
  );
  const callers = assertSuccess(await workspace.run(["callers", "pauseAfter"]));
  for (const target of ["retry.ts:1", "retry.ts#pauseAfter", "src/retry.ts:1", "pauseAfter"]) {
    assert.equal(assertSuccess(await workspace.run(["callers", target], options)), callers, target);
  }
  const message = /^dossier: Cannot read ".*" as it is outside|it is outside the root/;
  workspace.write("../beside.py", "x = 1\n");
  assertFailure(await workspace.run(["outline", "../../beside.py"], options), { code: 2, message });
});

Deno.test("the command line prints answers about structure as JSON, with omissions", async () => {
  using workspace = makeWorkspace();
  const result = await workspace.run(["callers", "--json", "--budget", "30", "pauseAfter"]);
  const answer = JSON.parse(assertSuccess(result));
  assert.equal(answer.kind, "callers");
  assert.deepEqual(answer.targets, ["pauseAfter"]);
  assert.deepEqual([answer.subject.path, answer.subject.startLine], ["src/retry.ts", 1]);
  assert.equal(answer.definitions.length + answer.omitted, 2);
  assert.ok(answer.budget.used <= 30);
  const none = await workspace.run(["callers", "testPause"]);
  assert.equal(assertSuccess(none), "");
  assert.match(
    none.stderr,
    /^dossier: Nothing calls or uses it: every use of its name in the indexed code was read$/m,
  );
});

Deno.test("the command line suggests similar names for an unknown definition", async () => {
  using workspace = makeWorkspace();
  assertFailure(await workspace.run(["callers", "pauseAftr"]), {
    code: 2,
    message: /"pauseAftr": did you mean "pauseAfter"/,
  });
});
