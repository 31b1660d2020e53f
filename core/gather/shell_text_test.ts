import assert from "node:assert/strict";
import { permitsShell, splitWords, toShellScript } from "./shell_text.ts";

Deno.test("splitWords() holds what is quoted together", () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ["", []],
    ["  a  b ", ["a", "b"]],
    [`"a b" 'c d'e ""`, ["a b", "c de", ""]],
    ["a\\ b c", ["a b", "c"]],
    ["C:\\dir", ["C:\\dir"]],
    ["don't stop", ["don't", "stop"]],
    [`"$(a b)" c`, ["$(a b)", "c"]],
    [`say "it's"`, ["say", "it's"]],
  ];
  for (const [text, words] of cases) assert.deepEqual(splitWords(text), words, text);
});

Deno.test("toShellScript() leaves arguments to the shell, as variables in quotation marks", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["git log $1", 'git log ${1+"$1"}'],
    ["grep '$1' \"in $2\"", "grep ''\"${1-}\"'' \"in ${2-}\""],
    ["x $ARGUMENTS", 'x "$@"'],
    ['x "$ARGUMENTS"', 'x "${ARGUMENTS}"'],
    ['echo "$(git log $1)"', 'echo "$(git log ${1+"$1"})"'],
    ["echo \\$1 $10 $HOME $ARGUMENTSX", "echo \\$1 $10 $HOME $ARGUMENTSX"],
  ];
  for (const [command, script] of cases) assert.equal(toShellScript(command), script, command);
});

Deno.test("permitsShell() goes by the words of a command, and by each of several", () => {
  const git = ["Read", "Bash(git *)", "Bash(npm run test:*)", "Bash(date)"];
  for (
    const command of [
      "git status",
      "git",
      "git log | git shortlog",
      "git log && date; npm run test a 2>&1",
      "git log 2> /dev/null",
      "git log --grep 'a;b>c`d`'",
      'git log "a & b"',
      "git show $1",
      "git apply < $1",
    ]
  ) assert.ok(permitsShell(git, command), command);
  for (
    const command of [
      "",
      "gitk",
      "rm -rf .",
      "git status; rm -rf .",
      "git status & rm x",
      "git status\nrm x",
      "git log | sh",
      "git log > file",
      "git log >> /dev/nullx",
      "git log `rm x`",
      "git log $(rm x)",
      'git log "$(rm x)"',
      "git log <(rm x)",
      "(git log)",
      "date +%s",
      "npm run tests",
      "$1",
    ]
  ) assert.ok(!permitsShell(git, command), command);
  for (const all of ["Bash", "Bash(*)", "Bash(:*)"]) assert.ok(permitsShell([all], "a | b > $(c)"));
  assert.ok(!permitsShell([], "ls"));
  assert.ok(!permitsShell(["Bashful", "XBash"], "ls"));
  assert.ok(permitsShell(["Bash(* --version)"], "node --version"));
  assert.ok(permitsShell(["Bash(a*b*c)"], "axbyc") && !permitsShell(["Bash(a*b*c)"], "acb"));
});
