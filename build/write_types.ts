import { basename, dirname, join, relative } from "node:path";
import ts from "typescript";

/** Import or export in a declaration file. */
const SPECIFIER_REGEXP =
  /^((?:im|ex)port\b[^"'`;]*?\bfrom |import )"([^"]+)"|\bimport\("([^"]+)"\)/gm;

/** Part of the workspace, by its name: `@dossier/core/text`. */
const PART_REGEXP = /^@dossier\/(\w+)(\/.*)?$/;

const OPTIONS: ts.CompilerOptions = {
  isolatedDeclarations: true,
  target: ts.ScriptTarget.ESNext,
  verbatimModuleSyntax: true,
};

/**
 * Writes the declarations of modules, and of all modules whose types these use, to a folder.
 * Importers need no configuration of this project.
 *
 * @param sources Absolute path of the sources.
 * @param modules Paths of the modules in the sources.
 */
export function writeTypes(sources: string, modules: readonly string[], folder: string): void {
  const waiting = [...modules];
  const seen = new Set(waiting);
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const text = Deno.readTextFileSync(join(sources, path));
    const { outputText } = ts.transpileDeclaration(text, {
      fileName: path,
      compilerOptions: OPTIONS,
    });
    const here = dirname(path);
    const written = outputText.replaceAll(SPECIFIER_REGEXP, (whole, _, from, inline) => {
      const specifier = from ?? inline;
      const target = locate(sources, here, specifier);
      if (target === undefined) return whole;
      if (!seen.has(target)) waiting.push(target);
      seen.add(target);
      const to = relative(here, target.replace(/\.tsx?$/, ".js"));
      return whole.replace(`"${specifier}"`, `"${to.startsWith(".") ? to : `./${to}`}"`);
    });
    const file = join(folder, path.replace(/\.tsx?$/, ".d.ts"));
    Deno.mkdirSync(dirname(file), { recursive: true });
    Deno.writeTextFileSync(file, written);
  }
}

/**
 * Returns the path of a module of this project, relative to the sources; undefined for a package.
 */
function locate(sources: string, here: string, specifier: string): string | undefined {
  if (specifier.startsWith(".")) return join(here, specifier);
  const [, part, inside = ""] = PART_REGEXP.exec(specifier) ?? [];
  if (part === undefined) return undefined;
  const folder = listMembers(sources).find((member) => basename(member) === part);
  if (folder === undefined) throw new Error(`Cannot find the part "${part}" of the workspace`);
  const { exports } = readJson(join(sources, folder, "deno.json"));
  return join(folder, typeof exports === "string" ? exports : exports[`.${inside}`]);
}

/** Returns the folders of the workspace. The configuration names some of them with a wildcard. */
function listMembers(sources: string): readonly string[] {
  const { workspace } = readJson(join(sources, "deno.json")) as { workspace: readonly string[] };
  return workspace.flatMap((member) => {
    if (basename(member) !== "*") return member;
    const parent = dirname(member);
    return [...Deno.readDirSync(join(sources, parent))].filter(({ isDirectory }) => isDirectory)
      .map(({ name }) => join(parent, name));
  });
}

function readJson(path: string) {
  return JSON.parse(Deno.readTextFileSync(path));
}
