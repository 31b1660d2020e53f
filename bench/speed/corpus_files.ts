import { createHash } from "node:crypto";
import { extname, join } from "node:path";
import { createVisibility, DEFAULT_EXCLUSIONS } from "@dossier/core";
import { CORPUS_PACKAGES, type CorpusPackage } from "./corpus_packages.ts";
import { packageFolder } from "./fetch_packages.ts";

/** File of the corpus. */
export interface CorpusFile {
  /** Path in the corpus, with `/`. */
  readonly path: string;
  readonly text: string;
}

const EXTENSIONS = [".ts", ".tsx", ".mts", ".js", ".mjs", ".cjs", ".jsx", ".md"];

/** Folders of translations: tables of strings in languages that no query uses. */
const LOCALE_REGEXP = /(?:^|\/)(?:locales?|langs?|i18n|l10n|translations?|nls)(?:\/|$)/;

const DECLARATION_REGEXP = /\.d\.[a-z]*ts$/;

/** Maximum number of bytes of a file. Larger ones are bundles or tables. */
const MAX_FILE_BYTES = 400_000;

/** Maximum mean length of lines. Longer ones were not written by hand. */
const MAX_MEAN_LINE = 120;

const EXCLUSIONS = createVisibility(DEFAULT_EXCLUSIONS);

/**
 * Yields the files of the corpus, each text once, in a stable order that mixes the packages: that
 * of the paths' hashes. So every beginning of it is a sample of the whole.
 *
 * @param packages Folder that `fetchPackages` made.
 */
export function* readCorpusFiles(packages: string): Generator<CorpusFile> {
  const found = CORPUS_PACKAGES.flatMap((entry) => [...listPackage(packages, entry)]);
  const order = found.map((file) => ({ ...file, key: hash(file.path) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  const seen = new Set<string>();
  for (const { path, source } of order) {
    const text = Deno.readTextFileSync(source);
    const key = hash(text);
    if (seen.has(key) || !isHandwritten(text)) continue;
    seen.add(key);
    yield { path, text };
  }
}

function* listPackage(
  packages: string,
  { spec, folder, extension }: CorpusPackage,
): Generator<{ readonly path: string; readonly source: string }> {
  const name = packageFolder(spec);
  const extensions = extension === undefined ? EXTENSIONS : [extension];
  for (const below of listFiles(join(packages, name, folder))) {
    const path = folder === "." ? `${name}/${below}` : `${name}/${folder}/${below}`;
    if (!extensions.includes(extname(path)) || DECLARATION_REGEXP.test(path)) continue;
    if (LOCALE_REGEXP.test(path) || EXCLUSIONS.findHidingRule(path)) continue;
    yield { path, source: join(packages, name, folder, below) };
  }
}

function* listFiles(folder: string): Generator<string> {
  for (const entry of Deno.readDirSync(folder)) {
    if (entry.isFile) yield entry.name;
    if (!entry.isDirectory) continue;
    for (const below of listFiles(join(folder, entry.name))) yield `${entry.name}/${below}`;
  }
}

function isHandwritten(text: string): boolean {
  const lines = text.split("\n").length;
  return text.trim() !== "" && text.length <= MAX_FILE_BYTES && !text.includes("\0") &&
    text.length / lines <= MAX_MEAN_LINE;
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
