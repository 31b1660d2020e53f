import {
  folderOf,
  joinTreePath,
  type ModulePlace,
  type ModuleResolver,
  type ModuleTree,
} from "./module_places.ts";

const MODULE_REGEXP = /^[ \t]*module[ \t]+["`]?([^\s"`]+)/m;
/** Replacement of a module by a folder, alone or in a block: `replace a.b/c v1.2.3 => ./d`. */
const REPLACE_REGEXP =
  /^[ \t]*(?:replace[ \t]+)?([^\s"`=/]\S*)(?:[ \t]+v\S+)?[ \t]+=>[ \t]+(\.{1,2}\/\S*)/gm;

/** Module of the standard library, whose packages are imported without its name. */
const STANDARD_MODULE = "std";

interface GoModule {
  readonly name: string;
  readonly folder: string;
}

/**
 * Resolves Go packages by the modules of the tree and the folders that replace modules; in a tree
 * without modules, by the end of the path.
 */
export const resolveGoModule: ModuleResolver = async (module, from, tree) => {
  if (module === "C" || module === "unsafe") return "foreign";
  if (module.startsWith(".")) return place(joinTreePath(folderOf(from.path), module));
  const modules = await listModules(tree);
  const folders = modules.length === 0 ? endsOf(module) : modules
    .filter(({ name }) => isWithin(module, name))
    .sort((a, b) => b.name.length - a.name.length)
    .flatMap(({ name, folder }) => joinTreePath(folder, module.slice(name.length)) ?? []);
  const vendored = `vendor/${module}`;
  const filled = await tree.listNonEmptyFolders([...folders, vendored]);
  const folder = [...folders, vendored].find((one) => one === "" || filled.has(one));
  if (folder !== undefined) return place(folder);
  return folders.length > 0 && modules.length > 0 ? undefined : "foreign";
};

function place(folder: string | undefined): readonly ModulePlace[] | "foreign" {
  return folder === undefined ? "foreign" : [{ folder }];
}

function isWithin(module: string, name: string): boolean {
  return name === ""
    ? !module.split("/", 1)[0]!.includes(".")
    : `${module}/`.startsWith(`${name}/`);
}

async function listModules(tree: ModuleTree): Promise<readonly GoModule[]> {
  const modules: GoModule[] = [];
  for (const path of await tree.listFilesNamed("go.mod")) {
    const text = await tree.readText(path) ?? "";
    const folder = folderOf(path);
    const name = MODULE_REGEXP.exec(text)?.[1];
    if (name !== undefined) modules.push({ name: name === STANDARD_MODULE ? "" : name, folder });
    for (const [, replaced = "", target = ""] of text.matchAll(REPLACE_REGEXP)) {
      const at = joinTreePath(folder, target);
      if (at !== undefined) modules.push({ name: replaced, folder: at });
    }
  }
  return modules;
}

/**
 * Returns the suffixes of the path of a package, the longest first: for `host/owner/repository/a/b`
 * also `a/b` and `b`.
 */
function endsOf(module: string): readonly string[] {
  const parts = module.split("/");
  if (!parts[0]!.includes(".")) return [module, `src/${module}`];
  return [`src/${module}`, ...parts.map((_, index) => parts.slice(index).join("/"))];
}
