import { raw } from "../text/match_at.ts";
import { PROFILES } from "../language/language_table.ts";

/**
 * Words that are known extensions or file names, but seldom mean files in texts: `node.text`, "the
 * build".
 */
const NON_EXTENSIONS: ReadonlySet<string> = new Set(["text", "rest", "build", "workspace"]);

/** Extensions of files that people name in issues, without those of languages. */
const OTHER_EXTENSIONS =
  "cls cppm csv diff dtd env ftl ipynb lock log mod ninja patch po pp res rmd sln sum svg tsv vm wasm";

const EXTENSIONS = toWords(PROFILES.map(({ extensions }) => extensions), OTHER_EXTENSIONS);

/** Known file names without extension, in lower case. */
const BARE_NAMES = toWords(
  PROFILES.map(({ files }) => files),
  "procfile brewfile caddyfile appfile fastfile jenkinsfile podfile tiltfile vagrantfile",
);

/**
 * Returns words that are names and begin with a letter; this excludes the digits of manual pages.
 */
function toWords(lists: readonly (string | undefined)[], others: string): ReadonlySet<string> {
  const words = [...lists, others].flatMap((list) => list?.split(/\s+/) ?? []);
  return new Set(words.filter((word) => /^[a-z]/.test(word) && !NON_EXTENSIONS.has(word)));
}

/** Products whose names look like names of scripts. */
const PRODUCT_REGEXP = new RegExp(
  raw`^(?:node|deno|vue|next|nuxt|react|express|three|d3|backbone|ember|angular|chart` +
    raw`|socket|moment|alpine|solid|electron|asp|discord|p5|knockout|ext|nest|require` +
    raw`|handlebars)\.(?:js|io|net)$`,
  "i",
);

const EXTENSION_REGEXP = /[^.]\.(\w{1,8})$/;

/**
 * Returns the extension of a file name without its dot, in lower case; empty when it is not known.
 */
export function knownExtension(name: string): string {
  const extension = EXTENSION_REGEXP.exec(name)?.[1]?.toLowerCase() ?? "";
  return EXTENSIONS.has(extension) ? extension : "";
}

/**
 * Returns true when a word is the name of a file: it ends in a known extension or is a known name,
 * such as `.gitignore`. Products (`Node.js`) and bare extensions (`.py`) are not.
 */
export function isFileName(word: string): boolean {
  if (!word.includes(".")) return BARE_NAMES.has(word.toLowerCase());
  if (PRODUCT_REGEXP.test(word)) return false;
  return knownExtension(word) !== "" || DOT_FILE_REGEXP.test(word);
}

/** `.gitignore`, `.eslintrc`. */
const DOT_FILE_REGEXP = new RegExp(
  raw`^\.(?:git|docker|npm|eslint|prettier|editor|babel|bash|zsh|vim|yarn|nvm|env|pre` +
    raw`|clang|rubocop|flake|mypy|pylint|coverage|travis|gitlab|github)[\w.-]*$`,
);
