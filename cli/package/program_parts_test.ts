import { OPTIONAL_PACKAGES } from "@dossier/retrieval/packages";
import assert from "node:assert/strict";
import { basename, join } from "node:path";
import { DATA_FILES, WORKER_MODULES } from "./program_parts.ts";

const ROOT = join(import.meta.dirname ?? "", "../..");

const WORKER_REGEXP = /new URL\("([^"]+\.ts)", import\.meta\.url\)/g;
const DATA_REGEXP = /`\$\{import\.meta\.dirname\}\/([\w.]+)`/g;
const COMPUTED_IMPORT_REGEXP = /\bimport(?:Package(?:<.*>)?)?\(\s*([A-Z_]+),?\s*\)/g;

/** Returns the paths of the program's modules, relative to the root. */
function listModules(folder: string): string[] {
  return [...Deno.readDirSync(join(ROOT, folder))].flatMap(({ name, isDirectory }) => {
    const path = `${folder}/${name}`;
    if (isDirectory) return listModules(path);
    const isModule = /\.tsx?$/.test(name) && !/^_|_test\.tsx?$|^build_/.test(name);
    return isModule ? [path] : [];
  });
}

/** Returns the captures of a pattern in all modules of the program. */
function findAll(pattern: RegExp): string[] {
  const folders = ["core", "retrieval", "features", "server", "cli"];
  const found = folders.flatMap(listModules).flatMap((path) =>
    [...Deno.readTextFileSync(join(ROOT, path)).matchAll(pattern)].map(([, name = ""]) => name)
  );
  return [...new Set(found)].sort();
}

function namesOf(paths: readonly string[]): string[] {
  return paths.map((path) => basename(path)).sort();
}

Deno.test("WORKER_MODULES and DATA_FILES are all files that modules name from beside themselves", () => {
  assert.deepEqual(findAll(WORKER_REGEXP).map((path) => basename(path)), namesOf(WORKER_MODULES));
  assert.deepEqual(findAll(DATA_REGEXP), namesOf(DATA_FILES));
  for (const path of [...WORKER_MODULES, ...DATA_FILES]) {
    assert.ok(Deno.statSync(join(ROOT, path)).isFile);
  }
});

Deno.test("OPTIONAL_PACKAGES are all packages that are imported by a computed name", () => {
  assert.equal(findAll(COMPUTED_IMPORT_REGEXP).length, OPTIONAL_PACKAGES.length);
});
