import { VERSION } from "@dossier/retrieval/program";
import { ENCODER_PACKAGE } from "@dossier/retrieval/packages";
import { join } from "node:path";
import { renderLauncher } from "./launcher.ts";
import { findSources, makeBundle } from "../cli/package/make_bundle.ts";
import { writePlugin } from "../features/hosts/install/make_plugin.ts";
import {
  LIBRARY_ENTRIES,
  type LibraryEntry,
  PROGRAM_FOLDER,
} from "../cli/package/program_parts.ts";
import { writeTypes } from "./write_types.ts";

const LAUNCHER = "bin/dossier";
const TYPES_FOLDER = "types";
const DESCRIPTION = "What should a coding agent read for this task, and why?";

/** Files that are copied unchanged. */
const COPIED = ["README.md", "LICENSE", "CHANGELOG.md", "schema"];

/** File mode of an executable for every user. */
const PROGRAM_MODE = 0o755;

/** Version after a package's name in the import map. */
const VERSION_REGEXP = /@([^@/]+)$/;

/**
 * Builds the npm package: the bundle of the program, a launcher, and the library with its types.
 * Its folder is also a plugin of Claude Code. The package depends only on the Deno version that
 * built it; the encoder is optional.
 *
 * @param folder Absolute path of the output folder.
 * @returns Absolute path of the package.
 * @throws {Error} When npm fails.
 */
export async function makePackage(folder: string): Promise<string> {
  const sources = findSources();
  const stage = Deno.makeTempDirSync({ prefix: "dossier-" });
  try {
    await makeBundle(join(stage, PROGRAM_FOLDER));
    const modules = Object.values(LIBRARY_ENTRIES).map(({ source }) => source);
    writeTypes(sources, modules, join(stage, TYPES_FOLDER));
    Deno.mkdirSync(join(stage, "bin"));
    Deno.writeTextFileSync(join(stage, LAUNCHER), await renderLauncher(), { mode: PROGRAM_MODE });
    writePlugin(stage, { launcher: LAUNCHER, description: DESCRIPTION });
    for (const path of COPIED) copy(join(sources, path), join(stage, path));
    const manifest = JSON.stringify(packageManifest(sources), null, 2);
    Deno.writeTextFileSync(join(stage, "package.json"), `${manifest}\n`);
    return join(folder, await pack(stage, folder));
  } finally {
    Deno.removeSync(stage, { recursive: true });
  }
}

/** Returns the `package.json` of the program. */
function packageManifest(sources: string): Readonly<Record<string, unknown>> {
  const { imports }: { readonly imports: Readonly<Record<string, string>> } = JSON.parse(
    Deno.readTextFileSync(join(sources, "imports.json")),
  );
  return {
    name: "dossier",
    version: VERSION,
    description: DESCRIPTION,
    license: "MIT",
    type: "module",
    bin: { dossier: LAUNCHER },
    exports: {
      ...Object.fromEntries(Object.entries(LIBRARY_ENTRIES).map(exportEntry)),
      "./schema/*": "./schema/*",
    },
    os: ["linux", "darwin"],
    dependencies: { deno: Deno.version.deno },
    peerDependencies: {
      [ENCODER_PACKAGE]: VERSION_REGEXP.exec(imports[ENCODER_PACKAGE] ?? "")?.[1],
    },
    peerDependenciesMeta: { [ENCODER_PACKAGE]: { optional: true } },
  };
}

/** Returns the name of an entry point of the library, with the paths of its types and its code. */
function exportEntry([name, { file, source }]: [string, LibraryEntry]) {
  const types = `./${TYPES_FOLDER}/${source.replace(/\.ts$/, ".d.ts")}`;
  return [name, { types, default: `./${PROGRAM_FOLDER}/${file}` }];
}

function copy(from: string, to: string): void {
  if (Deno.statSync(from).isFile) return Deno.copyFileSync(from, to);
  Deno.mkdirSync(to);
  for (const { name } of Deno.readDirSync(from)) copy(join(from, name), join(to, name));
}

/** Packs a folder with npm, and returns the name of the file. */
async function pack(stage: string, folder: string): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command("npm", {
    args: ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder, stage],
    cwd: stage,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).output();
  const decoder = new TextDecoder();
  if (!success) throw new Error(`Cannot pack the program: ${decoder.decode(stderr)}`);
  return decoder.decode(stdout).trim();
}
