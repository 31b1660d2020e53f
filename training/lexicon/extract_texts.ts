import type { ForeignLanguage } from "@dossier/core/text";
import { checkAllowed, readLicence } from "../extract_repository.ts";
import { GitRepository } from "../git_repository.ts";
import { parseRefusedProjects } from "../refused_project.ts";
import { readParallel } from "./read_parallel.ts";

const LIST = new URL("repositories.tsv", import.meta.url);
const RECORD = new URL("sources.tsv", import.meta.url);
const REFUSED = new URL("../refused_projects.txt", import.meta.url);

/**
 * Maximum number of texts of one language from one repository, so that none outweighs the others.
 */
const MAX_TEXTS = 60_000;

/**
 * Maximum number of UTF-16 code units of a text. In longer ones the corresponding words cannot be
 * determined.
 */
const MAX_LENGTH = 600;

/** Languages with a lexicon. */
export const LANGUAGES: readonly ForeignLanguage[] = ["de", "fr", "es", "ja", "zh"];

/**
 * Extracts the translated texts of all listed repositories, writes `LANGUAGE.tsv` for each language
 * (English, tab, the other), and records the repositories in `sources.tsv`.
 *
 * @param clones Folder of the clones: `owner+name/repo`.
 */
export async function extractTexts(clones: string, work: string): Promise<void> {
  const refused = parseRefusedProjects(Deno.readTextFileSync(REFUSED));
  const texts = new Map(LANGUAGES.map((language) => [language, new Set<string>()]));
  const header = ["repository", "commit", "licences", ...LANGUAGES].join("\t");
  const record = [header];
  for (const line of Deno.readTextFileSync(LIST).trim().split("\n")) {
    const [name = "", revision = "", only = "", declared] = line.split("\t");
    checkAllowed(name, refused);
    using repository = new GitRepository(`${clones}/${name.replace("/", "+")}/repo`);
    const commit = (await repository.run("rev-parse", revision)).trim();
    const licences = declared?.split("+") ??
      (await readLicence(repository, name, await repository.listFiles(commit))).licences;
    const counts = new Map<ForeignLanguage, number>();
    const language = only === "*" ? undefined : only as ForeignLanguage;
    for await (const text of readParallel(repository, commit, language)) {
      const count = counts.get(text.language) ?? 0;
      if (count >= MAX_TEXTS || !isTranslated(text)) continue;
      counts.set(text.language, count + 1);
      texts.get(text.language)!.add(`${toLine(text.english)}\t${toLine(text.foreign)}`);
    }
    const figures = LANGUAGES.map((one) => counts.get(one) ?? 0);
    record.push([name, commit, licences.join("+"), ...figures].join("\t"));
  }
  for (const [language, lines] of texts) {
    Deno.writeTextFileSync(`${work}/${language}.tsv`, [...lines].join("\n"));
  }
  Deno.writeTextFileSync(RECORD, `${record.join("\n")}\n`);
}

function isTranslated(
  { english, foreign }: { readonly english: string; readonly foreign: string },
): boolean {
  return english.length <= MAX_LENGTH && foreign.length <= MAX_LENGTH && english !== foreign;
}

function toLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
