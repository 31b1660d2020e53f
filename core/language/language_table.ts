import { raw } from "../text/match_at.ts";
import { C_PROFILES } from "./c.ts";
import { DYNAMIC_PROFILES } from "./dynamic.ts";
import { FUNCTIONAL_PROFILES } from "./functional.ts";
import { GENERIC_PROFILE } from "./generic.ts";
import { JAVASCRIPT_PROFILES } from "./javascript.ts";
import { looksLikeProgram } from "./looks_like_program.ts";
import { MODERN_PROFILES } from "./modern.ts";
import { PLAIN_PROFILES } from "./plain.ts";
import type { LanguageProfile } from "./profile.ts";
import { SCRIPT_PROFILES } from "./scripts.ts";
import { SYSTEMS_PROFILES } from "./systems.ts";
import { TYPED_PROFILES } from "./typed.ts";

/** Language of a file. */
export interface DetectedLanguage {
  /** Name in lower case; `text` when the language is unknown. */
  readonly language: string;
  readonly kind: "code" | "document";
}

/** Profiles of all known languages. */
export const PROFILES: readonly LanguageProfile[] = [
  ...SCRIPT_PROFILES,
  ...JAVASCRIPT_PROFILES,
  ...SYSTEMS_PROFILES,
  ...MODERN_PROFILES,
  ...C_PROFILES,
  ...TYPED_PROFILES,
  ...DYNAMIC_PROFILES,
  ...FUNCTIONAL_PROFILES,
  ...PLAIN_PROFILES,
  GENERIC_PROFILE,
];

/**
 * Endings of files that are not program text, in spite of their content: data, texts to be
 * translated, output, pictures, keys, locks and patches.
 */
const DATA_EXTENSIONS: ReadonlySet<string> = new Set(
  `csv tsv tab psv dat data svg po pot mo srt vtt ass lrc log out err lock sum snap golden expected actual stdout
   stderr patch diff rej orig bak rtf bib ris geojson topojson ndjson ipynb map wkt gml kml gpx obj mtl stl ply
   off xyz mol pdb cif fa fasta fastq fna gff gtf vcf bed sam nt ttl rdf n3 owl pem crt cer csr key pub asc sig
   eml mbox ics vcard hex srec ppm pgm pbm xpm bdf afm dic aff trec qrel arff libsvm tfw prj cache tmp env tscn tres escn
   example sample dist license licence readme`.split(/\s+/),
);

/** Language of files of unknown type. */
const UNKNOWN = "text";

/** Interpreter in a first line such as `#!/usr/bin/env -S python3.12 -u`. */
const SHEBANG_REGEXP = /^#!\s*\S*?(?:\/env\s+(?:-\S+\s+)*|\/)?([A-Za-z]+)[\d.]*(?:\s|$)/;

/**
 * Number of UTF-16 units of a file that are read to distinguish two languages with one extension.
 */
const CONTENT_SAMPLE = 20_000;

/**
 * Returns the profiles by the words in a field; when two profiles have the same word, the first one
 * is used.
 */
function mapByWord(
  field: "name" | "aliases" | "extensions" | "files" | "interpreters",
): ReadonlyMap<string, LanguageProfile> {
  const words = PROFILES.flatMap((profile) =>
    profile[field]?.split(" ").map((word) => [word, profile] as const) ?? []
  );
  return new Map(words.reverse());
}

const BY_NAME = new Map([...mapByWord("aliases"), ...mapByWord("name")]);
const BY_EXTENSION = mapByWord("extensions");
const BY_FILE = mapByWord("files");
const BY_INTERPRETER = mapByWord("interpreters");
const AMBIGUOUS_PROFILES = PROFILES.filter(({ contents }) => contents !== undefined);

/** Names of all languages, in alphabetical order. */
export const LANGUAGES: readonly string[] = PROFILES.map(({ name }) => name).sort();

/** Returns the profile of a language or of a dialect, or `undefined` for an unknown name. */
export function findProfile(name: string): LanguageProfile | undefined {
  return BY_NAME.get(name);
}

/** Returns the name of the language of files with an extension, given without its dot. */
export function languageOfExtension(extension: string): string | undefined {
  return BY_EXTENSION.get(extension)?.name;
}

/**
 * Returns the language of the file at `path`: by its name, or else by the interpreter in its first
 * line, or else by its text when that reads like a program.
 *
 * @param path Path with `/`.
 * @param text Text of the file; its start is read only when the name is ambiguous.
 */
export function detectLanguage(path: string, text = ""): DetectedLanguage {
  const { name = UNKNOWN, isProse } = detectProfile(path, text) ?? findProfile(UNKNOWN) ?? {};
  return { language: name, kind: isProse === true ? "document" : "code" };
}

function detectProfile(path: string, text: string): LanguageProfile | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  const interpreter = BY_INTERPRETER.get(SHEBANG_REGEXP.exec(firstLine(text))?.[1] ?? "");
  // A script named "build" is not a file of a build tool.
  if (interpreter !== undefined && !name.includes(".")) return interpreter;
  const known = BY_FILE.get(name);
  if (known !== undefined) return known;
  const dot = name.lastIndexOf(".");
  const extension = dot < 0 ? "" : name.slice(dot + 1);
  const byContents = AMBIGUOUS_PROFILES.find(({ contents }) =>
    contents?.extension === extension && contents.pattern.test(text.slice(0, CONTENT_SAMPLE))
  );
  return byContents ?? BY_EXTENSION.get(extension) ??
    BY_FILE.get(`${name.slice(0, name.indexOf("."))}.*`) ?? interpreter ??
    (mayBeProgram(name, extension) && looksLikeProgram(text) ? GENERIC_PROFILE : undefined);
}

/** Names of files that people write for people, without an ending or with one of a language. */
const PROSE_NAME_REGEXP = new RegExp(
  raw`^(?:readme|licen[cs]e|copying|copyright|authors|contributors|contributing|credits` +
    raw`|thanks|maintainers|owners|codeowners|changelog|changes|history|news|notice|todo` +
    raw`|install|hacking|version|releases?|security|support|patents|usage)(?:[.\-_]|$)`,
);

/**
 * Returns true when a file with this name may contain program text: it is neither hidden nor data.
 */
function mayBeProgram(name: string, extension: string): boolean {
  return !name.startsWith(".") && !PROSE_NAME_REGEXP.test(name) &&
    /^[a-z_+]/.test(extension || name) &&
    !DATA_EXTENSIONS.has(extension);
}

function firstLine(text: string): string {
  return text.startsWith("#!") ? text.slice(0, text.indexOf("\n") + 1 || undefined) : "";
}
