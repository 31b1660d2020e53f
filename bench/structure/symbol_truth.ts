import { existingPath } from "../quality/program.ts";
import { fileURLToPath } from "node:url";

/** Lines of files: 1-based, in order, by path. */
export type FileLineNumbers = Readonly<Record<string, readonly number[]>>;

/** One half of the symbols: to work with, or only to report. */
export type Half = "dev" | "kept";

/** All halves. */
export const HALVES: readonly Half[] = ["dev", "kept"];

/** A definition of a repository with the places that use it, as a compiler or a language server sees them. */
export interface SymbolTruth {
  /** `owner/name` on GitHub. */
  readonly repository: string;
  /** The commit that all lines are of. */
  readonly commit: string;
  readonly language: string;
  /** `path#Container.name` or `path#name`; of overloads all are meant. */
  readonly target: string;
  /** 1-based line of its name; of overloads that of the longest. */
  readonly line: number;
  readonly kind: "function" | "method" | "type" | "constant";
  /** What makes it hard, such as "shared name", "overloaded", "renamed", "re-exported" or "dispatch". */
  readonly traits: readonly string[];
  /** The program that said where it is used, and how it was asked. */
  readonly source: string;
  /** Where it is used. */
  readonly uses: FileLineNumbers;
  /** Files of the uses that are tests. */
  readonly testFiles: readonly string[];
  /** Where a method of a type above or below it is named, which may be this one as the program runs. */
  readonly dispatch?: FileLineNumbers;
  /** Imports, exports, declarations, and the definitions that override it. */
  readonly imports?: FileLineNumbers;
  /** Uses inside its own lines. */
  readonly own?: FileLineNumbers;
  /** Where its name stands and the server can not tell what it means. */
  readonly unsure?: FileLineNumbers;
  /** The tests that reach it through at most three others, where this was looked for. */
  readonly tests?: readonly ReachingTest[];
}

/** A test that reaches a definition. */
export interface ReachingTest {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  /** Definitions between it and the one that is reached: 0 to 3. */
  readonly between: number;
}

/** Which symbols are read. */
export interface SymbolSelection {
  readonly half: Half;
  /** Undefined for all languages. */
  readonly language?: string | undefined;
}

const FOLDER = fileURLToPath(new URL("symbols", import.meta.url));

/** Returns the languages that there are symbols of, sorted. */
export function listLanguages(): readonly string[] {
  const names = Array.from(Deno.readDirSync(FOLDER), ({ name }) => name.split(".")[0]!);
  return [...new Set(names)].sort();
}

/** Returns the symbols of a half, by language and then by repository. */
export function readSymbols({ half, language }: SymbolSelection): readonly SymbolTruth[] {
  const languages = language === undefined ? listLanguages() : [language];
  return languages.flatMap((name) => {
    const path = existingPath("language", `${FOLDER}/${name}.${half}.jsonl`);
    const lines = Deno.readTextFileSync(path).split("\n").filter((line) => line !== "");
    return lines.map((line): SymbolTruth => JSON.parse(line));
  });
}

/** Returns the path of the file that a symbol is defined in. */
export function pathOf({ target }: Pick<SymbolTruth, "target">): string {
  return target.slice(0, target.indexOf("#"));
}

/** Returns a symbol's name without what it is in. */
export function nameOf({ target }: Pick<SymbolTruth, "target">): string {
  return target.slice(target.indexOf("#") + 1).split(".").at(-1)!;
}
