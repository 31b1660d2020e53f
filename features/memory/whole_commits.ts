import {
  findHeadCommit,
  findHistoryFolder,
  findWorkTreeHead,
  type HistorySource,
} from "@dossier/retrieval/commits";
import { findTip, spawnGit } from "@dossier/retrieval/commits-read";
import type { MinedCommit } from "./core/mine/mod.ts";

/** Marks the start of a commit in the output of git, before its full hash. */
const COMMIT_MARK = "\x01";
const HASH_REGEXP = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

const FORMAT = "--format=tformat:%x01%H%x00%ct%x00%aN%x00%s%x00%b";

/** Fields of a commit before its files. */
const FIELDS = 5;

/**
 * Returns commits with their whole messages and the changed files of the tree, newest first,
 * without merges and without those that changed nothing below the root. Empty when git fails, or
 * there is no repository.
 *
 * @param options.limit Most commits that are read.
 * @param options.until Newest time, in milliseconds since 1970. @default any
 */
export async function readWholeCommits(
  source: HistorySource,
  { limit, until }: { readonly limit: number; readonly until?: number | undefined },
): Promise<readonly MinedCommit[]> {
  const { root, pinned } = source;
  const folder = findHistoryFolder(source);
  const head = pinned === undefined ? findWorkTreeHead(root) : findHeadCommit(source);
  if (folder === undefined || head === undefined) return [];
  const tip = await findTip(source, head);
  const child = tip === undefined || tip === "" ? undefined : spawnGit(source, [
    "log",
    "-z",
    "--name-only",
    FORMAT,
    "--encoding=UTF-8",
    "--no-color",
    "--no-merges",
    "--no-relative",
    "--no-renames",
    `--max-count=${limit}`,
    ...(until === undefined ? [] : [`--until=@${Math.floor(until / 1000)}`]),
    tip!,
    "--",
  ]);
  if (child === undefined) return [];
  const { success, stdout } = await child.output();
  if (!success) return [];
  return parseCommits(new TextDecoder().decode(stdout).split("\0")).flatMap(
    ({ paths, ...commit }) => {
      const inside = paths.filter((path) => path.startsWith(folder))
        .map((path) => path.slice(folder.length));
      return inside.length === 0 ? [] : [{ ...commit, paths: inside }];
    },
  );
}

function parseCommits(fields: readonly string[]): readonly MinedCommit[] {
  const commits: MinedCommit[] = [];
  let paths: string[] = [];
  for (let at = 0; at < fields.length; at++) {
    const field = fields[at]!;
    const hash = field.slice(COMMIT_MARK.length);
    if (!field.startsWith(COMMIT_MARK) || !HASH_REGEXP.test(hash)) {
      // The first file follows a line break.
      const path = field.replace(/^\n/, "");
      if (path !== "") paths.push(path);
      continue;
    }
    const [seconds, author = "", subject = "", body = ""] = fields.slice(at + 1, at + FIELDS);
    paths = [];
    commits.push({ hash, time: Number(seconds) * 1000, author, subject, body, paths });
    at += FIELDS - 1;
  }
  return commits;
}
