// deno-lint-ignore-file no-console -- the examples print what they get

/**
 * Runs the hooks that Claude Code would run for an agent of your own, and checks an action by its project's rules:
 *
 *     deno run -A --config deno.json examples/follow_hooks.ts
 */

import { checkAction, openHostHooks, runHooks } from "../library/hosts.ts";

/** Files of a project on which people have worked with Claude Code. */
const FILES: Readonly<Record<string, string>> = {
  ".claude/settings.json": JSON.stringify({
    hooks: {
      PreToolUse: [{ matcher: "Edit|Write", hooks: [{ command: "echo frozen >&2; exit 2" }] }],
    },
  }),
  ".dossier/rules/no-rm.md":
    "---\nname: no-rm\nevent: bash\npattern: rm\\s+-rf\n---\nMove it away.\n",
};

const root = Deno.realPathSync(Deno.makeTempDirSync());
for (const [path, text] of Object.entries(FILES)) {
  Deno.mkdirSync(`${root}/${path.slice(0, path.lastIndexOf("/"))}`, { recursive: true });
  Deno.writeTextFileSync(`${root}/${path}`, text);
}

const hooks = await openHostHooks(root, { host: "claude-code" });
const call = JSON.parse('{"tool_name": "Write", "tool_input": {"file_path": "a.ts"}}');
const outcome = await runHooks(hooks, "PreToolUse", call, { folder: root, permit: () => true });
console.log(outcome.permission, outcome.permissionReasons);

const action = { event: "PreToolUse", toolName: "Bash", toolInput: { command: "rm -rf src" } };
console.log((await checkAction(root, action)).verdict?.message);
Deno.removeSync(root, { recursive: true });
