import { RetrievalError } from "@dossier/retrieval";
import { ENCODER_PACKAGE, OPTIONAL_PACKAGES, SYNTAX_FILE } from "@dossier/retrieval/packages";
import { BUNDLE_ENTRY } from "@dossier/retrieval/program";
import { basename, dirname, join } from "node:path";
import { PIECE_BYTES, PIECES_SUFFIX, SIZE_FILE } from "../../platform/embedded_file.ts";
import { findSources, PACKAGES_FOLDER } from "./make_bundle.ts";
import { DATA_FILES, WORKER_MODULES } from "./program_parts.ts";
import { LATE_IMPORT_REGEXP, NODE_PLATFORM, PLATFORM_MODULE } from "./rewrite_bundle.ts";
import { runDeno } from "./run_deno.ts";

/** Package of npm whose optional packages contain the compiler, one for each system. */
const COMPILER_PACKAGE = "bun";

/** Folder of a bundle to which files of packages are moved. */
const ASSETS_FOLDER = "assets";

/** Size of a file above which it is stored in the executable in pieces, in bytes. */
const MAX_UNSPLIT_BYTES = 512 * 1024;

/**
 * Options that make the executable independent of the folder in which it runs. By default it would
 * read variables from a file `.env` there, and load modules that a `bunfig.toml` there names.
 */
const ISOLATION_FLAGS = [
  "--no-compile-autoload-dotenv",
  "--no-compile-autoload-bunfig",
  "--no-compile-autoload-tsconfig",
  "--no-compile-autoload-package-json",
];

/**
 * Factor by which the optimization of code is delayed. A short command ends before optimization
 * pays, and would spend a third of its processor time on it: a `context` of 2,378 files takes 306
 * ms with 1, 245 with 20, 237 with 50 and 100.
 */
const JIT_DELAY = 50;

/**
 * Duration after which a command is not short, and its code is optimized as usual, in milliseconds.
 */
const SHORT_MS = 500;

/**
 * First lines of modules. Threads start with the usual delay, and those of hooks have as little
 * time as commands.
 */
const JIT_PREFIXES: Readonly<Record<string, string>> = {
  [BUNDLE_ENTRY]: `setTimeout(Bun.unsafe.setJITPolicy, ${SHORT_MS}, 1).unref();`,
  "hook_worker.js": `Bun.unsafe.setJITPolicy(${JIT_DELAY});`,
};

/** Script that runs another program for this one, which may run only the runtime. */
const RUNNER = `const [program, ...args] = Deno.args;
const { code } = await new Deno.Command(program, { args, stdin: "null" }).spawn().status;
Deno.exit(code);`;

/**
 * Writes a bundle of the program as one executable file that runs on Bun. The compiler comes from
 * npm and puts itself before the program, so that nothing more is downloaded.
 *
 * @param bundle Absolute path of the folder that `makeBundle` has written. It is changed.
 * @param options.file Absolute path of the executable.
 * @throws {RetrievalError} `package-missing` when the compiler is unavailable.
 */
export async function compileWithBun(
  bundle: string,
  { file }: { readonly file: string },
): Promise<void> {
  const compiler = await findCompiler();
  prepare(bundle);
  const entries = [
    BUNDLE_ENTRY,
    ...WORKER_MODULES.map((path) => basename(path).replace(/\.ts$/, ".js")),
    ...OPTIONAL_PACKAGES.map(({ specifier }) => `${PACKAGES_FOLDER}/${specifier}.js`),
  ];
  const { success, stdout, stderr } = await runDeno([
    ...["eval", "--no-config", RUNNER, compiler, "build", "--compile", "--production"],
    ...["--splitting", "--minify", ...ISOLATION_FLAGS, `--external=${ENCODER_PACKAGE}`],
    // Modules are parsed and compiled here, which took half of the time of a short command.
    ...["--bytecode", "--format=esm", `--compile-jit-policy=${JIT_DELAY}`],
    ...entries.map((path) => `./${path}`),
    ...listAssets(bundle).flatMap((path) => ["--asset", `./${path}`]),
    ...["--outfile", file],
  ], bundle);
  if (!success) throw new Error(`Cannot compile the program: ${stdout}${stderr}`);
}

