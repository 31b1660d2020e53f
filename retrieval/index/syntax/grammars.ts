import type { Language } from "web-tree-sitter";
import { importPackage, locatePackageFile, type PackageFile } from "../../machine/packages.ts";

/** Where the grammar of one language is found. */
export interface GrammarSource extends PackageFile {
  /** Lower-case language name, as in a document's `language`. */
  readonly language: string;
}

/** Grammars of many languages in one package, a tenth of the size of their own packages together. */
const COLLECTION = "@vscode/tree-sitter-wasm";

/**
 * The languages that have a syntax tree, in the order of their names.
 *
 * C has its own grammar although that of C++ reads it too: the latter takes the macros in front of C
 * functions for types, and 1.4 times as long.
 */
export const GRAMMARS: readonly GrammarSource[] = [
  { language: "bash", package: COLLECTION, file: "wasm/tree-sitter-bash.wasm" },
  { language: "c", package: "tree-sitter-c", file: "tree-sitter-c.wasm" },
  { language: "cpp", package: COLLECTION, file: "wasm/tree-sitter-cpp.wasm" },
  { language: "csharp", package: COLLECTION, file: "wasm/tree-sitter-c-sharp.wasm" },
  { language: "go", package: COLLECTION, file: "wasm/tree-sitter-go.wasm" },
  { language: "java", package: COLLECTION, file: "wasm/tree-sitter-java.wasm" },
  { language: "javascript", package: COLLECTION, file: "wasm/tree-sitter-javascript.wasm" },
  {
    language: "lua",
    package: "@tree-sitter-grammars/tree-sitter-lua",
    file: "tree-sitter-lua.wasm",
  },
  { language: "php", package: COLLECTION, file: "wasm/tree-sitter-php.wasm" },
  { language: "python", package: COLLECTION, file: "wasm/tree-sitter-python.wasm" },
  { language: "ruby", package: COLLECTION, file: "wasm/tree-sitter-ruby.wasm" },
  { language: "rust", package: COLLECTION, file: "wasm/tree-sitter-rust.wasm" },
  { language: "scala", package: "tree-sitter-scala", file: "tree-sitter-scala.wasm" },
  { language: "tsx", package: COLLECTION, file: "wasm/tree-sitter-tsx.wasm" },
  { language: "typescript", package: COLLECTION, file: "wasm/tree-sitter-typescript.wasm" },
];

const SOURCES: ReadonlyMap<string, GrammarSource> = new Map(
  GRAMMARS.map((source) => [source.language, source]),
);

/** Grammars already asked for; WebAssembly code cannot be unloaded, so one copy serves a process. */
const loading = new Map<string, Promise<Language>>();

/** Size of a page of WebAssembly memory, in bytes. */
const PAGE_BYTES = 65536;
/** Memory to begin with, in bytes: what the library itself asks for. */
const INITIAL_MEMORY_BYTES = 32 * 1024 * 1024;
/** Most memory that can ever be asked for, in bytes: what the library itself allows. */
const MAX_MEMORY_BYTES = 2 * 1024 * 1024 * 1024;

/** The tree-sitter library, ready to parse. */
export interface TreeSitter {
  /** The library's module. */
  readonly module: typeof import("web-tree-sitter");
  /** The memory that all its trees live in; it grows and never shrinks. */
  readonly memory: WebAssembly.Memory;
}

/** The library. */
export const SYNTAX_PACKAGE = "web-tree-sitter";

let initializing: Promise<TreeSitter> | undefined;

/** Returns whether `language` has a grammar. */
export function hasGrammar(language: string): boolean {
  return SOURCES.has(language);
}

/**
 * Returns the tree-sitter library, its WebAssembly part made ready.
 *
 * It is imported on the first call, since a command that parses nothing should not pay for it.
 *
 * @throws {Error} when the package is neither cached nor to be had, or after
 * {@link abandonTreeSitter}.
 */
export function initializeTreeSitter(): Promise<TreeSitter> {
  initializing ??= importPackage<TreeSitter["module"]>(SYNTAX_PACKAGE).then(async (module) => {
    const memory = new WebAssembly.Memory({
      initial: INITIAL_MEMORY_BYTES / PAGE_BYTES,
      maximum: MAX_MEMORY_BYTES / PAGE_BYTES,
    });
    await module.Parser.init({ wasmMemory: memory });
    return { module, memory };
  });
  return initializing;
}

/**
 * Makes every further use of tree-sitter in this process fail with `cause`. After a trap inside its
 * WebAssembly code nothing that is left in its memory can be relied on, and it cannot be set up anew.
 */
export function abandonTreeSitter(cause: unknown): void {
  initializing = Promise.reject(cause);
  initializing.catch(() => {});
}

/**
 * Returns the grammar of a language, or `undefined` when the language has none. A grammar is read
 * once in a process; its package is downloaded by the runtime when it was never used before.
 *
 * @throws {Error} when the package is neither cached nor to be had, or its file cannot be read.
 */
export async function loadGrammar(language: string): Promise<Language | undefined> {
  const source = SOURCES.get(language);
  if (source === undefined) return undefined;
  const { module } = await initializeTreeSitter();
  let grammar = loading.get(language);
  if (grammar === undefined) {
    grammar = readGrammar(source, module);
    loading.set(language, grammar);
    // A failed download may work at the next attempt.
    grammar.catch(() => loading.delete(language));
  }
  return await grammar;
}

async function readGrammar(
  source: GrammarSource,
  { Language }: typeof import("web-tree-sitter"),
): Promise<Language> {
  return await Language.load(await Deno.readFile(await locatePackageFile(source)));
}
