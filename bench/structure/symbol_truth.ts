import { existingPath } from "../quality/program.ts";
import { fileURLToPath } from "node:url";

/** Line numbers by path, 1-based and in order. */
export type FileLineNumbers = Readonly<Record<string, readonly number[]>>;

/** Half of the symbols: for development, or only for reports. */
export type Half = "dev" | "kept";

/** All halves. */
export const HALVES: readonly Half[] = ["dev", "kept"];

/**
 * Definition of a repository with the locations of its uses, according to a compiler or a language
 * server.
 */
export interface SymbolTruth {
  /** Repository on GitHub, `owner/name`. */
  readonly repository: string;
  /** Commit of all lines. */
  readonly commit: string;
  readonly language: string;
  /** Target `path#Container.name` or `path#name`, with all overloads. */
  readonly target: string;
  /** 1-based line of its name; of overloads that of the longest. */
  readonly line: number;
  readonly kind: "function" | "method" | "type" | "constant";
  /** Difficulties, such as "shared name", "overloaded", "renamed", "re-exported" or "dispatch". */
  readonly traits: readonly string[];
  /** Program that found the uses, and the way in which it was queried. */
  readonly source: string;
  /** Lines of its uses. */
  readonly uses: FileLineNumbers;
  /** Files of the uses that are tests. */
  readonly testFiles: readonly string[];
  /** Lines that name a method of a type above or below it, which may be this one at run time. */
  readonly dispatch?: FileLineNumbers;
  /** Imports, exports, declarations, and the definitions that override it. */
  readonly imports?: FileLineNumbers;
  /** Uses inside its own lines. */
  readonly own?: FileLineNumbers;
  /** Lines with its name that the server cannot resolve. */
  readonly unsure?: FileLineNumbers;
  /** Tests that reach it through at most three others; absent when these were not searched. */
  readonly tests?: readonly ReachingTest[];
}

/** Test that reaches a definition. */
export interface ReachingTest {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  /** Number of definitions between it and the reached one: 0 to 3. */
  readonly between: number;
}

/** Selection of symbols. */
export interface SymbolSelection {
  readonly half: Half;
  /** Language; undefined for all. */
  readonly language?: string | undefined;
}

const FOLDER = fileURLToPath(new URL("symbols", import.meta.url));

/** Returns the languages with symbols, sorted. */
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

/** Returns the path of the file that defines a symbol. */
export function pathOf({ target }: Pick<SymbolTruth, "target">): string {
  return target.slice(0, target.indexOf("#"));
}

/** Returns a symbol's name without its container. */
export function nameOf({ target }: Pick<SymbolTruth, "target">): string {
  return target.slice(target.indexOf("#") + 1).split(".").at(-1)!;
}
