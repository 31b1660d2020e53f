import { folderOf, foldersAround, joinTreePath, type ModuleResolver } from "./module_places.ts";

/** Folders that `require` looks in, beside the root of a gem. */
const LOAD_FOLDERS = ["lib", "", "app", "test", "spec"];

/** Resolves what `require_relative "./a"` and `require "a"` load: files, whose names all others know. */
export const resolveRubyModule: ModuleResolver = async (module, { path }, tree) => {
  const bases = module.startsWith(".")
    ? [joinTreePath(folderOf(path), module)]
    : foldersAround(path).flatMap((folder) =>
      LOAD_FOLDERS.map((load) => joinTreePath(folder, `${load}/${module}`))
    );
  const files = bases.flatMap((base) => base === undefined ? [] : [`${base}.rb`, base]);
  const present = await tree.listPresent(files);
  const file = files.find((one) => present.has(one));
  return file === undefined ? "foreign" : [{ file }];
};
