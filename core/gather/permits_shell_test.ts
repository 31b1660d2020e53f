import assert from "node:assert/strict";
import { permitsShell } from "./permits_shell.ts";

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

Deno.test("permitsShell() lets what only reads of git, whatever is allowed", () => {
  const commit = ["Bash(git add:*)", "Bash(git commit:*)"];
  for (
    const command of [
      "git status",
      "git diff HEAD",
      "git branch --show-current",
      "git log --oneline -10",
      'git log --format="%h %s" main..HEAD -- "src/a.ts"',
      "git show HEAD~1 | git shortlog",
      "git remote get-url origin",
    ]
  ) for (const allowed of [commit, []]) assert.ok(permitsShell(allowed, command), command);
  for (
    const command of [
      "git push",
      "git branch -D main",
      "git branch new",
      "git remote add x y",
      "git log --output=x",
      "git log --outp x",
      "git log '--output=x'",
      "git log '--out'put=x",
      "git log \\--output=x",
      "git log -1\t--output=x",
      "git log {--output=x,}",
      "git log *",
      "git log $ARGUMENTS",
      "git diff --ext-diff",
      "git diff --no-index a b",
      "git diff /etc/passwd /dev/null",
      "git diff a ../../x",
      "git diff a src/../../x",
      "git diff a ~/x",
      "git blame --contents=/etc/passwd a",
      "git -c core.pager=x log",
      "git log > x",
      "git status; rm x",
      "gitstatus",
    ]
  ) assert.ok(!permitsShell(commit, command), command);
});

Deno.test("permitsShell() compares words, with quotation marks around them or without", () => {
  const allowed = ["Bash(${CLAUDE_PLUGIN_ROOT}/scripts/setup.sh:*)"];
  const setup = "${CLAUDE_PLUGIN_ROOT}/scripts/setup.sh";
  for (const command of [`"${setup}" $ARGUMENTS`, `${setup} $ARGUMENTS`, `"${setup}"`]) {
    assert.ok(permitsShell(allowed, command), command);
  }
  for (const command of [`"${setup}x"`, `'${setup}'`, `x "${setup}"`, `"${setup} a"`]) {
    assert.ok(!permitsShell(allowed, command), command);
  }
  assert.ok(permitsShell(['Bash("a/b.sh":*)'], "a/b.sh x"));
});
