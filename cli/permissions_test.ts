import assert from "node:assert/strict";
import {
  listPermissions,
  PERMISSION_SETS,
  permissionFlags,
  PREFIXES,
} from "@dossier/retrieval/permissions";
import { loadCommands } from "./commands.ts";

const ALL_REGEXP = /--allow-all|(?:^|\s)-A\b/;

const CONFIG = JSON.parse(Deno.readTextFileSync(new URL("../deno.json", import.meta.url)));
const TASKS: Readonly<Record<string, string>> = CONFIG.tasks;

Deno.test("deno.json has the sets of permissions, and each task names the set of its command", async () => {
  const sets = PERMISSION_SETS.map((set) => [set, listPermissions(set)]);
  assert.deepEqual(CONFIG.permissions, Object.fromEntries(sets));
  const locked = "--lock=deno.lock --frozen --no-prompt";
  for (const { name, permissions } of await loadCommands()) {
    assert.equal(
      TASKS[name],
      `deno run --quiet ${locked} -P=${permissions} cli/main.ts ${name}`,
      `The task of a command is one line in deno.json`,
    );
  }
  for (const name of PREFIXES) {
    assert.ok(TASKS[name]?.endsWith(`${locked} -P=${name} cli/main.ts`));
  }
});

Deno.test("permissionFlags() narrows permissions where it can, and combines several sets", () => {
  assert.deepEqual(permissionFlags("own"), ["--allow-read"]);
  assert.deepEqual(permissionFlags("write"), [
    "--allow-read",
    "--allow-write",
    "--allow-env=INIT_CWD,NO_COLOR",
  ]);
  assert.deepEqual(permissionFlags("own", "with-plugins").filter((flag) => /run/.test(flag)), [
    "--allow-run",
  ]);
});

Deno.test("the tasks help and version may do what they need", async () => {
  const calls = [["Usage: deno task index", "help", "index"], ["dossier", "version"]];
  for (const [said = "", ...words] of calls) {
    const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["task", "--quiet", ...words],
      cwd: new URL("..", import.meta.url),
    }).output();
    const decoder = new TextDecoder();
    assert.equal(decoder.decode(stderr), "");
    assert.ok(decoder.decode(stdout).includes(said));
  }
});

Deno.test("no task has all permissions", () => {
  for (const [name, task] of Object.entries(TASKS)) assert.doesNotMatch(task, ALL_REGEXP, name);
});

Deno.test("the runtime is told to skip each package's build script, and so prints no warning", () => {
  const read = (path: string) => JSON.parse(Deno.readTextFileSync(new URL(path, import.meta.url)));
  const packages: Readonly<Record<string, { readonly scripts?: boolean }>> =
    read("../deno.lock").npm;
  const names = Object.entries(packages).filter(([, { scripts }]) => scripts)
    .map(([key]) => `npm:${key.slice(0, key.lastIndexOf("@"))}`);
  assert.ok(names.length > 0);
  const { allow, deny } = read("../deno.json").allowScripts;
  assert.deepEqual([allow, deny], [[], [...new Set(names)].sort()]);
});
