import assert from "node:assert/strict";
import fc from "fast-check";
import CLAUDE_CODE from "../../../../tests/hook_inputs/claude-code.jsonl" with { type: "text" };
import CODEX from "../../../../tests/hook_inputs/codex.jsonl" with { type: "text" };
import { findHookHost, readHookInput } from "./read_hook_input.ts";
import { listSearchedNames, readSearch } from "./read_search.ts";

const search = (name: string, input: unknown, response: unknown) =>
  readSearch({ name, input, response });

/**
 * Returns the number of hits of a command that printed a number of lines, in Claude Code; undefined
 * when it is unknown.
 */
function hitsOf(command: string, lines: number): number | undefined {
  const stdout = "a.ts:1:x\n".repeat(lines).trim();
  return search("Bash", { command }, { stdout, stderr: "", interrupted: false })?.hits;
}

/**
 * Returns the search terms and the number of hits of the searches in recorded inputs of a host.
 */
function readRecorded(host: string, recorded: string): readonly (readonly [string, number])[] {
  return recorded.trim().split("\n").flatMap((line) => {
    const reading = readHookInput(findHookHost(host)!, line);
    const tool = "input" in reading ? reading.input.tool : undefined;
    const found = tool?.response === undefined ? undefined : readSearch(tool);
    return found === undefined ? [] : [[found.pattern, found.hits] as const];
  });
}

Deno.test("readSearch() reads the number of results from the outputs of Claude Code and Codex", () => {
  assert.deepEqual(readRecorded("claude-code", CLAUDE_CODE), [
    ["retryUpload", 0],
    ["upload|retry", 2],
    ["upload", 2],
    ["upload", 1],
    ["**/retry*.py", 0],
    ["retryUpload", 0],
  ]);
  assert.deepEqual(readRecorded("codex", CODEX), [["retryUpload", 0], ["upload", 2]]);
});

Deno.test("readSearch() counts lines, matches or files as the mode of Grep says, but no lines around them", () => {
  const grep = (input: object, response: object) =>
    search("Grep", { pattern: "retryUpload", ...input }, response)?.hits;
  assert.equal(grep({}, { mode: "files_with_matches", filenames: [], numFiles: 0 }), 0);
  assert.equal(grep({}, { mode: "content", numFiles: 0, content: "", numLines: 90 }), 90);
  assert.equal(grep({}, { mode: "count", numFiles: 7, content: "", numMatches: 41 }), 41);
  assert.equal(grep({ "-C": 3 }, { mode: "content", numLines: 90 }), undefined);
  assert.equal(grep({ "-C": 3 }, { mode: "content", numLines: 0 }), 0);
  assert.equal(grep({ offset: 5 }, { mode: "content", numLines: 0 }), undefined);
  const glob = { filenames: [], numFiles: 100, truncated: true, totalMatches: 120 };
  assert.equal(search("Glob", { pattern: "**/upload*" }, glob)?.hits, 120);
  assert.equal(search("Glob", { pattern: "**/upload*" }, { numFiles: 0 })?.hits, 0);
});

Deno.test("readSearch() reads what Gemini CLI, Copilot and Cursor answer", () => {
  const gemini = (llmContent: string, name = "grep_search") =>
    search(name, { pattern: "upload", dir_path: "src" }, { llmContent })?.hits;
  assert.equal(gemini('No matches found for pattern "upload" in path "src".'), 0);
  assert.equal(gemini('Found 41 matches for pattern "upload" in path "src":\n---'), 41);
  assert.equal(gemini('Found 1 match for pattern "upload"', "search_file_content"), 1);
  assert.equal(gemini('No files found matching pattern "upload" within /src', "glob"), 0);
  assert.equal(gemini('Found 3 file(s) matching "upload" within /src', "glob"), 3);
  assert.equal(gemini("Error during grep search operation: x"), undefined);
  const copilot = (text: string) =>
    search("Bash", { command: "grep -rn upload ." }, { "text_result_for_llm": text })?.hits;
  assert.equal(copilot("<shellId: 0 completed with exit code 1>"), 0);
  assert.equal(copilot("a.ts:1:upload\n<shellId: 0 completed with exit code 0>"), 1);
  assert.equal(copilot("grep: x\n<shellId: 0 completed with exit code 2>"), undefined);
  assert.equal(copilot("a.ts:1:upload"), undefined);
  assert.equal(search("Shell", { command: "rg upload" }, { stdout: "" })?.hits, 0);
});

