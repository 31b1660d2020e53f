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

/** Folder of a bundle with the files of packages. */
export const PACKAGES_FOLDER = "packages";

const NAME_REGEXP = /\W+/g;

/** Message of the runtime about a package, or its own bundler, that is missing and unavailable. */
const MISSING_REGEXP = /esbuild|registry/i;

/** Additional content of a bundle. */
interface BundleOptions {
  /**
   * Path, in the sources, of the replacement of the runtime on others. @default "platform/mod.ts"
   */
  readonly platform?: string;
  /** Paths of more modules in the sources, by the names of their files in the bundle. */
  readonly modules?: Readonly<Record<string, string>>;
  /** Paths of more workers in the sources, which some of these modules may start. */
  readonly workers?: readonly string[];
  /** True to minify the script. A compiler that reads it does that itself. @default true */
  readonly isMinified?: boolean;
}

/**
 * Writes the program to `folder` as files that need nothing else: `deno run FOLDER/dossier.js`
 * works without the sources, without any cache and without the network.
 *
 * All script files are directly in the folder. So files that a module reads from beside it
 * (workers, the table of words, the kernel) are found from any file that the module has become part
 * of. The packages that are imported by computed names are in `packages/`. Native code is left out.
 *
 * @param folder Absolute path of a new or an empty folder.
 * @param options Additional content for tests.
 * @throws {UsageError} When the folder is not empty or not a folder, or the sources are missing.
 * @throws {WriteError} When the folder cannot be created.
 * @throws {RetrievalError} `package-missing` when the bundler or a package is unavailable.
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

/** Creates a folder, which must be empty if it exists. */
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

/** Returns the folder of the sources of this program. */
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
 * Writes the entry modules of the files of a bundle, and returns their paths. The bundler mirrors
 * their folders, so they are all in one folder.
 */
function writeEntries(
  sources: string,
  stage: string,
  { modules, workers }: Required<Pick<BundleOptions, "modules" | "workers">>,
): readonly string[] {
  const address = (path: string) => `"file://${join(sources, path)}"`;
  const entries = [
    // This runs the program, as `cli/main.ts` does when it is the main module.
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
 * Returns the addresses of the npm packages that modules run, without the encoder. The bundler
 * reads them from the runtime's cache and fetches none, as `npm-lazy-caching` leaves that to the
 * first import.
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

/** Returns the output of the runtime, run with the configuration of the sources. */
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

/** Runs esbuild, which may write only to one folder. */
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

/**
 * Puts the packages where {@link importPackage} searches for them, and makes the folder a separate
 * program.
 */
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
  // It gets a workspace of its own, as a bundle may be created inside of another.
  const config = { workspace: [], nodeModulesDir: "none", lock: false };
  write(join(folder, "deno.json"), `${JSON.stringify(config, null, 2)}\n`);
}

/** Writes a file and creates the folders above it. */
function write(path: string, text: string): void {
  Deno.mkdirSync(dirname(path), { recursive: true });
  Deno.writeTextFileSync(path, text);
}

/** Returns the name of a package's script file in the bundle. */
function packageModule(specifier: string): string {
  return `package_${specifier.replace("@", "").replaceAll(NAME_REGEXP, "_")}.js`;
}
