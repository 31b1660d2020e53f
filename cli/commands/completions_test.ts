import assert from "node:assert/strict";
import { loadCommands } from "../commands.ts";
import { SHELLS } from "./completions.ts";

const COMMANDS = await loadCommands();

function scriptFor(shell: string): string {
  const render = SHELLS.get(shell);
  assert.ok(render !== undefined);
  return render(COMMANDS);
}

/** Runs bash, in which the tests run. It starts other shells. */
function runBash(...args: readonly string[]): string {
  const { success, stdout, stderr } = new Deno.Command("bash", { args: ["--norc", ...args] })
    .outputSync();
  assert.ok(success, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

function hasShell(shell: string): boolean {
  const args = ["-c", `command -v ${shell}`];
  return new Deno.Command("bash", { args, stdout: "null" }).outputSync().success;
}

/** Returns the completions of bash for a command line whose last word is incomplete. */
function completeInBash(...line: readonly string[]): string[] {
  const words = ["dossier", ...line].map((word) => `'${word}'`).join(" ");
  const script = `${scriptFor("bash")}
COMP_WORDS=(${words}); COMP_CWORD=${line.length}; _dossier; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return runBash("-c", script).split("\n").filter((word) => word !== "");
}

for (const shell of ["bash", "zsh", "fish"]) {
  Deno.test({
    // A shell that is not installed cannot be tested.
    ignore: !hasShell(shell),
    name: `renderCompletions() writes a script that ${shell} can read`,
    fn() {
      const path = Deno.makeTempFileSync();
      try {
        Deno.writeTextFileSync(path, scriptFor(shell));
        runBash("-c", `${shell} -n "$1"`, "bash", path);
      } finally {
        Deno.removeSync(path);
      }
    },
  });
}

Deno.test("renderCompletions() names every command and option for every shell", () => {
  for (const shell of SHELLS.keys()) {
    const script = scriptFor(shell);
    for (const { name, options } of COMMANDS) {
      assert.ok(script.includes(name), `${name} for ${shell}`);
      for (const option of options) {
        const text = shell === "fish" ? `-l ${option.name}` : `--${option.name}`;
        assert.ok(script.includes(text), `${option.name} for ${shell}`);
      }
    }
  }
});

Deno.test("renderCompletions() makes bash complete commands, options, choices and folders", () => {
  assert.deepEqual(completeInBash(""), COMMANDS.map(({ name }) => name));
  assert.deepEqual(completeInBash("con"), ["context", "config"]);
  assert.deepEqual(completeInBash("context", "--bud"), ["--budget"]);
  assert.deepEqual(completeInBash("index", "--bud"), []);
  assert.deepEqual(completeInBash("context", "--format", ""), [
    "markdown",
    "json",
    "xml",
    "prompt",
  ]);
  assert.deepEqual(completeInBash("search", "--kind", "c"), ["code"]);
  assert.deepEqual(completeInBash("completions", "z"), ["zsh"]);
  assert.deepEqual(completeInBash("log", "s"), ["show"]);
  const { choices } = COMMANDS.find(({ name }) => name === "completions")!;
  assert.deepEqual(choices, [...SHELLS.keys()]);
  const folder = Deno.makeTempDirSync();
  try {
    Deno.mkdirSync(`${folder}/one`);
    Deno.writeTextFileSync(`${folder}/other`, "");
    assert.deepEqual(completeInBash("index", "--root", `${folder}/o`), [`${folder}/one`]);
    assert.deepEqual(completeInBash("compile", "--bundle", `${folder}/o`), [`${folder}/one`]);
    assert.deepEqual(completeInBash("compile", "--out", `${folder}/ot`), [`${folder}/other`]);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});
