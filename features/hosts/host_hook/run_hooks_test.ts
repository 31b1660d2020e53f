import assert from "node:assert/strict";
import type { JsonObject } from "@dossier/core/text";
import { makeTree, writeFiles } from "../../../tests/temp_tree.ts";
import { openHostHooks, readHostHooks } from "./read_host_hooks.ts";
import { runHooks, type RunHooksOptions } from "./run_hooks.ts";

const CLAUDE = { host: "claude-code" } as const;

/** Runs the hooks of some settings at an event, in a new project. */
async function run(
  event: string,
  hooks: readonly object[],
  { input = {}, ...options }: Partial<RunHooksOptions> & { readonly input?: JsonObject } = {},
) {
  const settings = { hooks: { [event]: [{ hooks }] } };
  using tree = makeTree({ ".claude/settings.json": JSON.stringify(settings) });
  const snapshot = await openHostHooks(tree.root, CLAUDE);
  assert.deepEqual(snapshot.problems, []);
  const folder = tree.root;
  return await runHooks(snapshot, event, input, { folder, permit: () => true, ...options });
}

Deno.test("readHostHooks() reads the user's hooks, the project's and those of plugins, with comments", async () => {
  const group = (command: string) =>
    `{"hooks": {"Stop": [{"hooks": [{"command": "${command}"}]}]}}`;
  using home = makeTree({ ".claude/settings.json": group("a"), ".codex/hooks.json": group("x") });
  using plugin = makeTree({ "hooks/hooks.json": group("d") });
  using tree = makeTree({
    ".claude/settings.json": `// ours\n${group("b").replace("]}]}}", "],}]}}")}`,
    ".claude/settings.local.json": group("c"),
    ".codex/config.toml":
      'model = "m"\n[hooks.state."k"]\ntrusted = "h"\n[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ncommand = "y"\ntimeout = 2\n',
  });
  const places = { home: home.root, plugins: [plugin.root] };
  const claude = await readHostHooks(tree.root, { ...CLAUDE, ...places });
  assert.deepEqual(claude.problems, []);
  assert.deepEqual(claude.hooks.map(({ command, origin }) => [command, origin]), [
    ["a", "~/.claude/settings.json"],
    ["b", ".claude/settings.json"],
    ["c", ".claude/settings.local.json"],
    ["d", `${plugin.root}/hooks/hooks.json`],
  ]);
  assert.equal(claude.hooks.at(-1)?.pluginRoot, plugin.root);
  const codex = await readHostHooks(tree.root, { host: "codex", home: home.root });
  assert.deepEqual(codex.problems, []);
  assert.deepEqual(codex.hooks.map(({ command, timeLimitMs }) => [command, timeLimitMs]), [
    ["x", 60_000],
    ["y", 2000],
  ]);
  writeFiles(tree.root, {
    ".claude/settings.json": '{"disableAllHooks": true}',
    ".claude/settings.local.json": '{"hooks": ',
  });
  const off = await readHostHooks(tree.root, { ...CLAUDE, ...places });
  assert.deepEqual(off.hooks, []);
  assert.match(
    off.problems.join(),
    /settings\.local\.json" is ignored as it cannot be read: line 1/,
  );
});

Deno.test("readHostHooks() skips invalid and overlong files", async () => {
  using tree = makeTree({
    ".claude/settings.local.json": "[".repeat(500_000),
    ".claude/settings.json/x": "",
    ".codex/hooks.json": new Uint8Array([0xff, 0xfe, 0x00]),
    ".codex/config.toml": "[hooks",
  });
  const problems = [
    ...(await readHostHooks(tree.root, CLAUDE)).problems,
    ...(await readHostHooks(tree.root, { host: "codex" })).problems,
  ];
  const expected = [
    /not a regular file but a folder/,
    /cannot be read: /,
    /cannot be read: line 1/,
    /line 1: /,
  ];
  assert.equal(problems.length, 4);
  for (const [at, pattern] of expected.entries()) assert.match(problems[at]!, pattern);
});

