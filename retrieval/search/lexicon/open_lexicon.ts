import type { ForeignLanguage } from "@dossier/core/text";
import type { Lexicon } from "@dossier/core/lexicon";

const PATHS: Readonly<Record<ForeignLanguage, string>> = {
  de: `${import.meta.dirname}/lexicon_de.txt`,
  fr: `${import.meta.dirname}/lexicon_fr.txt`,
  es: `${import.meta.dirname}/lexicon_es.txt`,
  ja: `${import.meta.dirname}/lexicon_ja.txt`,
  zh: `${import.meta.dirname}/lexicon_zh.txt`,
};

const LEXICONS = new Map<ForeignLanguage, Promise<Lexicon>>();

/** Returns the built-in lexicon of a language, read at its first use. */
export function openLexicon(language: ForeignLanguage): Promise<Lexicon> {
  let opened = LEXICONS.get(language);
  if (opened === undefined) {
    opened = readLexicon(language);
    LEXICONS.set(language, opened);
  }
  return opened;
}

async function readLexicon(language: ForeignLanguage): Promise<Lexicon> {
  const { parseLexicon } = await import("@dossier/core/lexicon");
  return parseLexicon(await Deno.readTextFile(PATHS[language]));
}
