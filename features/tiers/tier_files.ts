import type { TierPiece, TierSource } from "./core/mod.ts";
import {
  BINARY_HEAD_BYTES,
  describeExclusion,
  findSensitiveName,
  type Visibility,
} from "@dossier/core/exclude";
import type { GrantOption } from "@dossier/retrieval/settings";
import { decodeText, isMissing, PROGRAM, readPlainFile } from "@dossier/retrieval/machine";
import { maskValue } from "@dossier/retrieval/secrets";
import { listFiles } from "@dossier/retrieval/tree";

/** Bytes of the largest file that a tier gives: its budget holds a hundredth of that. */
const MAX_TIER_FILE_BYTES = 1024 * 1024;

/** The tree that files are read from. */
export interface TierTree {
  /** Real absolute path. */
  readonly root: string;
  /** The folder of the user's own settings, which grants what manifests ask for. @default that of the environment */
  readonly userFolder?: string | undefined;
  /** What the project lets be seen. */
  readonly visibility: Visibility;
  /**
   * Returns the paths of the first `limit` documents whose files were changed after a time, in milliseconds since 1970,
   * the last changed first; absent where nobody knows.
   */
  readonly listModified?: ((time: number, limit: number) => Promise<readonly string[]>) | undefined;
}

/** What a source asks for, and what of that the user grants. */
export interface TierGrants extends Pick<TierSource, "allowExternal" | "allowSensitive"> {
  /**
   * Returns whether the user grants it an option for a file, by its real absolute path. A repository grants nothing
   * to itself. @default nothing is granted
   */
  readonly isGranted?: ((option: GrantOption, real: string) => boolean) | undefined;
}

/** What a source of no manifest may give: files of the root with harmless names. */
export const OWN_FILES: TierGrants = { allowExternal: false, allowSensitive: false };

/** The folder whose files the manifest is there to give, and that the index leaves out. */
const KNOWLEDGE_FOLDER = ".dossier/knowledge/";

/**
 * Returns the text of a file of a tier with its secrets masked, or why it is not given: its name promises secrets,
 * its real place is outside of the root, a rule of the project hides it, or it is binary or too large.
 *
 * @param path Relative to the root, with `/`.
 */
export async function readTierFile(
  path: string,
  grants: TierGrants,
  tree: TierTree,
): Promise<TierPiece> {
  const piece = readUnmaskedFile(path, grants, tree);
  return "text" in piece ? { ...piece, text: await maskValue(piece.text, path) } : piece;
}

/** Returns the same with the secrets that are in the text, which nobody may be shown. */
export function readUnmaskedFile(path: string, grants: TierGrants, tree: TierTree): TierPiece {
  const { root } = tree;
  const block = (reason: string): TierPiece => ({ path, status: "blocked", reason });
  const named = findSensitiveName(path);
  if (named !== undefined && !grants.allowSensitive) return block(describeSensitive(named));
  let real: string;
  try {
    real = Deno.realPathSync(`${root}/${path}`);
  } catch (error) {
    return failed(path, error);
  }
  const isInside = real.startsWith(`${root}/`);
  if (!isInside && !grants.allowExternal) {
    return block("outside_root: it lies outside of the root, and allow_external is not set");
  }
  const ungranted = listNeeds(path, { root, real })
    .find((option) => grants.isGranted?.(option, real) !== true);
  const place = isInside ? real.slice(root.length + 1) : real;
  const hidden = findHidden(place, { ...tree, ...grants, isInside });
  if (hidden !== undefined) return block(hidden);
  if (ungranted !== undefined) return block(describeUngrantedOption(ungranted));
  // The path is the real one, so that a link on it was put there since.
  const below = isInside ? root : "/";
  const read = readPlainFile(real, { below, maxBytes: MAX_TIER_FILE_BYTES });
  if (read.kind === "refused") {
    const { rule } = read;
    return read.reason === "large" ? block(rule) : { path, status: "error", reason: rule };
  }
  if (read.bytes.subarray(0, BINARY_HEAD_BYTES).includes(0)) return block("it is binary");
  const text = decodeText(read.bytes);
  const modified = Deno.statSync(real).mtime?.getTime();
  return { path, text, ...(modified === undefined ? {} : { modified }) };
}

/**
 * Returns the options without which no source gives a file.
 *
 * @param path Relative to the root, as the source names it.
 * @param place.real Its real absolute path.
 */
export function listNeeds(
  path: string,
  { root, real }: { readonly root: string; readonly real: string },
): readonly GrantOption[] {
  const isInside = real.startsWith(`${root}/`);
  const place = isInside ? real.slice(root.length + 1) : real;
  const isSensitive = (findSensitiveName(path) ?? findSensitiveName(place)) !== undefined;
  return [
    ...(isInside ? [] : ["external" as const]),
    ...(isSensitive ? ["sensitive" as const] : []),
  ];
}

