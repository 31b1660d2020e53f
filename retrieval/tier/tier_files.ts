import type { TierPiece, TierSource } from "@dossier/core/tier";
import {
  BINARY_HEAD_BYTES,
  describeExclusion,
  findSensitiveName,
  type Visibility,
} from "@dossier/core/exclude";
import { decodeText, isMissing, readPlainFile } from "../machine/mod.ts";
import { maskValue } from "../secrets/mod.ts";
import { listFiles } from "../tree/mod.ts";

/** Bytes of the largest file that a tier gives: its budget holds a hundredth of that. */
export const MAX_TIER_FILE_BYTES = 1024 * 1024;

/** The tree that files are read from. */
export interface TierTree {
  /** Real absolute path. */
  readonly root: string;
  /** What the project lets be seen. */
  readonly visibility: Visibility;
  /**
   * Returns the paths of the first `limit` documents whose files were changed after a time, in milliseconds since 1970,
   * the last changed first; absent where nobody knows.
   */
  readonly listModified?: ((time: number, limit: number) => Promise<readonly string[]>) | undefined;
}

/** What a source is allowed. */
export type TierGrants = Pick<TierSource, "allowExternal" | "allowSensitive">;

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
  const { root } = tree;
  const block = (reason: string): TierPiece => ({ path, status: "blocked", reason });
  const named = grants.allowSensitive ? undefined : findSensitiveName(path);
  if (named !== undefined) return block(tellSensitive(named));
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
  const place = isInside ? real.slice(root.length + 1) : real;
  const hidden = findHidden(place, { ...tree, ...grants, isInside });
  if (hidden !== undefined) return block(hidden);
  const read = readPlainFile(real, {
    ...(isInside ? { below: root } : {}),
    maxBytes: MAX_TIER_FILE_BYTES,
  });
  if (read.kind === "refused") {
    const reason = read.message.replace(/: .*$/, "");
    return read.reason === "large" ? block(reason) : { path, status: "error", reason };
  }
  if (read.bytes.subarray(0, BINARY_HEAD_BYTES).includes(0)) return block("it is binary");
  const text = await maskValue(decodeText(read.bytes), path);
  const modified = Deno.statSync(real).mtime?.getTime();
  return { path, text, ...(modified === undefined ? {} : { modified }) };
}

function findHidden(
  place: string,
  { visibility, allowSensitive, isInside }: TierTree & TierGrants & { readonly isInside: boolean },
): string | undefined {
  const sensitive = allowSensitive ? undefined : findSensitiveName(place);
  if (sensitive !== undefined) return tellSensitive(sensitive);
  if (!isInside || place.startsWith(KNOWLEDGE_FOLDER)) return undefined;
  const rule = visibility.decide(place, { explicit: true });
  if (rule === undefined || (rule.kind === "sensitive" && allowSensitive)) return undefined;
  return describeExclusion(rule);
}

function tellSensitive(pattern: string): string {
  return `its path holds a name like "${pattern}", which may be secret`;
}

function failed(path: string, error: unknown): TierPiece {
  const reason = isMissing(error) ? "there is no such file" : "it cannot be read";
  return { path, status: "error", reason };
}

/**
 * Returns the pieces of files without the texts of those that git or an ignore file leaves out, as no answer has them
 * either. A source that may lead outside of the root is not asked about.
 */
export async function blockIgnored(
  pieces: readonly TierPiece[],
  { allowExternal }: Pick<TierGrants, "allowExternal">,
  { root, visibility }: TierTree,
): Promise<readonly TierPiece[]> {
  const places = new Map(pieces.flatMap((piece) => {
    const place = "text" in piece ? findPlace(root, piece.path) : undefined;
    // What promises secrets was allowed by name, and no listing has it.
    const isAsked = place !== undefined && !place.startsWith(KNOWLEDGE_FOLDER) &&
      findSensitiveName(place) === undefined;
    return isAsked ? [[piece, place] as const] : [];
  }));
  if (allowExternal || places.size === 0) return pieces;
  const listing = await listFiles(root, visibility, { among: [...places.values()] });
  const listed = new Set(listing.paths);
  return pieces.map((piece) => {
    const place = places.get(piece);
    if (place === undefined || listed.has(place)) return piece;
    return { path: piece.path, status: "blocked", reason: "an ignore file leaves it out" };
  });
}

/** Returns where a file really is, relative to the root; undefined when it has gone away. */
function findPlace(root: string, path: string): string | undefined {
  try {
    return Deno.realPathSync(`${root}/${path}`).slice(root.length + 1);
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
