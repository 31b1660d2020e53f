import { lstatOrUndefined } from "../machine/mod.ts";
import { findCommonFolder, findGitFolder, findGitRoot, readGitText } from "../tree/mod.ts";
import type { HistorySource } from "./history_source.ts";

/** What a file says that stands for another: a branch. */
const REFERENCE_REGEXP = /^ref: (.+?)\s*$/;

/** How many names may stand for one another before a commit is named; git allows 5. */
const MAX_REFERENCES = 5;

/**
 * Returns a text that changes whenever another commit is the head of the history, without starting
 * git: mostly the commit's id. Undefined where there is no history to read: without a repository, and
 * in a shallow clone, whose few commits would make a few files stand out.
 *
 * @throws Never: what can not be read is as if it were not there.
 */
export function findHeadCommit({ root, pinned }: HistorySource): string | undefined {
  if (pinned !== undefined) {
    return isShallow(pinned.repository) ? undefined : pinned.revision;
  }
  const folders = findFolders(root);
  return folders === undefined || isShallow(folders.common) ? undefined : readHead(folders);
}

/** Returns the same of a work tree, also in a shallow clone. */
export function findWorkTreeHead(root: string): string | undefined {
  const folders = findFolders(root);
  return folders && readHead(folders);
}

/** Where a work tree has its own head, and where the commits are. */
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
  // Where all names of commits are in tables, the list of these changes with them.
  const tables = readGitText(`${common}/reftable/tables.list`);
  if (tables !== undefined) {
    return `${tables}${readGitText(`${folder}/reftable/tables.list`) ?? ""}`;
  }
  return resolveReference("HEAD", { folder, common });
}

/** Returns the commit id behind a name, or the last name that no file says anything about. */
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

/** Returns the commit id that the list of all branches has for a name. */
function findPacked(common: string, name: string): string | undefined {
  const text = readGitText(`${common}/packed-refs`) ?? "";
  const end = text.indexOf(` ${name}\n`);
  return end < 0 ? undefined : text.slice(text.lastIndexOf("\n", end) + 1, end);
}

function isShallow(repository: string): boolean {
  return lstatOrUndefined(`${repository}/shallow`) !== undefined;
}
