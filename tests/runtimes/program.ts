/**
 * Compiles an executable and runs the tests of the command line on it.
 *
 * Run as `deno task test:program [FILE…]`; without files it runs all of `tests/system`.
 *
 * @module
 */

import { join } from "node:path";
import { PROGRAM_VARIABLE } from "../temp_workspace.ts";

const FOLDER = "tests/system";

/**
 * Files with tests of the sources, tasks or packages: they start no command, or more than commands.
 */
const OTHERS: readonly string[] = ["compile", "package", "task", "warm_engine", "mcp", "malformed"];

if (import.meta.main) {
  const folder = Deno.makeTempDirSync({ prefix: "dossier-" });
  try {
    const program = join(folder, "dossier");
    await run({}, "task", "--quiet", "compile", "--out", program);
    const files = Deno.args.length > 0 ? Deno.args : listFiles();
    const options = ["--allow-all", "--no-check", "--lock=deno.lock", "--frozen"];
    Deno.exitCode = await run({ [PROGRAM_VARIABLE]: program }, "test", ...options, ...files);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

function listFiles(): readonly string[] {
  return [...Deno.readDirSync(FOLDER)].map(({ name }) => name)
    .filter((name) => name.endsWith("_test.ts") && !OTHERS.includes(name.replace("_test.ts", "")))
    .map((name) => `${FOLDER}/${name}`).sort();
}

async function run(env: Readonly<Record<string, string>>, ...args: string[]): Promise<number> {
  // A nested task keeps the folder from which the outer task was called.
  const variables = { INIT_CWD: "", XDG_CONFIG_HOME: "/none/of/ours", ...env };
  return (await new Deno.Command(Deno.execPath(), { args, env: variables }).spawn().status).code;
}
