import { RetrievalError } from "@dossier/retrieval";
import {
  ENCODER_PACKAGE,
  GRAMMAR_FILES,
  locatePackageFile,
  OPTIONAL_PACKAGES,
  SYNTAX_FILE,
} from "@dossier/retrieval/packages";
import { basename, dirname, join } from "node:path";
import { UsageError } from "@dossier/retrieval/operation";
import { WriteError } from "@dossier/retrieval/write-error";
import { BUNDLE_ENTRY } from "@dossier/retrieval/program";
import { DATA_FILES, LIBRARY_ENTRIES, WORKER_MODULES } from "./program_parts.ts";
import { minifyBundle } from "./minify_bundle.ts";
import { NODE_PLATFORM, rewriteBundle } from "./rewrite_bundle.ts";
import { runDeno } from "./run_deno.ts";

/** The folder of a bundle that holds the files of packages. */
export const PACKAGES_FOLDER = "packages";

const NAME_REGEXP = /\W+/g;

/** What the runtime says of a package, or of its own bundler, that is not on this machine and not to be had. */
const MISSING_REGEXP = /esbuild|registry/i;

/** What a bundle may have besides the program. */
interface BundleOptions {
  /** Path, in the sources, of what stands for the runtime on others. @default "platform/mod.ts" */
  readonly platform?: string;
  /** Paths of more modules in the sources, by the names of their files in the bundle. */
  readonly modules?: Readonly<Record<string, string>>;
  /** Paths of more workers in the sources, which some of these modules may start. */
  readonly workers?: readonly string[];
  /** Whether its script is made shorter; a compiler that reads it does that by itself. @default true */
  readonly isMinified?: boolean;
}

/**
 * Writes the program to `folder` as files that need nothing else: `deno run FOLDER/dossier.js` works
 * without the sources, without any cache and without the network.
 *
 * All script lies flat in the folder, so that what a module names from beside it is there whichever
 * file the module has become a part of: workers, the table of words, the kernel. The packages that are
 * imported by computed names are in `packages/`. What runs native code is left out.
 *
 * @param folder Absolute path of a new or an empty folder.
 * @param options What tests have in it besides.
 * @throws {UsageError} When the folder holds anything or is none, or the sources are not there.
 * @throws {WriteError} When the folder can not be made.
 * @throws {RetrievalError} `package-missing` when the bundler or a package can not be had.
 */
export async function makeBundle(
  folder: string,
  { platform = "platform/mod.ts", modules = {}, workers = [], isMinified = true }: BundleOptions =
    {},
): Promise<void> {
  const sources = findSources();
  makeFolder(folder);
  const stage = Deno.makeTempDirSync({ prefix: "dossier-" });
  try {
    const more = { [NODE_PLATFORM]: platform, ...modules };
    const entries = writeEntries(sources, stage, { modules: more, workers });
    const all = join(stage, "all.ts");
    Deno.writeTextFileSync(all, entries.map((path) => `import "file://${path}";\n`).join(""));
    const packages = await listPackages(sources, all);
    await runWithSources(sources, "cache", "--quiet", ...packages);
    const options = ["--quiet", "--platform=deno", "--code-splitting", `--outdir=${folder}`];
    await runWithSources(
      sources,
      "bundle",
      ...options,
      `--external=${ENCODER_PACKAGE}`,
      ...entries,
    );
  } finally {
    Deno.removeSync(stage, { recursive: true });
  }
  rewriteBundle(folder, WORKER_MODULES, workers);
  if (isMinified) await minifyBundle(folder, (...args) => runMinifier(folder, ...args));
  for (const path of DATA_FILES) {
    Deno.copyFileSync(join(sources, path), join(folder, basename(path)));
  }
  await copyPackages(folder);
}

