import { type GrammarSource, PROFILES } from "@dossier/core/language";
import type { Language } from "web-tree-sitter";
import { importPackage, isPackageInstalled, locatePackageFile } from "../machine/mod.ts";

/** Languages with a grammar, in the order of their names. */
export const GRAMMARS: readonly (GrammarSource & { readonly language: string })[] = PROFILES
  .flatMap(({ name, grammar }) =>
    grammar?.references === undefined ? [] : [{ language: name, ...grammar }]
  )
  .sort((a, b) => a.language < b.language ? -1 : 1);

/**
 * Grammars that were requested before. WebAssembly code cannot be unloaded, so a process keeps one
 * copy.
 */
const loading = new Map<string, Promise<Language>>();

/** Size of a page of WebAssembly memory, in bytes. */
const PAGE_BYTES = 65536;
/** Initial memory, in bytes: the default of the library. */
const INITIAL_MEMORY_BYTES = 32 * 1024 * 1024;
/** Maximum memory, in bytes: the limit of the library. */
const MAX_MEMORY_BYTES = 2 * 1024 * 1024 * 1024;

/** Initialized tree-sitter library. */
export interface TreeSitter {
  readonly module: typeof import("web-tree-sitter");
  /** Memory of all its trees; it grows and never shrinks. */
  readonly memory: WebAssembly.Memory;
}

/** Package of the library. */
export const SYNTAX_PACKAGE = "web-tree-sitter";

let initializing: Promise<TreeSitter> | undefined;

/**
 * Returns the tree-sitter library, with its WebAssembly part initialized.
 *
 * It is imported with the first call, because a command that parses nothing should not load it.
 *
 * @throws {Error} When the package is neither cached nor can be downloaded, or after {@link
 * abandonTreeSitter}.
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
 * Makes every further use of tree-sitter in this process fail with `cause`. After a trap in its
 * WebAssembly code, nothing in its memory can be trusted, and it cannot be initialized again.
 */
export function abandonTreeSitter(cause: unknown): void {
  initializing = Promise.reject(cause);
  initializing.catch(() => {});
}

/**
 * Checks that a grammar and the library are on this machine, without downloading anything.
 *
 * @throws {Error} When they are not.
 */
export function checkGrammar({ package: name, file }: GrammarSource): void {
  if (initializing !== undefined && loading.has(file)) return;
  for (const specifier of [SYNTAX_PACKAGE, `${name}/${file}`]) {
    if (!isPackageInstalled(specifier)) throw new Error(`"${specifier}" is not on this machine`);
  }
}

/**
 * Returns a grammar, which a process reads once. The runtime downloads its package at its first
 * use.
 *
 * @throws {Error} When the package is neither cached nor can be downloaded, or its file cannot be
 * read.
 */
export async function loadGrammar(source: GrammarSource): Promise<Language> {
  const { module } = await initializeTreeSitter();
  let grammar = loading.get(source.file);
  if (grammar === undefined) {
    grammar = locatePackageFile(source).then((file) => Deno.readFile(file))
      .then((bytes) => module.Language.load(bytes));
    loading.set(source.file, grammar);
    // A failed download may succeed at the next attempt.
    grammar.catch(() => loading.delete(source.file));
  }
  return await grammar;
}