/** How the reason begins why a file is not given that a source asks to give. */
export const NOT_GRANTED = "not granted: ";

/** Returns why an option that is asked for does not count, as half a sentence. */
function describeUngrantedOption(option: GrantOption): string {
  return `${NOT_GRANTED}allow_${option} of the manifest counts only after "${PROGRAM} trust accept"`;
}

function findHidden(
  place: string,
  { visibility, allowSensitive, isInside }: TierTree & TierGrants & { readonly isInside: boolean },
): string | undefined {
  const sensitive = allowSensitive ? undefined : findSensitiveName(place);
  if (sensitive !== undefined) return describeSensitive(sensitive);
  if (!isInside || place.startsWith(KNOWLEDGE_FOLDER)) return undefined;
  const rule = visibility.decide(place, { explicit: true });
  if (rule === undefined || (rule.kind === "sensitive" && allowSensitive)) return undefined;
  return describeExclusion(rule);
}

function describeSensitive(pattern: string): string {
  return `its path holds a name like "${pattern}", which may be secret`;
}

function failed(path: string, error: unknown): TierPiece {
  const reason = isMissing(error) ? "there is no such file" : "it cannot be read";
  return { path, status: "error", reason };
}

/** Returns the pieces of files without the texts of those that git or an ignore file leaves out, as no answer has them. */
export async function blockIgnored(
  pieces: readonly TierPiece[],
  { root, visibility }: TierTree,
): Promise<readonly TierPiece[]> {
  const places = new Map(pieces.flatMap((piece) => {
    const place = "text" in piece ? findPlace(root, piece.path) : undefined;
    // What promises secrets was allowed by name, and no listing has it.
    const isAsked = place !== undefined && !place.startsWith(KNOWLEDGE_FOLDER) &&
      findSensitiveName(place) === undefined;
    return isAsked ? [[piece, place] as const] : [];
  }));
  if (places.size === 0) return pieces;
  const listing = await listFiles(root, visibility, { among: [...places.values()] });
  const listed = new Set(listing.paths);
  return pieces.map((piece) => {
    const place = places.get(piece);
    if (place === undefined || listed.has(place)) return piece;
    return { path: piece.path, status: "blocked", reason: "an ignore file leaves it out" };
  });
}

/** Returns where a file really is, relative to the root; undefined when it is outside of it, or no longer there. */
function findPlace(root: string, path: string): string | undefined {
  try {
    const real = Deno.realPathSync(`${root}/${path}`);
    return real.startsWith(`${root}/`) ? real.slice(root.length + 1) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the names of the Markdown files right in a folder, in order; none where there is no folder.
 *
 * @throws {Error} Half a sentence, for a folder that can not be read.
 */
export function listMarkdownNames(root: string, folder: string): readonly string[] {
  try {
    return [...Deno.readDirSync(`${root}/${folder}`)]
      .filter(({ name, isDirectory }) => name.endsWith(".md") && !isDirectory)
      .map(({ name }) => name)
      .sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw new Error(`the folder "${folder}" cannot be read`, { cause: error });
  }
}

/** Returns the same, and none of a folder that can not be read: the sources that need it say so. */
export function findMarkdownNames(root: string, folder: string): readonly string[] {
  try {
    return listMarkdownNames(root, folder);
  } catch {
    return [];
  }
}

/**
 * Most characters (UTF-16 code units) of the texts of all sources that are read at once: a hundred times what tiers
 * hold by default, and 3 s of looking for secrets.
 */
export const MAX_SOURCE_CHARACTERS: number = 4 * 1024 * 1024;

/** Most files of all sources that are read at once. */
export const MAX_SOURCE_FILES = 5000;

/** Counts what the sources of one manifest take together: a few lines of globs name all files of a tree, again and again. */
export class SourceRoom {
  #characters = 0;
  #files = 0;

  /** Returns half a sentence that says why no further file is read; undefined while there is room. */
  findReason(): string | undefined {
    if (this.#characters > MAX_SOURCE_CHARACTERS) {
      return `all sources must have at most ${MAX_SOURCE_CHARACTERS} characters together: ` +
        `those before it have ${this.#characters}; name fewer files`;
    }
    if (this.#files < MAX_SOURCE_FILES) return undefined;
    return `all sources must have at most ${MAX_SOURCE_FILES} files together, and those before it have ` +
      "as many: name fewer";
  }

  /** Counts a file that was read. */
  add(characters: number): void {
    this.#characters += characters;
    this.#files++;
  }
}
