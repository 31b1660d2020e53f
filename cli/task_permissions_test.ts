import assert from "node:assert/strict";
import { COMMANDS } from "./commands.ts";
import { permissionFlags, PREFIXES, TASK_PERMISSIONS } from "./task_permissions.ts";

const ALL_REGEXP = /--allow-all|(?:^|\s)-A\b/;

const TASKS: Readonly<Record<string, string>> = JSON.parse(
  Deno.readTextFileSync(new URL("../deno.json", import.meta.url)),
).tasks;

Deno.test("permissionFlags() is what the task of every command gives it", () => {
  for (const { name } of COMMANDS) {
    const flags = ["--lock=deno.lock", "--frozen", "--no-prompt", ...permissionFlags(name)];
    assert.equal(TASKS[name], `deno run ${flags.join(" ")} cli/main.ts ${name}`);
  }
  for (const name of PREFIXES) {
    const flags = permissionFlags(name).join(" ");
    assert.ok(TASKS[name]?.endsWith(`--lock=deno.lock --frozen --no-prompt ${flags} cli/main.ts`));
  }
  const names = [...COMMANDS.map(({ name }) => name), ...PREFIXES];
  assert.deepEqual(Object.keys(TASK_PERMISSIONS).sort(), names.sort());
});

Deno.test("permissionFlags() narrows what it can, and refuses a command that is none", () => {
  assert.deepEqual(permissionFlags("completions"), ["--allow-read"]);
  assert.deepEqual(permissionFlags("init"), [
    "--allow-read",
    "--allow-write",
    "--allow-env=INIT_CWD,NO_COLOR",
  ]);
  assert.throws(() => permissionFlags("bogus"), RangeError);
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

Deno.test("no task may do everything", () => {
  for (const [name, task] of Object.entries(TASKS)) assert.doesNotMatch(task, ALL_REGEXP, name);
});

Deno.test("the runtime is told of every package with a build script that it is not to run, and so warns of none", () => {
  const read = (path: string) => JSON.parse(Deno.readTextFileSync(new URL(path, import.meta.url)));
  const packages: Readonly<Record<string, { readonly scripts?: boolean }>> =
    read("../deno.lock").npm;
  const names = Object.entries(packages).filter(([, { scripts }]) => scripts)
    .map(([key]) => `npm:${key.slice(0, key.lastIndexOf("@"))}`);
  assert.ok(names.length > 0);
  const { allow, deny } = read("../deno.json").allowScripts;
  assert.deepEqual([allow, deny], [[], [...new Set(names)].sort()]);
});
