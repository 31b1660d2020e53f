import { isCommonMember } from "@dossier/core/calls";
import type { Certainty } from "@dossier/core/structure";
import { fileKeys, normaliseName } from "@dossier/core/text";
import type { FindUsesOptions, FoundUses, SymbolUse } from "./find_uses.ts";
import { folderOf } from "./modules/module_places.ts";
import { rankMentioningFiles } from "./rank_mentioning_files.ts";
import type { Resolver } from "./resolver/resolver.ts";
import type { SymbolTarget } from "./symbol_target.ts";
import type { Occurrence, SyntaxFile } from "./syntax_file.ts";
import type { TextFile } from "./text_file.ts";

/** Number of lines from the start of a definition that can contain its name. */
const HEAD_LINES = 3;

/** Beginning of a line that imports names. */
const IMPORT_LINE_REGEXP =
  /^\s*(?:import|from|use|using|require|include|#\s*include|#\s*import|@import|open|alias)\b/;

const CALL_REGEXP = /^\s*(?:\(|<[^<>()]*>\()/;

/**
 * Returns the uses of the name of a definition in code outside of comments and strings, for a
 * language without name resolution. A use is *likely* when the name has no other definition, and by
 * name only otherwise.
 */
export async function findTextUses(
  resolver: Resolver,
  target: SymbolTarget,
  { maxFiles, deadline }: FindUsesOptions,
): Promise<FoundUses> {
  const { files } = resolver;
  const { paths, ...rest } = await rankMentioningFiles(files, target);
  const defining = await resolver.defining.list(target.name);
  const unread: string[] = [];
  const uses: Omit<SymbolUse, "certainty">[] = [];
  let definitions = 0;
  for (const [at, path] of paths.entries()) {
    const isOver = at >= maxFiles || performance.now() > deadline;
    const file = isOver ? undefined : (await files.readAll([path])).get(path);
    if (file === undefined) unread.push(path);
    else {
      definitions += defining.includes(path) ? countDefinitions(file, target.name) : 0;
      uses.push(...listUses(file, target.name));
    }
  }
  const certainty = definitions > 1 ? "name only" : "likely";
  return { uses: uses.map((use) => ({ ...use, certainty })), unread, ...rest };
}

function countDefinitions(file: TextFile, name: string): number {
  return new Set(
    file.definitions.filter((one) => one.name === name).map(({ container = "" }) => container),
  ).size;
}

function listUses(file: TextFile, name: string): readonly Omit<SymbolUse, "certainty">[] {
  const heads = file.definitions.filter((one) => one.name === name);
  return [...file.listPlaces(name, file.code)].flatMap(
    ({ start, line }): readonly Omit<SymbolUse, "certainty">[] => {
      const isHead = heads.some(({ startLine, endLine }) =>
        line >= startLine && line < startLine + HEAD_LINES && line <= endLine &&
        isFirst(file, { name, start, startLine })
      );
      if (isHead) return [];
      if (IMPORT_LINE_REGEXP.test(file.lineText(line))) {
        return [{ path: file.path, line, kind: "import" }];
      }
      const isCall = CALL_REGEXP.test(
        file.code.slice(start + name.length, start + name.length + 100),
      );
      return [{ path: file.path, line, kind: isCall ? "call" : "use" }];
    },
  );
}

/** Returns true for the first occurrence of a name in a definition. */
function isFirst(
  file: TextFile,
  { name, start, startLine }: {
    readonly name: string;
    readonly start: number;
    readonly startLine: number;
  },
): boolean {
  for (const place of file.listPlaces(name, file.code)) {
    if (place.line >= startLine) return place.start === start;
  }
  return false;
}

/** Number of files that are opened at once. */
const BATCH_FILES = 8;

/**
 * Returns the remaining uses of a removed definition: the uses of its name that do not refer to
 * another definition. They are *likely* when the tree has no other definition of the name, or the
 * import names its file, and by name only otherwise.
 */
export async function findRemovedUses(
  resolver: Resolver,
  target: SymbolTarget,
  { maxFiles, deadline }: FindUsesOptions,
): Promise<FoundUses> {
  const { paths, ...rest } = await rankMentioningFiles(resolver.files, target);
  const isOnly = (await resolver.defining.list(target.name)).length === 0;
  const uses: SymbolUse[] = [];
  const unread: string[] = [];
  for (let from = 0; from < paths.length; from += BATCH_FILES) {
    const batch = paths.slice(from, from + BATCH_FILES);
    const isOver = from >= maxFiles || performance.now() > deadline;
    const opened = await resolver.files.openAll(isOver ? [] : batch);
    unread.push(...batch.filter((path) => !opened.has(path)));
    for (const file of opened.values()) {
      for (const occurrence of file.listOccurrences(target.name)) {
        const certainty = await certaintyOf(occurrence, file, { resolver, target, isOnly });
        const { use, line } = occurrence;
        if (certainty === undefined || use.is === "declared") continue;
        const kind = use.is === "used" ? use.useKind : "import";
        uses.push({ path: file.path, line, kind, certainty });
      }
    }
  }
  return { ...rest, uses, unread: unread.filter((path) => path !== target.path) };
}

/**
 * Returns the certainty that a use means the removed definition, or `undefined` when it means
 * another one.
 */
async function certaintyOf(
  { node, use }: Occurrence,
  file: SyntaxFile,
  { resolver, target, isOnly }: {
    readonly resolver: Resolver;
    readonly target: SymbolTarget;
    readonly isOnly: boolean;
  },
): Promise<Certainty | undefined> {
  if (use.is === "declared") return undefined;
  const meaning = await resolver.meaningOf(file, node);
  // An import of a removed module looks like one of another project.
  const imported = importOf(file, target.name);
  const isOfFile = imported !== undefined && namesFile(imported, target.path);
  const isPlain = use.is === "imported" || use.receiver === undefined;
  if (isPlain && isOfFile && (meaning === undefined || meaning.is === "foreign")) return "likely";
  // So does a name without a declaration.
  const isBare = isPlain && imported === undefined && sharesNames(file, target);
  if (meaning !== undefined && !(meaning.is === "foreign" && isBare)) return undefined;
  if (isPlain && target.container !== undefined && file.rules.hasImplicitMembers !== true) {
    return undefined;
  }
  return isOnly && !isCommonMember(target.name) ? "likely" : "name only";
}

/** Returns true when a file sees the names of the file of a definition without an import. */
function sharesNames(
  { path, rules: { implicitVisibility } }: SyntaxFile,
  target: SymbolTarget,
): boolean {
  if (path === target.path) return true;
  return implicitVisibility === "folder"
    ? folderOf(path) === folderOf(target.path)
    : implicitVisibility !== "nothing";
}

/** Returns the module from which a file imports a name. */
function importOf({ imports }: SyntaxFile, name: string): string | undefined {
  return imports.find((one) =>
    one.module !== undefined && (one.local === name || one.name === name)
  )?.module;
}

/** Returns true when a module specifier names a file, or the folder that a file represents. */
function namesFile(module: string, path: string): boolean {
  const words = new Set(module.split(/[^\p{L}\p{N}_]+/u).map(normaliseName));
  return fileKeys(path).some((key) => words.has(normaliseName(key)));
}