/** Makes a folder that holds nothing. */
function makeFolder(folder: string): void {
  try {
    Deno.mkdirSync(folder, { recursive: true });
  } catch (cause) {
    const isFile = cause instanceof Deno.errors.AlreadyExists ||
      cause instanceof Deno.errors.NotADirectory;
    if (!isFile) throw new WriteError(folder, cause);
    throw new UsageError(`Cannot write to "${folder}" as it is a file: name a new folder`, {
      cause,
    });
  }
  if (!Deno.readDirSync(folder)[Symbol.iterator]().next().done) {
    throw new UsageError(`Cannot write to "${folder}" as it is not empty: name a new folder`);
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

/**
 * Writes the modules that the files of a bundle begin with, and returns their paths. The bundler mirrors the folders
 * that they are in: all from one folder stay flat.
 */
function writeEntries(
  sources: string,
  stage: string,
  { modules, workers }: Required<Pick<BundleOptions, "modules" | "workers">>,
): readonly string[] {
  const address = (path: string) => `"file://${join(sources, path)}"`;
  const entries = [
    // Runs the program, as `cli/main.ts` does when it is run itself.
    [
      BUNDLE_ENTRY,
      `import { main } from ${address("cli/main.ts")};Deno.exit(await main(Deno.args))`,
    ],
    ...Object.entries(modules).map(([name, path]) => [name, `export * from ${address(path)}`]),
    ...Object.values(LIBRARY_ENTRIES).map((
      { file, source },
    ) => [file, `export * from ${address(source)}`]),
    ...[...WORKER_MODULES, ...workers].map((path) => [basename(path), `import ${address(path)}`]),
    ...OPTIONAL_PACKAGES.map(({ specifier }) => [
      packageModule(specifier),
      `export * from "${specifier}"`,
    ]),
  ];
  return entries.map(([name = "", text = ""]) => {
    const path = join(stage, name.replace(/\.js$/, ".ts"));
    Deno.writeTextFileSync(path, `${text};\n`);
    return path;
  });
}

/**
 * Returns the addresses of the npm packages that modules run, but for the encoder. The bundler takes them from the
 * runtime's cache and fetches none, as `npm-lazy-caching` leaves that to the first import.
 */
export async function listPackages(sources: string, entry: string): Promise<readonly string[]> {
  const { modules } = JSON.parse(
    await runWithSources(sources, "info", "--json", "--no-npm", entry),
  );
  const found = new Set<string>();
  for (const { dependencies = [] } of modules) {
    for (const { code } of dependencies) found.add(code?.specifier ?? "");
  }
  return [...found].filter((address) =>
    address.startsWith("npm:") && !address.includes(ENCODER_PACKAGE)
  );
}

/** Returns what the runtime prints when it is run with the configuration of the sources. */
async function runWithSources(sources: string, command: string, ...args: readonly string[]) {
  const config = [`--config=${join(sources, "deno.json")}`, `--lock=${join(sources, "deno.lock")}`];
  const { success, stdout, stderr } = await runDeno([command, ...config, ...args], sources);
  if (success) return stdout;
  if (!MISSING_REGEXP.test(stderr)) throw new Error(`Cannot bundle the program: ${stderr}`);
  throw new RetrievalError(
    "package-missing",
    "Cannot bundle the program as the bundler or a package is not on this machine: " +
      "run this where npm packages can be fetched",
    { cause: stderr },
  );
}

/** Runs esbuild, which may write into one folder only. */
export async function runMinifier(folder: string, ...args: readonly string[]): Promise<void> {
  const sources = findSources();
  const { imports } = JSON.parse(Deno.readTextFileSync(join(sources, "imports.json")));
  const permissions = ["--allow-read", `--allow-write=${folder}`, "--allow-run", "--allow-env"];
  await runWithSources(
    sources,
    "run",
    "--quiet",
    "--no-prompt",
    ...permissions,
    imports.esbuild,
    ...args,
  );
}

/** Puts the packages where {@link importPackage} looks for them, and makes the folder a program of its own. */
async function copyPackages(folder: string): Promise<void> {
  for (const { specifier } of OPTIONAL_PACKAGES) {
    const file = join(folder, PACKAGES_FOLDER, `${specifier}.js`);
    const up = "../".repeat(specifier.split("/").length);
    write(file, `export * from "${up}${packageModule(specifier)}";\n`);
  }
  try {
    Deno.copyFileSync(await locatePackageFile(SYNTAX_FILE), join(folder, SYNTAX_FILE.file));
    for (const grammar of GRAMMAR_FILES) {
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

/** Returns the name of a package's file of script in the bundle. */
function packageModule(specifier: string): string {
  return `package_${specifier.replace("@", "").replaceAll(NAME_REGEXP, "_")}.js`;
}
