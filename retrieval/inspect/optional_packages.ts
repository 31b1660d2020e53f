/**
 * The packages that only some options need. They are imported by a name that the runtime can not read
 * in the text, so it neither loads nor fetches them for whoever does without.
 *
 * @module
 */

import { PRESET_PACKAGE, TOKENIZER_PACKAGE } from "../machine/mod.ts";
import { GRAMMARS, SYNTAX_PACKAGE } from "../index/syntax/mod.ts";

/** A package that is imported only for what needs it. */
export interface OptionalPackage {
  /** What is imported, by its name in the import map. */
  readonly specifier: string;
  /** What needs it. */
  readonly purpose: string;
}

/** A file of a package that is read and not imported. */
export interface PackageFile {
  /** The package, by its name in the import map. */
  readonly package: string;
  /** The file inside, from the package's folder. */
  readonly file: string;
}

/** The packages of pure script. */
export const OPTIONAL_PACKAGES: readonly OptionalPackage[] = [
  { specifier: PRESET_PACKAGE, purpose: "masks secrets" },
  { specifier: TOKENIZER_PACKAGE, purpose: "counts tokens with --estimator o200k" },
  { specifier: SYNTAX_PACKAGE, purpose: 'reads syntax trees with "symbols: tree"' },
];

/** The package of the embedder "transformers"; it runs native code. */
export const ENCODER_PACKAGE = "@huggingface/transformers";

/** The grammars, and what runs them. */
export const PACKAGE_FILES: readonly PackageFile[] = [
  { package: SYNTAX_PACKAGE, file: "web-tree-sitter.wasm" },
  ...GRAMMARS.map(({ package: name, file }): PackageFile => ({ package: name, file })),
];

/**
 * Returns where a file of a package is on this machine.
 *
 * @throws {Error} When the package is neither cached nor to be had.
 */
export async function locatePackageFile({ package: name, file }: PackageFile): Promise<URL> {
  // The runtime knows the place of a package on disk only after a module of it was imported.
  if (name === SYNTAX_PACKAGE) await import(SYNTAX_PACKAGE);
  else await import(`${name}/package.json`, { with: { type: "json" } });
  return new URL(import.meta.resolve(`${name}/${file}`));
}

/**
 * Returns whether a file of a package is on this machine, and fetches nothing to tell.
 *
 * @param specifier What is imported or read, by its name in the import map.
 */
export function isPackageFileHere(specifier: string): boolean {
  try {
    return Deno.statSync(new URL(import.meta.resolve(specifier))).isFile;
  } catch {
    return false;
  }
}
