import { type GrammarSource, PROFILES } from "@dossier/core/language";
import type { Language } from "web-tree-sitter";
import { importPackage, isPackageInstalled, locatePackageFile } from "../machine/mod.ts";

/** The languages whose names are read in syntax trees, in the order of their names. */
export const GRAMMARS: readonly (GrammarSource & { readonly language: string })[] = PROFILES
  .flatMap(({ name, grammar }) =>
    grammar?.references === undefined ? [] : [{ language: name, ...grammar }]
  )
  .sort((a, b) => a.language < b.language ? -1 : 1);

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
  readonly module: typeof import("web-tree-sitter");
  /** The memory that all its trees live in; it grows and never shrinks. */
  readonly memory: WebAssembly.Memory;
}

/** The library. */
export const SYNTAX_PACKAGE = "web-tree-sitter";

let initializing: Promise<TreeSitter> | undefined;

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
 * Checks that a grammar, and what reads it, are on this machine; fetches nothing to tell.
 *
 * @throws {Error} when they are not.
 */
export function checkGrammar({ package: name, file }: GrammarSource): void {
  if (initializing !== undefined && loading.has(file)) return;
  for (const specifier of [SYNTAX_PACKAGE, `${name}/${file}`]) {
    if (!isPackageInstalled(specifier)) throw new Error(`"${specifier}" is not on this machine`);
  }
}

/**
 * Returns a grammar, read once in a process; its package is downloaded by the runtime when it was
 * never used before.
 *
 * @throws {Error} when the package is neither cached nor to be had, or its file cannot be read.
 */
export async function loadGrammar(source: GrammarSource): Promise<Language> {
  const { module } = await initializeTreeSitter();
  let grammar = loading.get(source.file);
  if (grammar === undefined) {
    grammar = locatePackageFile(source).then((file) => Deno.readFile(file))
      .then((bytes) => module.Language.load(bytes));
    loading.set(source.file, grammar);
    // A failed download may work at the next attempt.
    grammar.catch(() => loading.delete(source.file));
  }
  return await grammar;
}
