import assert from "node:assert/strict";
import { makeTree } from "../../../tests/temp_tree.ts";
import { checkAction, checkActionRules, readActionRules } from "./read_rules.ts";

const RM =
  "---\nname: no-rm\nenabled: true\nevent: bash\naction: block\npattern: rm\\s+-rf\n---\n\nUse trash.\n";

const ENV = `---
name: env
event: file
conditions:
  - field: file_path
    operator: regex_match
    pattern: \\.env$
  - field: new_text
    operator: contains
    pattern: "KEY\\u003d"
---
Keys belong elsewhere.
`;

Deno.test("C-29: rules are read from both folders, and invalid ones are reported", async () => {
  using tree = makeTree({
    ".claude/hookify.no-rm.local.md": RM,
    ".claude/hookify.off.local.md": "---\nname: off\nenabled: false\n---\n",
    ".claude/hookify.shared.md": RM,
    ".claude/settings.json": "{}",
    ".dossier/rules/b.md": ENV,
    ".dossier/rules/a.md": "no front matter",
    ".dossier/rules/c.md": "---\nname: [a\n---\n",
    ".dossier/rules/d.md": "x".repeat(70_000),
    ".dossier/rules/e.txt": RM,
  });
  Deno.symlinkSync("/etc/passwd", `${tree.root}/.dossier/rules/f.md`);
  const { rules, problems } = await readActionRules(tree.root);
  assert.deepEqual(rules.map(({ name }) => name), ["env", "no-rm"]);
  assert.equal(problems.length, 4);
  assert.match(problems[0]!, /^"\.dossier\/rules\/a\.md" is ignored as it has no front matter/);
  assert.match(problems[1]!, /c\.md" is ignored as its front matter is not valid YAML: line /);
  assert.match(problems[2]!, /d\.md" is ignored as it is larger than 65536 bytes/);
  assert.match(problems[3]!, /f\.md" is ignored as it is not a regular file but a symbolic link/);
});

Deno.test("C-29: the rules of a project apply, with patterns that cannot hang", async () => {
  using tree = makeTree({
    ".claude/hookify.no-rm.local.md": RM,
    ".dossier/rules/env.md": ENV,
    ".dossier/rules/slow.md": "---\nname: slow\nevent: bash\npattern: (a+)+$\n---\nSlow.\n",
    ".dossier/rules/wrong.md": "---\nname: wrong\nevent: bash\npattern: (?=a)\n---\nNo.\n",
  });
  const bash = (command: string) =>
    checkAction(tree.root, { event: "PreToolUse", toolName: "Bash", toolInput: { command } });
  const { verdict, problems } = await bash("RM -rf x");
  assert.deepEqual(verdict, {
    action: "block",
    names: ["no-rm"],
    message: "**[no-rm]**\nUse trash.",
  });
  assert.match(problems.join(), /rule "wrong"\.all\[0\] is never true as "\(\?i\)\(\?=a\)"/);
  assert.equal((await bash(`${"a".repeat(50_000)}b`)).verdict, undefined);
  const write = { event: "PostToolUse", toolName: "Write", filePath: "/w/.env", newText: "KEY=1" };
  const { rules, problems: all } = await checkActionRules(tree.root);
  assert.deepEqual([rules.length, all.length], [4, 1]);
  assert.match(all[0]!, /rule "wrong"/);
  const env = await checkAction(tree.root, write);
  assert.deepEqual([env.verdict?.names, env.problems], [["env"], []]);
});

Deno.test("only the first of very many rules apply, and the number of the others is reported", async () => {
  const files = Array.from({ length: 203 }, (_, at) => [`.dossier/rules/${1000 + at}.md`, RM]);
  using tree = makeTree(Object.fromEntries(files));
  const { rules, problems } = await readActionRules(tree.root);
  assert.equal(rules.length, 200);
  assert.deepEqual(problems, [
    'The last 3 rules of ".dossier/rules" are ignored: 200 are read',
  ]);
});

Deno.test("a project without rules has no effect", async () => {
  using tree = makeTree();
  assert.deepEqual(await readActionRules(tree.root), { rules: [], problems: [] });
});
