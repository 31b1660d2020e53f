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

/** Packages of the Java runtime. */
const RUNTIME_REGEXP = /^(?:javax?|jdk|sun|com\.sun|kotlin|scala)(?:\.|$)/;

/** Segments that begin with a capital letter: types by convention, because packages have none. */
const TYPES_REGEXP = /(?:^|\.)\p{Lu}.*$/u;

const MANIFESTS = ["pom.xml", "build.gradle", "build.gradle.kts", "build.xml"];

/** Source folders of a project of Maven, Gradle or Ant, below its manifest. */
const SOURCE_FOLDERS = [
  ...["main", "test", "testFixtures", "integrationTest", "jmh"].flatMap((set) =>
    ["/java", "/kotlin", "/scala"].map((folder) => `src/${set}${folder}`)
  ),
  ...["src", "test", "tests", "src/java", "java/", ""],
];

/**
 * Resolves packages of Java. A package is foreign when no source folder of the tree has its folder,
 * and it does not share the beginning of the package of the file.
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

/**
 * Returns the source folder of a file by its package, with the folders of the other source sets
 * beside it.
 */
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

/** Files that by convention have the directives for all files of a project. */
const USING_FILES = [
  "GlobalUsings.cs",
  "GlobalUsing.cs",
  "Usings.cs",
  "Properties/GlobalUsings.cs",
];

/** File with the settings of all projects in and below a folder. */
const SHARED_SETTINGS = "Directory.Build.props";

const GLOBAL_REGEXP =
  /^[ \t]*global[ \t]+using[ \t]+(?:static[ \t]+)?(?:(?<alias>\w+)[ \t]*=[ \t]*)?(?<path>[\w.]+)[ \t]*;/gm;
const INCLUDE_REGEXP =
  /<Using\s+Include="(?<path>[\w.]+)"[^>]*?(?:\bAlias="(?<alias>\w+)"[^>]*?)?\/?>/g;

/**
 * Resolves namespaces of C#: those that share the beginning of the namespace of the file, or have
 * the name of a project of the tree. Others are foreign.
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

/**
 * Returns the `global using` directives of the project of a file, which may also be in the settings
 * of the project.
 */
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
      // Directives of enclosing projects do not apply to its files.
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

/** Autoload rules in the manifests of a tree. */
interface Autoloading {
  /** Prefixes of the namespaces of the tree, with a dot at the end; empty for all. */
  readonly prefixes: readonly string[];
  /** True when files with unknown namespaces are loaded as well. */
  readonly isOpen: boolean;
}

const BACKSLASH_REGEXP = /\\+/g;

/**
 * Resolves namespaces of PHP, written with dots. Namespaces of the tree are those that its files
 * declare. The `autoload` rules of composer.json show which ones are certainly foreign.
 */
export const resolvePhpNamespace: ModuleResolver = async (module, from, tree) => {
  const { prefixes, isOpen } = await readAutoloading(tree);
  const path = `${module}.`;
  const near = joinTreePath(folderOf(from.path), module.replaceAll(".", "/"));
  if (from.packageName !== undefined && near !== undefined && module !== "") {
    // A path in the namespace of the file.
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
