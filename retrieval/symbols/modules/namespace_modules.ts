import { asJsonObject } from "@dossier/core/text";
import type { ImportedBinding } from "@dossier/core/language";
import {
  folderOf,
  joinTreePath,
  listEnclosingFolders,
  type ModuleResolver,
  type ModuleTree,
} from "./module_places.ts";
import type { SyntaxFile } from "../syntax_file.ts";

/** Packages of the runtime. */
const RUNTIME_REGEXP = /^(?:javax?|jdk|sun|com\.sun|kotlin|scala)(?:\.|$)/;

/** Segments that begin with a capital: types by convention, as packages have none. */
const TYPES_REGEXP = /(?:^|\.)\p{Lu}.*$/u;

const MANIFESTS = ["pom.xml", "build.gradle", "build.gradle.kts", "build.xml"];

/** Where the sources of a project of Maven, Gradle or Ant are, below its manifest. */
const SOURCE_FOLDERS = [
  ...["main", "test", "testFixtures", "integrationTest", "jmh"].flatMap((set) =>
    ["/java", "/kotlin", "/scala"].map((folder) => `src/${set}${folder}`)
  ),
  ...["src", "test", "tests", "src/java", "java/", ""],
];

/**
 * Resolves packages of Java. One of which no source folder of the tree has a folder, and that does not begin as that of
 * the file does, is foreign.
 */
export const resolveJavaModule: ModuleResolver = async (module, { path, packageName }, tree) => {
  const name = module.replaceAll(/\s/g, "");
  const here = packageName ?? "";
  const prefix = here.split(".").slice(0, 2).join(".");
  const isOwn = prefix !== "" && `${name}.`.startsWith(`${prefix}.`);
  if (!isOwn && RUNTIME_REGEXP.test(name)) return "foreign";
  const places = [{ package: name }];
  if (isOwn) return places;
  const folder = name.replace(TYPES_REGEXP, "").replaceAll(".", "/");
  if (folder === "") return places;
  const roots = [...rootOf(path, here), ...await listRoots(tree)];
  const filled = await tree.listNonEmptyFolders(roots.map((root) => joinTreePath(root, folder)!));
  return filled.size > 0 ? places : "foreign";
};

/** Returns the folder that a file's package is a path from, with those of the other sets of sources beside it. */
function rootOf(path: string, packageName: string): readonly string[] {
  const folder = folderOf(path);
  const tail = packageName.replaceAll(".", "/");
  if (folder !== tail && !folder.endsWith(`/${tail}`)) return [];
  return [folder.slice(0, Math.max(0, folder.length - tail.length - 1))];
}

async function listRoots(tree: ModuleTree): Promise<readonly string[]> {
  const manifests = (await Promise.all(MANIFESTS.map((name) => tree.listFilesNamed(name)))).flat();
  const projects = new Set(manifests.map(folderOf));
  return [...projects].flatMap((project) =>
    SOURCE_FOLDERS.map((source) => joinTreePath(project, source)!)
  );
}

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
    if ((await tree.listFilesNamed(project)).length > 0) return places;
  }
  return parts.length === 1 ? undefined : "foreign";
};

/** Returns the `global using` directives of the project of a file, which its settings may have as well. */
export async function listGlobalUsings(
  { path }: Pick<SyntaxFile, "path">,
  tree: ModuleTree,
): Promise<readonly ImportedBinding[]> {
  const found: ImportedBinding[] = [];
  let isInside = true;
  for (const folder of listEnclosingFolders(path)) {
    const project = `${folder.slice(folder.lastIndexOf("/") + 1)}.csproj`;
    const names = [...(isInside ? [...USING_FILES, project] : []), SHARED_SETTINGS];
    const paths = names.map((name) => joinTreePath(folder, name)!);
    const present = await tree.listExistingFiles(paths);
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
}

function toBinding(path: string, alias: string | undefined): ImportedBinding {
  const dot = path.lastIndexOf(".");
  if (alias === undefined || dot < 0) return { module: path, start: 0 };
  return { module: path.slice(0, dot), name: path.slice(dot + 1), local: alias, start: 0 };
}

/** What the manifests of a tree say of where its types are. */
interface Autoloading {
  /** Beginnings of the namespaces that belong to the tree, with dots and one at the end; empty for all. */
  readonly prefixes: readonly string[];
  /** Whether files are loaded whose namespaces are not told. */
  readonly isOpen: boolean;
}

const BACKSLASH_REGEXP = /\\+/g;

/**
 * Resolves namespaces of PHP, written with dots. They are those of the tree that its files declare; by the `autoload` of
 * composer.json it is told which are surely of others.
 */
export const resolvePhpNamespace: ModuleResolver = async (module, from, tree) => {
  const { prefixes, isOpen } = await readAutoloading(tree);
  const path = `${module}.`;
  const near = joinTreePath(folderOf(from.path), module.replaceAll(".", "/"));
  if (from.packageName !== undefined && near !== undefined && module !== "") {
    // A path in the namespace of the file itself.
    if ((await tree.listNonEmptyFolders([near])).has(near)) {
      return [{ package: `${from.packageName}.${module}` }, { package: module }];
    }
  }
  const isOwn = isOpen || module === "" ||
    prefixes.some((prefix) => path.startsWith(prefix) || module !== "" && prefix.startsWith(path));
  return isOwn ? [{ package: module }] : "foreign";
};

async function readAutoloading(tree: ModuleTree): Promise<Autoloading> {
  const prefixes: string[] = [];
  let isOpen = true;
  for (const path of await tree.listFilesNamed("composer.json")) {
    const manifest = asJsonObject(parse(await tree.readText(path) ?? ""));
    for (const part of [manifest["autoload"], manifest["autoload-dev"]].map(asJsonObject)) {
      const listed = ["psr-4", "psr-0"].flatMap((name) => Object.keys(asJsonObject(part[name])));
      prefixes.push(...listed.map((prefix) =>
        `${prefix.replace(BACKSLASH_REGEXP, ".")}.`
          .replace(/\.+$/, ".")
      ));
      if (listed.length > 0 && path === "composer.json") isOpen = false;
      if (part["classmap"] !== undefined || part["files"] !== undefined) isOpen = true;
    }
  }
  return { prefixes: prefixes.map((prefix) => prefix === "." ? "" : prefix), isOpen };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
