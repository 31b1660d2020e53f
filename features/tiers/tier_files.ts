import type { TierPiece, TierSource } from "./core/mod.ts";
import {
  BINARY_HEAD_BYTES,
  findSensitiveName,
  formatExclusionReason,
  type Visibility,
} from "@dossier/core/exclude";
import type { GrantOption } from "@dossier/retrieval/settings";
import { decodeText, isMissing, PROGRAM, readPlainFile } from "@dossier/retrieval/machine";
import { maskValue } from "@dossier/retrieval/secrets";
import { listFiles } from "@dossier/retrieval/tree";

/** Maximum number of bytes of a file of a tier: its budget is a hundredth of that. */
const MAX_TIER_FILE_BYTES = 1024 * 1024;

/** The tree that files are read from. */
export interface TierTree {
  /** Real absolute path. */
  readonly root: string;
  /**
   * The folder of the user's own settings, with the grants for manifests. @default that of the
   * environment
   */
  readonly userFolder?: string | undefined;
  /** The visible files of the project. */
  readonly visibility: Visibility;
  /**
   * Returns the paths of the first `limit` documents whose files changed after a time, in
   * milliseconds since 1970, the last changed first; absent when unknown.
   */
  readonly listModified?: ((time: number, limit: number) => Promise<readonly string[]>) | undefined;
}

/** The requests of a source, and the grants of the user for it. */
export interface TierGrants extends Pick<TierSource, "allowExternal" | "allowSensitive"> {
  /**
   * Returns true when the user grants an option for a file, by its real absolute path. A repository
   * grants nothing to itself. @default nothing is granted
   */
  readonly isGranted?: ((option: GrantOption, real: string) => boolean) | undefined;
}

/** Grants without a manifest: files of the root with harmless names. */
export const DEFAULT_GRANTS: TierGrants = { allowExternal: false, allowSensitive: false };

/** The folder that belongs to the manifest, and that is not indexed. */
const KNOWLEDGE_FOLDER = ".dossier/knowledge/";

/**
 * Returns the text of a file of a tier with its secrets masked, or the reason why it is rejected:
 * its name is sensitive, its real path is outside of the root, a rule of the project hides it, or
 * it is binary or too large.
 *
 * @param path Path relative to the root, with `/`.
 */
export async function readTierFile(
  path: string,
  grants: TierGrants,
  tree: TierTree,
): Promise<TierPiece> {
  const piece = readUnmaskedFile(path, grants, tree);
  return "text" in piece ? { ...piece, text: await maskValue(piece.text, path) } : piece;
}

/** Works like {@link readTierFile}, but does not mask secrets: the text must not be shown. */
export function readUnmaskedFile(path: string, grants: TierGrants, tree: TierTree): TierPiece {
  const { root } = tree;
  const block = (reason: string): TierPiece => ({ path, status: "blocked", reason });
  const named = findSensitiveName(path);
  if (named !== undefined && !grants.allowSensitive) return block(formatSensitive(named));
  let real: string;
  try {
    real = Deno.realPathSync(`${root}/${path}`);
  } catch (error) {
    return toReadError(path, error);
  }
  const isInside = real.startsWith(`${root}/`);
  if (!isInside && !grants.allowExternal) {
    return block("outside_root: it is outside the root, and allow_external is not set");
  }
  const ungranted = listNeededGrants(path, { root, real })
    .find((option) => grants.isGranted?.(option, real) !== true);
  const place = isInside ? real.slice(root.length + 1) : real;
  const hidden = findHidden(place, { ...tree, ...grants, isInside });
  if (hidden !== undefined) return block(hidden);
  if (ungranted !== undefined) return block(formatUngrantedOption(ungranted));
  // The path is the real one: a symbolic link on it was created since.
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
 * Returns the options that a source needs for a file.
 *
 * @param path Path relative to the root, as the source names it.
 * @param place.real Its real absolute path.
 */
export function listNeededGrants(
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

/** Prefix of the reason when a file needs a grant of the user. */
export const NOT_GRANTED = "not granted: ";

/** Returns the reason why a requested option is not in effect, as half a sentence. */
function formatUngrantedOption(option: GrantOption): string {
  return `${NOT_GRANTED}allow_${option} of the manifest takes effect only after "${PROGRAM} trust accept"`;
}

function findHidden(
  place: string,
  { visibility, allowSensitive, isInside }: TierTree & TierGrants & { readonly isInside: boolean },
): string | undefined {
  const sensitive = allowSensitive ? undefined : findSensitiveName(place);
  if (sensitive !== undefined) return formatSensitive(sensitive);
  if (!isInside || place.startsWith(KNOWLEDGE_FOLDER)) return undefined;
  const rule = visibility.findHidingRule(place, { isExplicit: true });
  if (rule === undefined || (rule.kind === "sensitive" && allowSensitive)) return undefined;
  return formatExclusionReason(rule);
}

function formatSensitive(pattern: string): string {
  return `its path contains a name like "${pattern}", which may be secret`;
}

function toReadError(path: string, error: unknown): TierPiece {
  const reason = isMissing(error) ? "there is no such file" : "it cannot be read";
  return { path, status: "error", reason };
}

/**
 * Returns the pieces of files, those blocked that git or an ignore file excludes, as no answer
 * shows them.
 */
export async function blockIgnored(
  pieces: readonly TierPiece[],
  { root, visibility }: TierTree,
): Promise<readonly TierPiece[]> {
  const places = new Map(pieces.flatMap((piece) => {
    const place = "text" in piece ? findRealPath(root, piece.path) : undefined;
    // Sensitive files were permitted by name, and are not in any listing.
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
    return { path: piece.path, status: "blocked", reason: "an ignore file excludes it" };
  });
}

/**
 * Returns the real path of a file, relative to the root; undefined when it is outside of the root,
 * or missing.
 */
function findRealPath(root: string, path: string): string | undefined {
  try {
    const real = Deno.realPathSync(`${root}/${path}`);
    return real.startsWith(`${root}/`) ? real.slice(root.length + 1) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the names of the Markdown files in a folder, without its subfolders, in order; empty
 * without a folder.
 *
 * @throws {Error} Half a sentence, for a folder that cannot be read.
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

/**
 * Works like {@link listMarkdownNames}, but returns none for a folder that cannot be read: the
 * sources that need it report the error.
 */
export function findMarkdownNames(root: string, folder: string): readonly string[] {
  try {
    return listMarkdownNames(root, folder);
  } catch {
    return [];
  }
}

/**
 * Maximum number of characters (UTF-16 code units) of the texts of all sources that are read at
 * once: a hundred times the default size of tiers, and 3 s of searching for secrets.
 */
export const MAX_SOURCE_CHARACTERS: number = 4 * 1024 * 1024;

/** Most files of all sources that are read at once. */
export const MAX_SOURCE_FILES = 5000;

/**
 * Limits the sources of one manifest together: a few lines of globs can name all files of a tree
 * several times.
 */
export class SourceLimit {
  #characters = 0;
  #files = 0;

  /**
   * Returns half a sentence with the reason why no further file is read; undefined within the
   * limit.
   */
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
