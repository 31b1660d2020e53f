// deno-lint-ignore-file no-console -- the examples print what they get

/**
 * Gives an agent of your own its tools, the commands of its project, and the hooks that Claude Code would run:
 *
 *     deno run -A --config deno.json examples/gather.ts
 */

import {
  checkAction,
  expandCommandFile,
  gatherExecution,
  gatherFile,
  gatherMatches,
  listCommands,
  openGatherTree,
  openHostHooks,
  runHooks,
} from "../mod.ts";

/** What a project has that people have worked on with Claude Code. */
const FILES: Readonly<Record<string, string>> = {
  ".claude/commands/review.md":
    "---\nallowed-tools: Bash(wc *)\n---\nReview @$1, of !`wc -l < $1` lines.\n",
  ".claude/settings.json": JSON.stringify({
    hooks: {
      PreToolUse: [{ matcher: "Edit|Write", hooks: [{ command: "echo frozen >&2; exit 2" }] }],
    },
  }),
  ".dossier/rules/no-rm.md":
    "---\nname: no-rm\nevent: bash\npattern: rm\\s+-rf\n---\nMove it away.\n",
  "src/queue.ts": "export const queue = [];\n",
};

const root = Deno.realPathSync(Deno.makeTempDirSync());
for (const [path, text] of Object.entries(FILES)) {
  Deno.mkdirSync(`${root}/${path.slice(0, path.lastIndexOf("/"))}`, { recursive: true });
  Deno.writeTextFileSync(`${root}/${path}`, text);
}

const tree = await openGatherTree({ root });
const options = {
  style: "seed",
  permit: ([program]: readonly string[]) => program === "wc",
} as const;
console.log((await gatherFile({ path: "src/queue.ts" }, tree, options)).content);
console.log((await gatherMatches({ pattern: "queue" }, tree, options)).content);
console.log((await gatherExecution({ command: ["rm", "-rf", "src"] }, tree, options)).content);

const { commands: [review] } = await listCommands(root, { home: undefined });
const permit = (command: string) => command.startsWith("wc ");
const prompt = await expandCommandFile(review!, tree, { argumentText: "src/queue.ts", permit });
console.log(prompt.text);

const hooks = await openHostHooks(root, { host: "claude-code" });
const call = JSON.parse('{"tool_name": "Write", "tool_input": {"file_path": "a.ts"}}');
const outcome = await runHooks(hooks, "PreToolUse", call, { folder: root, permit: () => true });
console.log(outcome.permission, outcome.permissionReasons);

const action = { event: "PreToolUse", toolName: "Bash", toolInput: { command: "rm -rf src" } };
console.log((await checkAction(root, action)).verdict?.message);
Deno.removeSync(root, { recursive: true });
