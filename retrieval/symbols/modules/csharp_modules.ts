import type { ImportedBinding } from "@dossier/core/language";
import {
  foldersAround,
  type ImportLister,
  joinTreePath,
  type ModuleResolver,
} from "./module_places.ts";

/** Files in which projects have the directives of all their files, by convention. */
const USING_FILES = [
  "GlobalUsings.cs",
  "GlobalUsing.cs",
  "Usings.cs",
  "Properties/GlobalUsings.cs",
];

/** Settings of all projects in and below a folder. */
const SHARED_SETTINGS = "Directory.Build.props";

const GLOBAL_REGEXP =
  /^[ \t]*global[ \t]+using[ \t]+(?:static[ \t]+)?(?:(?<alias>\w+)[ \t]*=[ \t]*)?(?<path>[\w.]+)[ \t]*;/gm;
const INCLUDE_REGEXP =
  /<Using\s+Include="(?<path>[\w.]+)"[^>]*?(?:\bAlias="(?<alias>\w+)"[^>]*?)?\/?>/g;

/**
 * Resolves namespaces of C#: those that begin as the namespace of the file does, or go by the name of a project of the
 * tree. Others are foreign.
 */
export const resolveCsharpModule: ModuleResolver = async (module, { packageName }, tree) => {
  const parts = module.split(".");
  const places = [{ package: module }];
  if (packageName?.split(".")[0] === parts[0]) return places;
  for (let count = parts.length; count > 0; count--) {
    const project = `${parts.slice(0, count).join(".")}.csproj`;
    if ((await tree.listNamed(project)).length > 0) return places;
  }
  return parts.length === 1 ? undefined : "foreign";
};

/** Returns the `global using` directives of the project of a file, which its settings may have as well. */
export const listGlobalUsings: ImportLister = async ({ path }, tree) => {
  const found: ImportedBinding[] = [];
  let isInside = true;
  for (const folder of foldersAround(path)) {
    const project = `${folder.slice(folder.lastIndexOf("/") + 1)}.csproj`;
    const names = [...(isInside ? [...USING_FILES, project] : []), SHARED_SETTINGS];
    const paths = names.map((name) => joinTreePath(folder, name)!);
    const present = await tree.listPresent(paths);
    for (const file of paths.filter((path) => present.has(path))) {
      const text = await tree.readText(file) ?? "";
      const regexp = file.endsWith(".cs") ? GLOBAL_REGEXP : INCLUDE_REGEXP;
      for (const { groups } of text.matchAll(regexp)) {
        found.push(toBinding(groups?.["path"] ?? "", groups?.["alias"]));
      }
      // What projects around this one have is not meant for its files.
      if (file.endsWith(".csproj")) isInside = false;
    }
  }
  return found;
};

function toBinding(path: string, alias: string | undefined): ImportedBinding {
  const dot = path.lastIndexOf(".");
  if (alias === undefined || dot < 0) return { module: path, start: 0 };
  return { module: path.slice(0, dot), name: path.slice(dot + 1), local: alias, start: 0 };
}
