import { compileBundle } from "../package/compile_bundle.ts";
import { compileWithBun } from "../package/compile_with_bun.ts";
import { makeBundle } from "../package/make_bundle.ts";
import { BUNDLE_ENTRY } from "@dossier/retrieval/program";
import { type Command, type Invocation, UsageError } from "@dossier/retrieval/operation";
import { toAbsolutePath } from "../input/invoked_location.ts";
import { escapeControls, printResult } from "../terminal/output.ts";
import { SUCCESS } from "../exit_code.ts";

/** Default path of the executable. */
const DEFAULT_FILE = "dossier";

/** Writes the program as one executable, or writes the files that would be put into it. */
export async function runCompile(
  { value }: Invocation,
  listCommands: () => Promise<readonly Command[]>,
): Promise<number> {
  const bundle = value("bundle");
  const target = value("target");
  const file = value("out");
  const runtime = value("runtime");
  if (bundle !== undefined) {
    if (target !== undefined || file !== undefined || runtime !== undefined) {
      throw new UsageError(
        "Cannot use --bundle with --runtime, --target or --out: it builds no executable",
      );
    }
    const folder = toAbsolutePath(bundle);
    await makeBundle(folder);
    printResult(`Wrote ${escapeControls(folder)}/${BUNDLE_ENTRY} and its files\n`);
    return SUCCESS;
  }
  if (runtime !== "deno" && target !== undefined) {
    throw new UsageError(
      "Cannot use --target without --runtime deno: Bun compiles only for this system",
    );
  }
  const path = toAbsolutePath(file ?? DEFAULT_FILE);
  const commands = (await listCommands()).filter(({ needsSources = false }) => !needsSources);
  const temporary = Deno.makeTempDirSync({ prefix: "dossier-" });
  try {
    await makeBundle(temporary, { isMinified: runtime === "deno" });
    if (runtime === "deno") {
      const permissions = commands.map((each) => each.permissions);
      await compileBundle(temporary, { file: path, permissions, target });
    } else await compileWithBun(temporary, { file: path });
  } finally {
    Deno.removeSync(temporary, { recursive: true });
  }
  printResult(`Wrote ${escapeControls(path)}\n`);
  return SUCCESS;
}
