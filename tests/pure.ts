/**
 * Checks the types of the pure folders, `core/` and one of each feature, with ECMAScript only:
 * without a runtime and packages. They may import each other's public modules, such as
 * `@dossier/core/text`.
 *
 *     deno run --allow-read --allow-write --allow-run=deno tests/pure.ts
 */

import { join } from "node:path";

const ROOT = join(import.meta.dirname ?? "", "..");

/** Returns the pure folders of the program, relative to its root. */
function listPureFolders(): readonly string[] {
  const { workspace }: { readonly workspace: readonly string[] } = readJson("deno.json");
  const features = workspace.filter((member) => member.startsWith("./features/"));
  return ["core", ...features.map((member) => join(member, "core"))];
}

/** Returns the public modules of `core/` as entries of an import map, with absolute paths. */
function listDoors(): Readonly<Record<string, string>> {
  const { name, exports } = readJson("core/deno.json");
  const doors = Object.entries<string>(exports)
    .map(([door, path]) => [`${name}${door.slice(1)}`, `file://${join(ROOT, "core", path)}`]);
  return Object.fromEntries(doors);
}

function readJson(path: string) {
  return JSON.parse(Deno.readTextFileSync(join(ROOT, path)));
}

const folder = Deno.makeTempDirSync({ prefix: "dossier-pure-" });
try {
  const config = join(folder, "deno.json");
  const settings = { ...readJson("tests/pure.json"), imports: listDoors() };
  Deno.writeTextFileSync(config, JSON.stringify(settings));
  const entries = listPureFolders().map((pure) => join(ROOT, pure, "mod.ts"));
  const { code } = await new Deno.Command("deno", {
    args: ["check", "--quiet", "--config", config, ...entries],
    stdout: "inherit",
    stderr: "inherit",
  }).output();
  Deno.exitCode = code;
} finally {
  Deno.removeSync(folder, { recursive: true });
}