/** Returns the path of the compiler. It is fetched when it is missing. */
async function findCompiler(): Promise<string> {
  const sources = findSources();
  const { imports } = JSON.parse(Deno.readTextFileSync(join(sources, "imports.json")));
  const address: string = imports[COMPILER_PACKAGE];
  const options = [`--lock=${join(sources, "deno.lock")}`, "--frozen"];
  const { success, stderr } = await runDeno(["cache", ...options, address], sources);
  const { npmCache } = JSON.parse((await runDeno(["info", "--json"], sources)).stdout);
  const version = address.slice(address.lastIndexOf("@") + 1);
  const { os, arch } = Deno.build;
  const name = `@oven/bun-${os}-${arch.replace("x86_64", "x64")}`;
  for (const { name: registry } of success ? Deno.readDirSync(npmCache) : []) {
    const path = join(npmCache, registry, name, version, "bin/bun");
    if (isFile(path)) return path;
  }
  throw new RetrievalError(
    "package-missing",
    `Cannot compile as the compiler, "${name}" ${version}, is not on this machine: run this where npm packages can be ` +
      "fetched, or use --runtime deno",
    { cause: stderr },
  );
}

/**
 * Prepares a bundle for the compiler, which follows imports and stores no large file in the
 * executable.
 */
function prepare(bundle: string): void {
  for (const { name } of Deno.readDirSync(bundle)) {
    if (!name.endsWith(".js")) continue;
    const path = join(bundle, name);
    const text = Deno.readTextFileSync(path);
    const start = JIT_PREFIXES[name] ?? "";
    Deno.writeTextFileSync(path, start + text.replaceAll(LATE_IMPORT_REGEXP, "import($1)"));
  }
  Deno.copyFileSync(join(bundle, NODE_PLATFORM), join(bundle, PLATFORM_MODULE));
  for (const path of DATA_FILES) cutFile(join(bundle, basename(path)));
  // The file must be beside the module that reads it, which the compiler puts at its path in the
  // bundle.
  Deno.copyFileSync(
    join(bundle, SYNTAX_FILE.file),
    join(bundle, PACKAGES_FOLDER, SYNTAX_FILE.file),
  );
  // Modules are compiled, and must not also be files.
  Deno.mkdirSync(join(bundle, ASSETS_FOLDER));
  Deno.renameSync(join(bundle, PACKAGES_FOLDER), join(bundle, ASSETS_FOLDER, PACKAGES_FOLDER));
  for (const { specifier } of OPTIONAL_PACKAGES) {
    const path = `${PACKAGES_FOLDER}/${specifier}.js`;
    Deno.mkdirSync(dirname(join(bundle, path)), { recursive: true });
    Deno.renameSync(join(bundle, ASSETS_FOLDER, path), join(bundle, path));
  }
}

/** Splits a large file into pieces. */
function cutFile(path: string): void {
  const bytes = Deno.readFileSync(path);
  if (bytes.length < MAX_UNSPLIT_BYTES) return;
  Deno.mkdirSync(path + PIECES_SUFFIX);
  for (let index = 0; index * PIECE_BYTES < bytes.length; index++) {
    const piece = bytes.subarray(index * PIECE_BYTES, (index + 1) * PIECE_BYTES);
    Deno.writeFileSync(`${path}${PIECES_SUFFIX}/${index}`, piece);
  }
  Deno.writeTextFileSync(`${path}${PIECES_SUFFIX}/${SIZE_FILE}`, `${bytes.length}`);
  Deno.removeSync(path);
}

/** Returns the files and folders of the bundle that are not modules. */
function listAssets(bundle: string): readonly string[] {
  const names = [...Deno.readDirSync(bundle)].map(({ name }) => name);
  const others = [ASSETS_FOLDER, PACKAGES_FOLDER];
  return [
    ...names.filter((name) => !/\.js(?:on)?$/.test(name) && !others.includes(name)),
    `${ASSETS_FOLDER}/${PACKAGES_FOLDER}`,
  ];
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
