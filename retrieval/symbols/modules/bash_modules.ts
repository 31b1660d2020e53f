import { folderOf, foldersAround, joinTreePath, type ModuleResolver } from "./module_places.ts";

/** Resolves the path of a file that is sourced; one that begins with a variable, `*`, is looked for by its end. */
export const resolveBashModule: ModuleResolver = async (module, { path }, tree) => {
  const isOpen = module.startsWith("*/");
  const end = isOpen ? module.slice(2) : module;
  if (end.startsWith("/") || /[$`*~]/.test(end)) return undefined;
  const folders = [folderOf(path), ...foldersAround(path)];
  const files = folders.map((folder) => joinTreePath(folder, end)).filter((one) =>
    one !== undefined
  );
  const present = await tree.listPresent(files);
  const file = files.find((one) => present.has(one));
  if (file !== undefined) return [{ file }];
  const inner = end.replace(/^(?:\.\.?\/)+/, "");
  const named = (await tree.listNamed(inner.slice(inner.lastIndexOf("/") + 1)))
    .filter((one) => one === inner || one.endsWith(`/${inner}`));
  return named.length === 1 ? [{ file: named[0]! }] : undefined;
};
