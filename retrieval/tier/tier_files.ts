import type { TierPiece, TierSource } from "@dossier/core/tier";
import {
  BINARY_HEAD_BYTES,
  describeExclusion,
  findSensitiveName,
  type Visibility,
} from "@dossier/core/exclude";
import { decodeText, isMissing, readPlainFile } from "../machine/mod.ts";
import { maskValue } from "../secrets/mod.ts";

/** Bytes of the largest file that a tier gives: its budget holds a hundredth of that. */
export const MAX_TIER_FILE_BYTES = 1024 * 1024;

/** The tree that files are read from. */
export interface TierTree {
  /** Real absolute path. */
  readonly root: string;
  /** What the project lets be seen. */
  readonly visibility: Visibility;
}

/** What a source is allowed. */
export type TierGrants = Pick<TierSource, "allowExternal" | "allowSensitive">;

/** Folders whose files the manifest is there to give, which the index leaves out. */
const OWN_FOLDERS = [".dossier/knowledge/", ".blue/"];

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
  if (!isInside || OWN_FOLDERS.some((folder) => place.startsWith(folder))) return undefined;
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

/** Returns the names of the Markdown files right in a folder, in order; none where there is no folder. */
export function listMarkdownNames(root: string, folder: string): readonly string[] {
  try {
    return [...Deno.readDirSync(`${root}/${folder}`)]
      .filter(({ name, isDirectory }) => name.endsWith(".md") && !isDirectory)
      .map(({ name }) => name)
      .sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
