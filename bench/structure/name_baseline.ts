import { join } from "node:path";
import type { CallerProgram } from "./caller_program.ts";
import { nameOf, pathOf, type SymbolTruth } from "./symbol_truth.ts";
import type { ListedCaller } from "./score_callers.ts";

/** Endings of code files, by language. */
const EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
  c: [".c", ".h"],
  cpp: [".cc", ".cpp", ".h"],
  go: [".go"],
  java: [".java"],
  javascript: [".js", ".jsx", ".mjs", ".cjs"],
  php: [".php"],
  python: [".py"],
  ruby: [".rb"],
  rust: [".rs"],
  typescript: [".ts", ".tsx", ".mts", ".cts"],
};

/**
 * Baseline of every line of a file of the same language with the name as a word, without the
 * definition.
 */
export const NAME_BASELINE: CallerProgram = {
  name: "lines with the name",
  open({ root }) {
    return Promise.resolve({
      findCallers: (symbol) =>
        Promise.resolve({ answer: { kind: "callers", callers: listLines(root, symbol) } }),
      listTests: () => Promise.resolve(new Map()),
      [Symbol.dispose]: () => {},
    });
  },
};

function listLines(root: string, symbol: SymbolTruth): readonly ListedCaller[] {
  const name = nameOf(symbol).replace(/^#/, "");
  const regexp = new RegExp(`(?<![\\w$])${RegExp.escape(name)}(?![\\w$])`);
  const endings = EXTENSIONS[symbol.language] ?? [];
  const paths = listFiles(root).filter((path) => endings.some((end) => path.endsWith(end)));
  return paths.flatMap((path) =>
    Deno.readTextFileSync(join(root, path)).split("\n").flatMap((text, row): ListedCaller[] => {
      const line = row + 1;
      if (!regexp.test(text) || (path === pathOf(symbol) && line === symbol.line)) return [];
      return [{ path, startLine: line, endLine: line, certainty: "certain", lines: [line] }];
    })
  );
}

function listFiles(root: string, folder = ""): readonly string[] {
  return Array.from(Deno.readDirSync(join(root, folder))).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory) return entry.name.startsWith(".") ? [] : listFiles(root, path);
    return entry.isFile ? [path] : [];
  });
}
