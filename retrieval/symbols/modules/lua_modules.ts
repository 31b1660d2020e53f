import { foldersAround, joinTreePath, type ModuleResolver } from "./module_places.ts";

/** Folders of sources in projects of Lua, beside the root. */
const SOURCE_FOLDERS = ["", "lua/", "src/", "lib/"];

/** Resolves what `require "a.b"` loads: `a/b.lua` or `a/b/init.lua` in the folders around a file. */
export const resolveLuaModule: ModuleResolver = async (module, { path }, tree) => {
  const name = module.replaceAll(".", "/");
  const files = foldersAround(path).flatMap((folder) =>
    SOURCE_FOLDERS.flatMap((source) => {
      const base = joinTreePath(folder, source + name);
      return base === undefined ? [] : [`${base}.lua`, `${base}/init.lua`];
    })
  );
  const present = await tree.listPresent(files);
  const file = files.find((one) => present.has(one));
  return file === undefined ? "foreign" : [{ file }];
};