Deno.test("readSearch() counts the lines of a command as hits only when it prints nothing else", () => {
  for (
    const command of [
      ...["grep -rn upload .", "rg -n upload src | head -50", "git grep -n -- upload"],
      ...["cd sub && grep -rn 'upload' . 2>/dev/null | sort | head -n 50", "ag upload || true"],
      ...["rg -g '*.ts' -A0upload -e upload", "find . -name 'upload*' -type f", "fd upload src"],
      ...["git ls-files | grep -i upload", "find . -type f | grep upload | grep -v test"],
      ...["rg --files -g '**/upload*'", "grep -rn upload . 2>&1 | tail -50", "grep upload a.ts"],
      "find . -path ./node_modules -prune -o -name 'upload.*' -not -path '*/dist/*'",
    ]
  ) assert.equal(hitsOf(command, 50), command.includes("-A0") ? undefined : 50, command);
  for (
    const command of [
      ...["grep -rn upload . | wc -l", "grep -c upload a.ts", "grep -rLn upload .", "rg -q upload"],
      ...["grep -rn upload . > found.txt", "cat log | grep upload", "grep -v upload a.ts"],
      ...["find . -name 'upload*' -exec cat {} ;", "find . -type f", "rg --files", "ls upload"],
      ...["grep -rn upload .; ls", "echo upload && grep -rn upload .", "rg --json upload", "grep"],
      ...["find . -name 'upload*' -print0 | xargs -0 rm", "fd upload -x rm", "rg upload | awk 1"],
      ...["grep -rn '^$' .", "grep -rn $(cat upload) ."],
    ]
  ) assert.equal(hitsOf(command, 0), undefined, command);
});

Deno.test("readSearch() returns undefined for a failed or aborted search, and for an unknown response", () => {
  const run = (response: unknown) => search("Bash", { command: "grep -rn upload ." }, response);
  const plain = { stdout: "", stderr: "", interrupted: false };
  assert.equal(run(plain)?.hits, 0);
  assert.equal(run({ ...plain, stderr: "grep: Unmatched (" }), undefined);
  assert.equal(run({ ...plain, interrupted: true }), undefined);
  for (const response of [undefined, null, 7, [], {}, { output: "" }]) {
    assert.equal(run(response), undefined);
    assert.equal(search("Grep", { pattern: "upload" }, response), undefined);
  }
  assert.equal(search("Grep", { pattern: "upload" }, { mode: "new", numLines: 0 }), undefined);
  assert.equal(search("Read", { pattern: "upload" }, { numFiles: 0 }), undefined);
});

Deno.test("readSearch() returns the searched paths, relative to the folder of the command", () => {
  const paths = (command: string, workdir?: string) =>
    search("exec_command", { cmd: command, workdir }, "")?.paths;
  assert.deepEqual(paths("grep -rn upload src -A 3 lib --include '*.ts'"), ["src", "lib"]);
  assert.deepEqual(paths("cd web && rg upload", "sub"), ["sub/web/."]);
  assert.deepEqual(paths("find /var/log -name 'upload*'", "sub"), ["/var/log"]);
  const glob = search("Glob", { pattern: "/var/log/up*/x*.ts" }, { numFiles: 0 });
  assert.deepEqual(glob?.paths, ["/var/log/up"]);
});

Deno.test("listSearchedNames() returns the literal parts of a pattern, without keywords of declarations", () => {
  const text = (...patterns: string[]) => listSearchedNames(patterns, "text").join(" ");
  assert.equal(text("retryUpload|retry_upload"), "retryUpload retry_upload");
  assert.equal(text(String.raw`\bretry\s+uploads?\b`), "retry uploads");
  assert.equal(text(String.raw`(async )?function +[Rr]etry[A-Z]\w*\(`), "retry");
  assert.equal(text(String.raw`class Upload\(.*\):$`, "def retry_"), "Upload retry_");
  assert.equal(text("(?i)upload(?:er|s){1,2}"), "upload");
  assert.equal(text(String.raw`self\.max_retries = \d+`), "max_retries");
  assert.equal(text("TODO|42|x.y"), "TODO");
  assert.equal(text("max-retries"), "max-retries");
  const path = (pattern: string) => listSearchedNames([pattern], "path").join(" ");
  assert.equal(path("src/**/retry*Upload.test.ts"), "retry Upload test");
  assert.equal(path("**/uploads/**/*.{ts,tsx}"), "uploads");
  assert.equal(path("**/{retry,upload}.py"), "retry upload");
  assert.equal(path("**/*.ts"), "");
  assert.equal(path("**/.uploadrc"), "uploadrc");
});

Deno.test("readSearch() reads any command and pattern", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => {
    const hits = hitsOf(`grep -rn ${text} .`, 3);
    assert.ok(hits === undefined || hits === 3);
    assert.ok(listSearchedNames([text], "path").length <= 12);
  }));
});
