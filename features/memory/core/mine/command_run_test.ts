import assert from "node:assert/strict";
import { findErrorLine, listCheckRuns, readCheck } from "./command_run.ts";

for (
  const [command, bare] of [
    ["npm test", "npm test"],
    ["cd app && npm  test 2>&1 | tail -50", "npm test"],
    ["CI=1 python3 -m pytest tests/a.py -x > log.txt", "CI=1 python3 -m pytest tests/a.py -x"],
    ["source .venv/bin/activate; ruff check .", "ruff check ."],
    ["./gradlew test --info | grep -v DEBUG | head", "./gradlew test --info"],
    ["python tests/runtests.py utils", "python tests/runtests.py utils"],
    ["deno task test:quick core", "deno task test:quick core"],
    ["go test ./...", "go test ./..."],
    ["pip install -e .", "pip install -e ."],
    ["./run_tests.sh", "./run_tests.sh"],
  ] as const
) {
  Deno.test(`readCheck() reads "${command}" as a check`, () => {
    assert.equal(readCheck(command)?.command, bare);
  });
}

for (
  const command of [
    ...["ls -la", "grep -rn test .", "cat pytest.ini", "git commit -m 'npm test'", "cd app", ""],
    ...["python3 -c 'import x'", "node -e 'x'", "python3 << EOF\nimport x\nEOF", "npm --version"],
    ...["npm test && npm run build", "npm test | ./filter.sh", "python", "echo pytest"],
  ]
) {
  Deno.test(`readCheck() leaves ${JSON.stringify(command)}`, () => {
    assert.equal(readCheck(command), undefined);
  });
}

function runs(command: string, text: string, failed?: true) {
  return listCheckRuns([
    { kind: "call", line: 1, text: command, command, callId: "c", tool: "Bash" },
    { kind: "result", line: 2, text, callId: "c", tool: "Bash", ...(failed && { failed }) },
  ]).map(({ hasFailed }) => hasFailed);
}

Deno.test("listCheckRuns() reads the result of a run from its host, and after a pipe from its output", () => {
  assert.deepEqual(runs("npm test", "boom", true), [true]);
  assert.deepEqual(runs("npm test", "fine"), [false]);
  assert.deepEqual(runs("pytest | tail", "=== 1 failed, 2 passed in 0.1s ==="), [true]);
  assert.deepEqual(runs("pytest | tail", "=== 2 passed in 0.1s ==="), [false]);
  assert.deepEqual(runs("pytest | tail", "warnings"), []);
  assert.deepEqual(
    runs("cd gone && pytest", "bash: cd: gone: No such file or directory", true),
    [],
  );
});

for (
  const [output, line] of [
    ["Traceback (most recent call last):\n  x\nKeyError: 'id'\n", "KeyError: 'id'"],
    ["E       AssertionError: 1 != 2\nFAILED a.py::b", "AssertionError: 1 != 2"],
    ["src/a.rs\nerror[E0382]: use of moved value\n", "error[E0382]: use of moved value"],
    [
      "a.ts(1,2): error TS2304: Cannot find name 'x'.",
      "a.ts(1,2): error TS2304: Cannot find name 'x'.",
    ],
    ["zsh: command not found: deno", "zsh: command not found: deno"],
    ["Exit code 1\n--- FAIL: TestX\nFAIL\tpkg 0.1s", "FAIL\tpkg 0.1s".replace("\t", " ")],
    ["/home/me/.venv/bin/python: No module named pytest", "…/python: No module named pytest"],
    ["nothing of note", undefined],
    [`Error: ${"x".repeat(300)}`, `Error: ${"x".repeat(152)}…`],
  ] as const
) {
  Deno.test(`findErrorLine() finds ${line === undefined ? "nothing" : `"${line.slice(0, 60)}"`}`, () => {
    assert.equal(findErrorLine(output), line);
  });
}
