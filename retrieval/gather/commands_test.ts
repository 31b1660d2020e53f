import assert from "node:assert/strict";
import { makeTree } from "../../tests/temp_tree.ts";
import { noise } from "../../tests/sample_secrets.ts";
import { expandCommandFile, type ExpandCommandOptions } from "./expand_command_file.ts";
import { listCommands } from "./find_commands.ts";
import { openGatherTree } from "./gather_tree.ts";

const COMMAND = "---\ndescription: D\n---\nbody\n";

Deno.test("listCommands() finds what can be called, the project's before the user's", async () => {
  using project = makeTree({
    ".claude/commands/review.md": COMMAND,
    ".claude/commands/frontend/test.md": "Test it.\n",
    ".claude/commands/notes.txt": "none",
    ".claude/agents/planner.md": "---\nname: plan\n---\nYou plan.\n",
  });
  using home = makeTree({
    ".claude/commands/review.md": "the user's",
    ".claude/commands/mine.md": "mine",
    ".claude/commands/huge.md": "x".repeat(300_000),
  });
  using plugin = makeTree({ "commands/a/go.md": "go", "agents/x.md": "X" });
  Deno.symlinkSync("/etc/passwd", `${project.root}/.claude/commands/linked.md`);
  const plugins = [{ name: "kit", folder: plugin.root }];
  const { commands, agents, problems } = await listCommands(project.root, {
    home: home.root,
    plugins,
  });
  assert.deepEqual(commands.map(({ name, origin, description }) => [name, origin, description]), [
    ["frontend:test", "project", "Test it."],
    ["kit:a:go", "plugin", "go"],
    ["mine", "user", "mine"],
    ["review", "project", "D"],
  ]);
  assert.equal(commands[0]?.path, ".claude/commands/frontend/test.md");
  assert.equal(commands[1]?.pluginRoot, plugin.root);
  assert.deepEqual(agents.map(({ name, systemPrompt }) => [name, systemPrompt]), [
    ["kit:x", "X"],
    ["plan", "You plan."],
  ]);
  assert.deepEqual(problems, [
    '"~/.claude/commands/huge.md" is passed over as it is larger than 262144 bytes (it has 300000): make it smaller',
  ]);
  assert.deepEqual(await listCommands(plugin.root), { commands: [], agents: [], problems: [] });
});

/** Expands the only command of a project with these files. */
async function expand(body: string, options: ExpandCommandOptions = {}) {
  using tree = makeTree({
    ".claude/commands/c.md": `---\nallowed-tools: Bash\n---\n${body}`,
    "src/a.ts": "const a = 1;\n",
    "src/deep/b.ts": "b\n",
    "vendor/v.ts": "v\n",
    "token.ts": `x = "ghp_${noise(36)}"\n`,
  });
  const { commands: [command] } = await listCommands(tree.root);
  const opened = await openGatherTree({ root: tree.root });
  const { text, warnings } = await expandCommandFile(command!, opened, options);
  return { text, warnings };
}

Deno.test("C-23: files and folders of the tree are shown, and nothing else", async () => {
  assert.deepEqual(await expand("@$ARGUMENTS\n", { argumentText: "src/a.ts" }), {
    text: "src/a.ts\n```src/a.ts\nconst a = 1;\n```\n",
    warnings: [],
  });
  assert.equal((await expand("@src")).text, "src/\n```src/\na.ts\ndeep/\n```");
  assert.match((await expand("@token.ts")).text, /«masked: /);
  for (const path of ["/etc/passwd", "../x", "vendor/v.ts", ".env", "no.ts", "vendor"]) {
    const { text, warnings } = await expand(`@${path}`);
    assert.equal(text, `@${path}`);
    assert.equal(warnings.length, 1, path);
  }
});

Deno.test("C-23: commands are run where the command and the caller agree, and arguments stay words", async () => {
  const permit = () => true;
  assert.deepEqual(await expand("!`echo hi`"), {
    text: "[not run as it is not permitted here: echo hi]",
    warnings: ['"echo hi" is not run as it is not permitted here'],
  });
  assert.equal((await expand("!`echo hi`", { permit })).text, "hi");
  const argumentText = `"; echo hacked; $(echo no)" 'a  b' *`;
  const run = async (body: string) => (await expand(body, { permit, argumentText })).text;
  assert.equal(await run("!`printf '[%s]' $1 $2 $9`"), "[; echo hacked; $(echo no)][a  b]");
  assert.equal(await run("!`printf '[%s]' $ARGUMENTS`"), "[; echo hacked; $(echo no)][a  b][*]");
  assert.equal(await run('!`echo "=$ARGUMENTS="`'), `=${argumentText}=`);
  assert.equal(await run("!`echo '=$2='`"), "=a  b=");
  assert.equal(await run('!`echo "$(printf %s $2)"`'), "a  b");
  assert.equal((await expand("!`echo oops >&2; exit 3`", { permit })).text, "oops\n[exit code 3]");
  const late = await expand("!`echo x; sleep 9`", { permit, timeLimitMs: 300 });
  assert.equal(late.text, "x\n[stopped as it took too long]");
  const cut = await expand("!`echo 0123456789`", {
    permit,
    truncation: { kind: "bytes", limit: 4 },
  });
  assert.equal(cut.text, "01…7 chars truncated…9");
  assert.equal(
    (await expand("!`echo '@src/a.ts $1'`", { permit, argumentText: "w" })).text,
    "@src/a.ts w",
  );
});

Deno.test("C-23: a command of a plugin shows the plugin's files, but none beside them", async () => {
  using project = makeTree({ "a.ts": "a" });
  using folder = makeTree({
    "kit/commands/c.md":
      "---\nallowed-tools: Bash\n---\n@${CLAUDE_PLUGIN_ROOT}/notes.md @${CLAUDE_PLUGIN_ROOT}/../other.md\n" +
      '!`cat "${CLAUDE_PLUGIN_ROOT}/notes.md"`',
    "kit/notes.md": "notes\n",
    "other.md": "other\n",
  });
  const pluginRoot = `${folder.root}/kit`;
  const { commands: [command] } = await listCommands(project.root, {
    plugins: [{ name: "kit", folder: pluginRoot }],
  });
  const tree = await openGatherTree({ root: project.root });
  const { text, warnings } = await expandCommandFile(command!, tree, { permit: () => true });
  assert.equal(text, `notes.md @${pluginRoot}/../other.md\n\`\`\`notes.md\nnotes\n\`\`\`\nnotes`);
  assert.match(warnings.join(), /outside the root/);
});
