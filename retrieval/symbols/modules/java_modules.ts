import { folderOf, joinTreePath, type ModuleResolver, type ModuleTree } from "./module_places.ts";

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
  const filled = await tree.listFilled(roots.map((root) => joinTreePath(root, folder)!));
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
  const manifests = (await Promise.all(MANIFESTS.map((name) => tree.listNamed(name)))).flat();
  const projects = new Set(manifests.map(folderOf));
  return [...projects].flatMap((project) =>
    SOURCE_FOLDERS.map((source) => joinTreePath(project, source)!)
  );
}
