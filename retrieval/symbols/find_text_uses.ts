import type { SymbolTarget } from "./symbol_target.ts";
import type { FindUsesOptions, FoundUses, SymbolUse } from "./find_uses.ts";
import { rankMentioning } from "./rank_mentioning.ts";
import type { Resolver } from "./resolver/resolver.ts";
import type { TextFile } from "./text_file.ts";

/** Lines from the start of a definition in which its own name stands. */
const HEAD_LINES = 3;

/** How a line begins that imports names. */
const IMPORT_LINE_REGEXP =
  /^\s*(?:import|from|use|using|require|include|#\s*include|#\s*import|@import|open|alias)\b/;

const CALL_REGEXP = /^\s*(?:\(|<[^<>()]*>\()/;

/**
 * Returns where the name of a definition stands in code outside of comments and strings, for a language whose names are
 * not resolved: each is *likely* where nothing else goes by the name, and else the name only.
 */
export async function findTextUses(
  resolver: Resolver,
  target: SymbolTarget,
  { maxFiles, deadline }: FindUsesOptions,
): Promise<FoundUses> {
  const { files } = resolver;
  const { files: mentioning, ...rest } = await rankMentioning(files, target);
  const defining = await resolver.defining.list(target.name);
  const unread: string[] = [];
  const uses: Omit<SymbolUse, "certainty">[] = [];
  let definitions = 0;
  for (const [at, { path }] of mentioning.entries()) {
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

/** Returns whether a name stands in a definition for the first time. */
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
