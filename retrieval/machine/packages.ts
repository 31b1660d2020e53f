/**
 * npm packages that only some options need. They are imported by a name that the runtime cannot
 * find in the source text, so that it neither loads nor fetches them for users who do not need
 * them.
 *
 * A bundle has its own copies in `packages/`. Packages that are too large for it may be installed
 * beside it by npm.
 *
 * @module
 */

import { IS_BUNDLED } from "./program.ts";

/** Exact tokenizer. */
export const TOKENIZER_PACKAGE = "gpt-tokenizer/encoding/o200k_base";

/** Rules of the detector of secrets. */
export const PRESET_PACKAGE = "@secretlint/secretlint-rule-preset-recommend";

/** Runtime of sentence encoders, which runs native code. */
export const ENCODER_PACKAGE = "@huggingface/transformers";

/**
 * File of a package that is read, not imported: the package's name in the import map, and the path
 * in it.
 */
export interface PackageFile {
  readonly package: string;
  readonly file: string;
}

/**
 * Imports a package without native code by its name in the import map.
 *
 * @throws {Error} When the package is neither cached nor available.
 */
export function importPackage<Module>(specifier: string): Promise<Module> {
  const address = IS_BUNDLED ? `./packages/${specifier}.js` : specifier;
  return import(address);
}

/**
 * Returns the location of a package's file on this machine.
 *
 * @throws {Error} When the package is neither cached nor available.
 */
export async function locatePackageFile({ package: name, file }: PackageFile): Promise<URL> {
  const copy = findCopy(`${name}/${file}`);
  if (copy !== undefined) return copy;
  // The runtime knows the location of a package only after a module of it was imported.
  const manifest = `${name}/package.json`;
  try {
    await import(manifest, { with: { type: "json" } });
  } catch {
    // Not every package exports its manifest.
    await import(name);
  }
  return new URL(import.meta.resolve(`${name}/${file}`));
}

/**
 * Returns true when a package or a file of one, by its name in the import map, is installed.
 * Fetches nothing.
 */
export function isPackageInstalled(specifier: string): boolean {
  if (findCopy(`${specifier}.js`) !== undefined || findCopy(specifier) !== undefined) return true;
  try {
    return isFile(new URL(import.meta.resolve(specifier)));
  } catch {
    return false;
  }
}

/** Returns the command with which a user installs a package. */
export function installCommand(name: string): string {
  return IS_BUNDLED ? `npm install --global ${name}` : "deno task install";
}

/** Returns the copy of a file in the bundle; undefined when there is none. */
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