Deno.test("a snapshot of hooks stays as it was when a session began", async () => {
  using tree = makeTree({
    ".claude/settings.json": '{"hooks": {"SessionStart": [{"hooks": [{"command": "echo old"}]}]}}',
  });
  const snapshot = await openHostHooks(tree.root, CLAUDE);
  writeFiles(tree.root, { ".claude/settings.json": "{}" });
  const options = { folder: tree.root, permit: () => true };
  const { contexts } = await runHooks(snapshot, "SessionStart", { source: "startup" }, options);
  assert.deepEqual(contexts, ["old"]);
});

Deno.test("C-25: a hook gets the event on its standard input, and its output applies", async () => {
  const denied = await run("PreToolUse", [{ command: "cat >&2; exit 2" }], {
    input: { tool_name: "Bash", session_id: "s" },
  });
  assert.equal(denied.permission, "deny");
  const told = JSON.parse(denied.permissionReasons[0]!);
  assert.deepEqual([told.hook_event_name, told.tool_name, typeof told.cwd], [
    "PreToolUse",
    "Bash",
    "string",
  ]);
  const places = await run("SessionStart", [
    { command: 'test "$CLAUDE_PROJECT_DIR" = "$PWD" && echo "here $ONE"' },
    { command: "sh", args: ["-c", 'echo "$1"', "sh", "${CLAUDE_PROJECT_DIR} $ONE"] },
  ], { environment: { ONE: "1" } });
  assert.equal(places.contexts[0], "here 1");
  assert.match(places.contexts[1]!, /^\/.* \$ONE$/);
});

Deno.test("C-26: hooks run in parallel, and their texts are in the order of the configuration", async () => {
  const start = performance.now();
  const { contexts } = await run("SessionStart", [
    { command: "sleep 1; echo slow" },
    { command: "sleep .5; echo quick" },
    { command: "sleep .5; echo quick" },
  ]);
  assert.deepEqual(contexts, ["slow", "quick"]);
  assert.ok(performance.now() - start < 1900);
});

Deno.test("C-25: a hook that hangs, floods, dies or is missing blocks nothing", async () => {
  const { warnings, isBlocked } = await run("Stop", [
    { command: "sleep 60", timeout: 0.3 },
    { command: "yes", timeout: 0.3 },
    { command: "kill -9 $$" },
    { command: "no-such-program" },
    { command: "no-such-program", args: [] },
  ]);
  assert.equal(isBlocked, false);
  const expected = [
    /took too long/,
    /writes too much/,
    /code 137/,
    /code 127: .*not found/,
    /is not run as /,
  ];
  for (const [at, pattern] of expected.entries()) assert.match(warnings[at]!, pattern);
});

Deno.test("a hook that is not permitted is not run", async () => {
  using tree = makeTree();
  const { warnings } = await run(
    "Stop",
    [{ command: `touch ${tree.root}/a` }, { command: "true" }],
    {
      permit: ({ command }) => command === "true",
    },
  );
  assert.match(warnings.join(), /of "\.claude\/settings\.json" is not run as it is not permitted$/);
  assert.deepEqual([...Deno.readDirSync(tree.root)], []);
});

Deno.test("C-28: a long output is kept in a file that only its owner reads", async () => {
  using tree = makeTree();
  const outputFolder = `${tree.root}/made/outputs`;
  const long = [{ command: "head -c 10001 /dev/zero | tr '\\0' x" }];
  const { contexts: [shown = ""] } = await run("SessionStart", long, { outputFolder });
  const [, path] =
    /^x{2000}\n… the first 2000 of 10001 characters: all of it is in (\S+)$/.exec(shown) ?? [];
  assert.equal(Deno.readTextFileSync(path!), "x".repeat(10_001));
  assert.equal(Deno.statSync(path!).mode! & 0o777, 0o600);
  assert.match((await run("SessionStart", long)).contexts[0]!, /: the rest is discarded$/);
});
