import type { ImportedModule } from "./imported_module.ts";
import { readGo, readPython, readRust, readScript } from "./import_readers_modules.ts";
import {
  readCsharp,
  readElixir,
  readFiles,
  readHaskell,
  readJvm,
  readLua,
  readOpen,
  readPhp,
  readRuby,
  readZig,
} from "./import_readers_packages.ts";

/** Returns the modules that a text of one language imports. */
export type ImportReader = (text: string) => ImportedModule[];

const INCLUDE_REGEXP = /^[ \t]*#[ \t]*(?:include|import)[ \t]*[<"](?<module>[^>"\n]+)[>"]/gm;
const DART_REGEXP =
  /^[ \t]*(?:import|export|part)[ \t]+["'](?<module>[^"'\n]+)["'](?:[ \t]+as[ \t]+(?<alias>\w+))?/gm;
const SOURCE_REGEXP = /^[ \t]*(?:source|\.)[ \t]+["']?(?<module>[^\s"';]+)/gm;

const READERS: readonly (readonly [languages: string, read: ImportReader])[] = [
  ["python", readPython],
  ["javascript typescript tsx vue svelte", readScript],
  ["go", readGo],
  ["rust", readRust],
  ["java kotlin scala groovy", readJvm],
  ["c cpp cuda objective-c objective-cpp", (text) => readFiles(text, INCLUDE_REGEXP, true)],
  ["csharp", readCsharp],
  ["ruby crystal", readRuby],
  ["php", readPhp],
  ["lua", readLua],
  ["elixir", readElixir],
  ["zig", readZig],
  ["dart", (text) => readFiles(text, DART_REGEXP, true)],
  ["haskell", readHaskell],
  ["ocaml fsharp julia perl", readOpen],
  ["bash fish", (text) => readFiles(text, SOURCE_REGEXP, true)],
];

const READER_BY_LANGUAGE: ReadonlyMap<string, ImportReader> = new Map(
  READERS.flatMap(([languages, read]) =>
    languages.split(" ").map((language) => [language, read] as const)
  ),
);

/** Returns what reads the imports of a language, or undefined when that is not known. */
export function importReaderOf(language: string): ImportReader | undefined {
  return READER_BY_LANGUAGE.get(language);
}
