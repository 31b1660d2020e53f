import { lstatOrUndefined } from "../machine/mod.ts";
import { findCommonFolder, findGitFolder, findGitRoot, readGitText } from "../tree/mod.ts";
import type { HistorySource } from "./history_source.ts";

/** Content of a file that refers to another one, such as a branch. */
const REFERENCE_REGEXP = /^ref: (.+?)\s*$/;

/** Maximum number of references that are followed; git follows 5. */
const MAX_REFERENCES = 5;

/**
 * Returns a text that changes when the head of the history moves to another commit, without
 * starting git: usually the commit's id. Undefined when there is no history to read: without a
 * repository, and in a shallow clone, whose few commits would give a few files too much weight.
 *
 * @throws Never. Files that cannot be read count as missing.
 */
export function findHeadCommit({ root, pinned }: HistorySource): string | undefined {
  if (pinned !== undefined) {
    return isShallow(pinned.repository) ? undefined : pinned.revision;
  }
  const folders = findFolders(root);
  return folders === undefined || isShallow(folders.common) ? undefined : readHead(folders);
}

/** Returns the same text for a work tree, even in a shallow clone. */
export function findWorkTreeHead(root: string): string | undefined {
  const folders = findFolders(root);
  return folders && readHead(folders);
}

/** Git folder of a work tree, and the folder with the commits. */
interface GitFolders {
  readonly folder: string;
  readonly common: string;
}

function findFolders(root: string): GitFolders | undefined {
  const top = findGitRoot(root);
  const folder = top === undefined ? undefined : findGitFolder(top);
  return folder === undefined ? undefined : { folder, common: findCommonFolder(folder) };
}

function readHead({ folder, common }: GitFolders): string {
  // When all references are in tables, the list of tables changes with them.
  const tables = readGitText(`${common}/reftable/tables.list`);
  if (tables !== undefined) {
    return `${tables}${readGitText(`${folder}/reftable/tables.list`) ?? ""}`;
  }
  return resolveReference("HEAD", { folder, common });
}

/** Returns the commit id of a reference, or the last reference for which there is no file. */
function resolveReference(start: string, { folder, common }: GitFolders): string {
  let name = start;
  for (let i = 0; i < MAX_REFERENCES; i++) {
    const text = readGitText(`${folder}/${name}`) ?? readGitText(`${common}/${name}`);
    if (text === undefined) return findPacked(common, name) ?? name;
    const target = REFERENCE_REGEXP.exec(text)?.[1];
    if (target === undefined) return text.trim();
    name = target;
  }
  return name;
}

/** Returns the commit id of a reference in the packed list of references. */
function findPacked(common: string, name: string): string | undefined {
  const text = readGitText(`${common}/packed-refs`) ?? "";
  const end = text.indexOf(` ${name}\n`);
  return end < 0 ? undefined : text.slice(text.lastIndexOf("\n", end) + 1, end);
}

function isShallow(repository: string): boolean {
  return lstatOrUndefined(`${repository}/shallow`) !== undefined;
}
