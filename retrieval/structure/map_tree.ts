import { formatExclusionReason } from "@dossier/core/exclude";
import { decodePartLocations } from "@dossier/core/part";
import { listMapNames, rankMap, renderMap, toMapFile } from "@dossier/core/structure";
import { findMentioningDocuments, type IndexReader } from "../index/mod.ts";
import { RetrievalError } from "../machine/mod.ts";
import { toTreePath } from "../tree/mod.ts";
import type { StructureLease } from "./outline_files.ts";
import type { FoundStructure } from "./question.ts";

/** Minimum number of tokens of a definition, which limits how many are read. */
const MIN_DEFINITION_TOKENS = 2;

/** Folder and size of a map. */
interface MapRequest {
  /** Path of the folder as written; the whole tree without one. */
  readonly folder: string | undefined;
  /** Number of tokens for definitions. */
  readonly limit: number;
}

/** Last map of each open index, with its key: every subagent of a session receives the same map. */
const cachedMaps = new WeakMap<
  IndexReader,
  { readonly key: string; readonly found: FoundStructure }
>();

/**
 * Returns the definitions of a tree, or of a folder or a file in it, the most central ones first;
 * those of tests, examples and vendored code come last. All data is from the index: no file is
 * read.
 *
 * @throws {RetrievalError} `file-excluded`, `file-not-found`.
 */
export async function mapTree(lease: StructureLease, request: MapRequest): Promise<FoundStructure> {
  const { indexed: { reader }, index, visibility: { rules } } = lease;
  const { updatedAt, documents, chunks } = index;
  const key = JSON.stringify([updatedAt, documents, chunks, rules, request]);
  const known = cachedMaps.get(reader);
  if (known?.key === key) return known.found;
  const found = await makeMap(lease, request);
  cachedMaps.set(reader, { key, found });
  return found;
}

async function makeMap(
  lease: StructureLease,
  { folder: written, limit }: MapRequest,
): Promise<FoundStructure> {
  const { indexed: { reader }, visibility } = lease;
  const folder = written === undefined ? "" : await findFolder(lease, written);
  const isInside = (path: string) =>
    folder === "" || path === folder || path.startsWith(`${folder}/`);
  const files = (await reader.listOutlines()).filter(({ path }) => visibility.isVisible(path))
    .map(({ encoded, ...file }) => toMapFile(file, decodePartLocations(encoded) ?? []))
    .filter(({ definitions }) => definitions.length > 0);
  const mentioning = await findMentioningDocuments(reader, [...listMapNames(files)], {
    isNamed: false,
  });
  const users = new Map([...mentioning].map(([name, found]) => [name, found.map(({ id }) => id)]));
  const most = Math.ceil(limit / MIN_DEFINITION_TOKENS);
  const entries = rankMap(files, { users, isIncluded: isInside, limit: most });
  const all = files.reduce(
    (sum, { path, definitions }) => isInside(path) ? sum + definitions.length : sum,
    0,
  );
  return { entries, more: all - entries.length, render: renderMap };
}

/** Returns the path of a folder or file with documents. */
async function findFolder(
  { indexed: { reader, root }, visibility }: StructureLease,
  written: string,
): Promise<string> {
  const path = toTreePath(written, root);
  const refuse = (code: "file-excluded" | "file-not-found", reason: string) =>
    new RetrievalError(code, `Cannot map "${written}": ${reason}`);
  if (path === undefined) throw refuse("file-excluded", "it is outside the root");
  if (path === "") return path;
  const rule = visibility.findHidingRule(`${path}/`) ?? visibility.findHidingRule(path);
  if (rule !== undefined) throw refuse("file-excluded", formatExclusionReason(rule));
  const isFilled = (await reader.listNonEmptyFolders([path])).has(path) ||
    (await reader.findHashes([path])).has(path);
  if (isFilled) return path;
  throw refuse("file-not-found", "the index contains no such folder or file");
}
