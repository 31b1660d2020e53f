import { RetrievalError } from "@dossier/retrieval";
import {
  ENCODER_PACKAGE,
  GRAMMAR_FILES,
  locatePackageFile,
  OPTIONAL_PACKAGES,
  SYNTAX_FILE,
} from "@dossier/retrieval/packages";
import { basename, dirname, join } from "node:path";
import { UsageError } from "../arguments/command.ts";
import { WriteError } from "../write_error.ts";
import { BUNDLE_ENTRY, DATA_FILES, LIBRARY_ENTRY, WORKER_MODULES } from "./program_parts.ts";
import { rewriteBundle } from "./rewrite_bundle.ts";
import { runDeno } from "./run_deno.ts";

/** The folder of a bundle that holds the files of packages. */
const PACKAGES_FOLDER = "packages";

const NAME_REGEXP = /\W+/g;

/** What the bundler can not find when it is not on this machine and not to be had. */
const BUNDLER_REGEXP = /esbuild|registry/i;

/**
 * Writes the program to `folder` as files that need nothing else: `deno run FOLDER/dossier.js` works
 * without the sources, without any cache and without the network.
 *
 * All script lies flat in the folder, so that what a module names from beside it is there whichever
 * file the module has become a part of: workers, the table of words, the kernel. The packages that are
 * imported by computed names are in `packages/`. What runs native code is left out.
 *
 * @param folder Absolute path of a new or an empty folder.
 * @param options.grammars Whether the grammars of syntax trees come with it, 24 MB; else npm may have installed
 * their packages above the folder. @default true
 * @throws {UsageError} When the folder holds anything or is none, or the sources are not there.
 * @throws {WriteError} When the folder can not be made.
 * @throws {RetrievalError} `package-missing` when the bundler or a package can not be had.
 */
export async function makeBundle(
  folder: string,
  { grammars = true }: { readonly grammars?: boolean } = {},
): Promise<void> {
  const sources = findSources();
  makeFolder(folder);
  if (!Deno.readDirSync(folder)[Symbol.iterator]().next().done) {
    throw new UsageError(`Cannot write to "${folder}" as it is not empty: name a new folder`);
  }
  await bundleModules(sources, folder);
  rewriteBundle(folder, WORKER_MODULES);
  for (const path of DATA_FILES) {
    Deno.copyFileSync(join(sources, path), join(folder, basename(path)));
  }
  await copyPackages(folder, grammars);
}

function makeFolder(folder: string): void {
  try {
    Deno.mkdirSync(folder, { recursive: true });
  } catch (cause) {
    const isFile = cause instanceof Deno.errors.AlreadyExists ||
      cause instanceof Deno.errors.NotADirectory;
    if (!isFile) throw new WriteError(folder, cause);
    throw new UsageError(`Cannot write to "${folder}" as a file is there: name a new folder`, {
      cause,
    });
  }
}

/** Returns the folder that this program was written in. */
export function findSources(): string {
  const folder = join(import.meta.dirname ?? "", "../..");
  try {
    Deno.statSync(join(folder, "cli/main.ts"));
    return folder;
  } catch (cause) {
    throw new UsageError("Cannot compile without the sources: run deno task compile there", {
      cause,
    });
  }
}

/** Has all modules bundled into files of script in `folder`. */
async function bundleModules(sources: string, folder: string): Promise<void> {
  const stage = Deno.makeTempDirSync({ prefix: "dossier-" });
  try {
    // The bundler mirrors the folders that its entries are in: all from one folder stay flat.
    const entries: readonly (readonly [name: string, text: string])[] = [
      [basename(BUNDLE_ENTRY, ".js"), renderStart(join(sources, "cli/main.ts"))],
      [basename(LIBRARY_ENTRY, ".js"), `export * from "file://${join(sources, "mod.ts")}";\n`],
      ...WORKER_MODULES.map((path) =>
        [moduleName(path), `import "file://${join(sources, path)}";\n`] as const
      ),
      ...OPTIONAL_PACKAGES.map(({ specifier }) =>
        [packageModule(specifier), `export * from "${specifier}";\n`] as const
      ),
    ];
    for (const [name, text] of entries) Deno.writeTextFileSync(join(stage, `${name}.ts`), text);
    // Not minified: the bundler then takes a value that is used once out of its declaration, and with it the
    // "using" that lets go of it, such as of a lock.
    const { success, stderr } = await runDeno([
      "bundle",
      "--quiet",
      `--config=${join(sources, "deno.json")}`,
      `--lock=${join(sources, "deno.lock")}`,
      "--platform=deno",
      "--code-splitting",
      `--external=${ENCODER_PACKAGE}`,
      `--outdir=${folder}`,
      ...entries.map(([name]) => join(stage, `${name}.ts`)),
    ], { folder: sources });
    if (success) return;
    if (!BUNDLER_REGEXP.test(stderr)) throw new Error(`Cannot bundle the program: ${stderr}`);
    throw new RetrievalError(
      "package-missing",
      "Cannot bundle the program as the bundler is not on this machine: run this where npm packages can be fetched",
      { cause: stderr },
    );
  } finally {
    Deno.removeSync(stage, { recursive: true });
  }
}

/** Returns the module that runs the program, as `cli/main.ts` does when it is run itself. */
function renderStart(main: string): string {
  return `import { main } from "file://${main}";\nDeno.exit(await main(Deno.args));\n`;
}

/** Puts the packages where {@link importPackage} looks for them, and makes the folder a program of its own. */
async function copyPackages(folder: string, withGrammars: boolean): Promise<void> {
  for (const { specifier } of OPTIONAL_PACKAGES) {
    const file = join(folder, PACKAGES_FOLDER, `${specifier}.js`);
    const up = "../".repeat(specifier.split("/").length);
    write(file, `export * from "${up}${packageModule(specifier)}.js";\n`);
  }
  try {
    Deno.copyFileSync(await locatePackageFile(SYNTAX_FILE), join(folder, SYNTAX_FILE.file));
    for (const grammar of withGrammars ? GRAMMAR_FILES : []) {
      const target = join(folder, PACKAGES_FOLDER, grammar.package, grammar.file);
      Deno.mkdirSync(dirname(target), { recursive: true });
      Deno.copyFileSync(await locatePackageFile(grammar), target);
    }
  } catch (cause) {
    throw new RetrievalError(
      "package-missing",
      "Cannot bundle the grammars as a package is not on this machine: run deno task install",
      { cause },
    );
  }
  // A workspace of its own, for a bundle that is made inside of another.
  const config = { workspace: [], nodeModulesDir: "none", lock: false };
  write(join(folder, "deno.json"), `${JSON.stringify(config, null, 2)}\n`);
}

/** Writes a file and makes the folders above it. */
function write(path: string, text: string): void {
  Deno.mkdirSync(dirname(path), { recursive: true });
  Deno.writeTextFileSync(path, text);
}

/** Returns the name of a module in the bundle, without its ending. */
function moduleName(path: string): string {
  return basename(path, ".ts");
}

function packageModule(specifier: string): string {
  return `package_${specifier.replace("@", "").replaceAll(NAME_REGEXP, "_")}`;
}
