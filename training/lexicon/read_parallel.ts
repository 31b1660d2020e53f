import type { ForeignLanguage } from "@dossier/core/text";
import type { GitRepository, TreeEntry } from "../git_repository.ts";
import {
  pairFluent,
  pairMarkdown,
  pairProperties,
  parseCatalogue,
  parseXliff,
  type TextPair,
} from "./parse_translations.ts";

/** Part of a path that names the language of a file. */
const TAG_REGEXP =
  /(?<=[/._-])(de|fr|es|ja|zh)(?:[-_](?:DE|FR|ES|JA|JP|CN|cn|Hans|Hans_CN|419))?(?=[/.])/;

/** Replacements of that part in the English version of the file. */
const ENGLISH_TAGS = ["en-US", "en-snapshot", "en_US", "en"];

/** Formats of translated files, and the maximum number of bytes of one. */
const FORMATS_REGEXP = /\.(?:po|xlf|properties|ftl|md)$/;
const MAX_FILE_BYTES = 2_000_000;

/** Pair of texts, and the language of the second. */
export interface ParallelText extends TextPair {
  readonly language: ForeignLanguage;
}

/**
 * Yields the translated texts of a commit.
 *
 * @param only Language of all files of a repository with a single one.
 */
export async function* readParallel(
  repository: GitRepository,
  commit: string,
  only?: ForeignLanguage,
): AsyncGenerator<ParallelText> {
  const files = (await repository.listFiles(commit))
    .filter(({ path, size }) => FORMATS_REGEXP.test(path) && size <= MAX_FILE_BYTES);
  const byPath = new Map(files.map((file) => [file.path, file]));
  for (const file of files) {
    const language = only ?? TAG_REGEXP.exec(file.path)?.[1] as ForeignLanguage | undefined;
    if (language === undefined || /[-_](?:TW|HK|Hant)\b/.test(file.path)) continue;
    const pairs = await readFile(repository, file, byPath);
    for (const pair of pairs) yield { ...pair, language };
  }
}

async function readFile(
  repository: GitRepository,
  { path, blob }: TreeEntry,
  byPath: ReadonlyMap<string, TreeEntry>,
): Promise<readonly TextPair[]> {
  const format = path.slice(path.lastIndexOf(".") + 1);
  const text = await repository.readText(blob);
  if (text === undefined) return [];
  if (format === "po") return parseCatalogue(text);
  if (format === "xlf") return parseXliff(text);
  const english = findEnglish(path, byPath);
  const original = english && await repository.readText(english.blob);
  if (original === undefined) return [];
  if (format === "properties") return pairProperties(original, text);
  return format === "ftl" ? pairFluent(original, text) : pairMarkdown(original, text);
}

/** Returns the file of which another is a translation. */
function findEnglish(
  path: string,
  byPath: ReadonlyMap<string, TreeEntry>,
): TreeEntry | undefined {
  for (const tag of ENGLISH_TAGS) {
    const found = byPath.get(path.replace(TAG_REGEXP, tag));
    if (found !== undefined) return found;
  }
  return byPath.get(path.replace(/[_.](?:de|fr|es|ja|zh)(?:_[A-Z]{2})?(?=\.\w+$)/, ""));
}
