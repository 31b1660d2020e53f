import { type PackageFile, PRESET_PACKAGE, TOKENIZER_PACKAGE } from "../machine/mod.ts";
import { GRAMMARS, SYNTAX_PACKAGE } from "../symbols/mod.ts";

export {
  ENCODER_PACKAGE,
  installCommand,
  isPackageInstalled,
  locatePackageFile,
} from "../machine/mod.ts";
export type { PackageFile };

/** Packages of pure script that are imported on demand, by their names in the import map. */
export const OPTIONAL_PACKAGES: readonly {
  readonly specifier: string;
  readonly purpose: string;
}[] = [
  { specifier: PRESET_PACKAGE, purpose: "masks secrets" },
  { specifier: TOKENIZER_PACKAGE, purpose: "counts tokens with --estimator o200k" },
  { specifier: SYNTAX_PACKAGE, purpose: "reads syntax trees for questions about calls" },
];

/** WebAssembly file that the library of syntax trees reads. */
export const SYNTAX_FILE: PackageFile = { package: SYNTAX_PACKAGE, file: "web-tree-sitter.wasm" };

/** Grammar files, which are read from their packages. */
export const GRAMMAR_FILES: readonly PackageFile[] = GRAMMARS;
