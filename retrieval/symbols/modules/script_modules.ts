import { asJsonObject } from "@dossier/core/text";
import { parse } from "jsonc-parser";
import {
  findExistingFile,
  folderOf,
  joinTreePath,
  listEnclosingFolders,
  type ModulePlace,
  type ModuleResolver,
  type ModuleTree,
} from "./module_places.ts";

const EXTENSIONS = [
  ".ts",
  ".tsx",
  ".js",
  ".jsx",
  ".mts",
  ".cts",
  ".mjs",
  ".cjs",
  ".d.ts",
  ".vue",
  ".svelte",
];

/** Extensions of outputs and of their sources: TypeScript imports `./a.js` for `./a.ts`. */
const SOURCES: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\.js$/, [".ts", ".tsx", ".jsx"]],
  [/\.jsx$/, [".tsx"]],
  [/\.mjs$/, [".mts"]],
  [/\.cjs$/, [".cts"]],
];

/** Files that name a package of a workspace. */
const MANIFESTS = ["package.json", "deno.json", "deno.jsonc", "jsr.json"];

/** Output folders in the entries of a package, which are replaced by source folders. */
const OUTPUT_REGEXP = /^(?:dist|lib|build|out|esm|cjs)(?:\/(?:esm|cjs|es|src|types))?\//;
const STAR_REGEXP = /\*.*$/;

/** Resolves modules of JavaScript and TypeScript: relative paths, `paths` of tsconfig.json, packages of the workspace. */
export const resolveScriptModule: ModuleResolver = async (module, from, tree) => {
  if (module.startsWith(".")) {
    const path = joinTreePath(folderOf(from.path), module);
    return path === undefined ? "foreign" : await findFile([path], tree);
  }
  if (module.startsWith("node:") || module.startsWith("http")) return "foreign";
  const mapped = await findMapped(module, from.path, tree);
  if (mapped !== undefined) return mapped;
  return await findPackage(module, from.path, tree) ?? "foreign";
};

async function findFile(
  bases: readonly string[],
  tree: ModuleTree,
): Promise<readonly ModulePlace[] | undefined> {
  const candidates = bases.flatMap((base) => [
    base,
    ...SOURCES.flatMap(([output, sources]) =>
      output.test(base) ? sources.map((source) => base.replace(output, source)) : []
    ),
    ...EXTENSIONS.map((extension) => base + extension),
    ...EXTENSIONS.map((extension) =>
      base === "" ? `index${extension}` : `${base}/index${extension}`
    ),
  ]);
  return await findExistingFile(candidates, tree);
}

/**
 * Finds a module by `compilerOptions.paths` or `imports` of the nearest configuration that has
 * them.
 */
async function findMapped(
  module: string,
  from: string,
  tree: ModuleTree,
): Promise<readonly ModulePlace[] | undefined> {
  const folders = listEnclosingFolders(from);
  const names = [
    "tsconfig.json",
    "tsconfig.base.json",
    "jsconfig.json",
    "deno.json",
    "package.json",
  ];
  const paths = folders.flatMap((folder) => names.map((name) => joinTreePath(folder, name)!));
  const present = await tree.listExistingFiles(paths);
  for (const path of paths.filter((path) => present.has(path))) {
    const config = await readJson(path, tree);
    const options = asJsonObject(config["compilerOptions"]);
    const base = typeof options["baseUrl"] === "string" ? options["baseUrl"] : ".";
    const folder = joinTreePath(folderOf(path), base);
    if (folder === undefined) continue;
    const mappings = { ...asJsonObject(options["paths"]), ...asJsonObject(config["imports"]) };
    const targets = Object.entries(mappings).flatMap(([pattern, values]) => {
      const rest = matchPattern(pattern, module);
      const listed = Array.isArray(values) ? values : [asTarget(values)];
      return rest === undefined ? [] : listed.filter((value) => typeof value === "string")
        .map((value) =>
          value.includes("*")
            ? value.replace("*", rest)
            : value.endsWith("/")
            ? value + rest
            : value
        );
    });
    if (options["baseUrl"] !== undefined) targets.push(module);
    const bases = targets.map((target) => joinTreePath(folder, target)).filter((one) =>
      one !== undefined
    );
    const found = bases.length === 0 ? undefined : await findFile(bases, tree);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Returns the part of a module specifier that matches the wildcard of a pattern: `a/b` for `@/*`
 * and `@/a/b`; empty for an exact match.
 */
function matchPattern(pattern: string, module: string): string | undefined {
  if (pattern === module) return "";
  const start = pattern.replace(STAR_REGEXP, "");
  const isOpen = pattern.includes("*") || pattern.endsWith("/");
  return isOpen && start !== "" && module.startsWith(start)
    ? module.slice(start.length)
    : undefined;
}

/** Finds a package of the same repository by its name, and the source file of an entry. */
async function findPackage(
  module: string,
  from: string,
  tree: ModuleTree,
): Promise<readonly ModulePlace[] | undefined> {
  const parts = module.split("/");
  const name = parts.splice(0, module.startsWith("@") ? 2 : 1).join("/");
  const subpath = parts.join("/");
  const manifests = (await Promise.all(MANIFESTS.map((name) => tree.listFilesNamed(name)))).flat();
  for (const manifest of manifests) {
    const config = await readJson(manifest, tree);
    if (config["name"] !== name) continue;
    const folder = folderOf(manifest);
    const entry = subpath === "" ? "." : `./${subpath}`;
    const exported = asJsonObject(config["exports"]);
    const listed = [
      asTarget(exported[entry] ?? (subpath === "" ? config["exports"] : undefined)),
      ...(subpath === ""
        ? [config["source"], config["module"], config["main"], config["types"]]
        : [subpath]),
    ].filter((value) => typeof value === "string");
    const bases = [...listed, ...(subpath === "" ? ["src/index", "index", "src/main"] : [])]
      .flatMap((path) => {
        const plain = path.replace(/^\.\//, "");
        const source = plain.replace(OUTPUT_REGEXP, "src/").replace(/(?:\.d)?\.[cm]?[jt]sx?$/, "");
        return [source, source.replace(/^src\//, ""), `src/${plain}`, plain];
      })
      .map((path) => joinTreePath(folder, path)).filter((path) => path !== undefined);
    const found = await findFile(bases, tree);
    if (found !== undefined && (found[0] as { file: string }).file !== from) return found;
  }
  return undefined;
}

/** Returns the path of an entry of `exports`, preferring the source. */
function asTarget(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.length === 0 ? undefined : asTarget(value[0]);
  if (typeof value !== "object" || value === null) return undefined;
  const conditions = asJsonObject(value);
  for (
    const key of ["source", "types", "import", "module", "default", "require", "node", "browser"]
  ) {
    const found = asTarget(conditions[key]);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function readJson(
  path: string,
  tree: ModuleTree,
): Promise<Readonly<Record<string, unknown>>> {
  return asJsonObject(
    parse(await tree.readText(path) ?? "", undefined, { allowTrailingComma: true }),
  );
}
