/**
 * npm packages that only some options need. They are imported by a name that the runtime cannot read in the text,
 * so that it neither loads nor fetches them for whoever does without.
 *
 * A bundle has its own copies in `packages/`. What is too large for it may be installed beside it by npm.
 *
 * @module
 */

import { IS_BUNDLED } from "./program.ts";

/** The exact tokenizer. */
export const TOKENIZER_PACKAGE = "gpt-tokenizer/encoding/o200k_base";

/** The rules of the detector of secrets. */
export const PRESET_PACKAGE = "@secretlint/secretlint-rule-preset-recommend";

/** The runtime of sentence encoders, which runs native code. */
export const ENCODER_PACKAGE = "@huggingface/transformers";

/** A file of a package that is read and not imported: the package's name in the import map, and the path inside. */
export interface PackageFile {
  readonly package: string;
  readonly file: string;
}

/**
 * Imports a package of pure script by its name in the import map.
 *
 * @throws {Error} When the package is neither cached nor to be had.
 */
export function importPackage<Module>(specifier: string): Promise<Module> {
  const address = IS_BUNDLED ? `./packages/${specifier}.js` : specifier;
  return import(address);
}

/**
 * Returns where a file of a package is on this machine.
 *
 * @throws {Error} When the package is neither cached nor to be had.
 */
export async function locatePackageFile({ package: name, file }: PackageFile): Promise<URL> {
  const copy = findCopy(`${name}/${file}`);
  if (copy !== undefined) return copy;
  // The runtime knows the place of a package on disk only after a module of it was imported.
  const manifest = `${name}/package.json`;
  try {
    await import(manifest, { with: { type: "json" } });
  } catch {
    // Not every package lets its manifest be imported.
    await import(name);
  }
  return new URL(import.meta.resolve(`${name}/${file}`));
}

/** Returns whether a package or a file of one, by its name in the import map, is here; fetches nothing to tell. */
export function isPackageInstalled(specifier: string): boolean {
  if (findCopy(`${specifier}.js`) !== undefined || findCopy(specifier) !== undefined) return true;
  try {
    return isFile(new URL(import.meta.resolve(specifier)));
  } catch {
    return false;
  }
}

/** Returns what a user types to install a package. */
export function installCommand(name: string): string {
  return IS_BUNDLED ? `npm install --global ${name}` : "deno task install";
}

/** Returns the bundle's copy of a file. */
function findCopy(path: string): URL | undefined {
  if (!IS_BUNDLED) return undefined;
  const url = new URL(`packages/${path}`, import.meta.url);
  return isFile(url) ? url : undefined;
}

function isFile(url: URL): boolean {
  try {
    return Deno.statSync(url).isFile;
  } catch {
    return false;
  }
}
