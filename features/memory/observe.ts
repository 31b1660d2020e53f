import type { SessionEvent } from "@dossier/core/metrics";
import type { EngineServices } from "@dossier/retrieval/lease";
import { isTrackerPath, TRACKER_FOLDERS } from "@dossier/retrieval/issue";
import { listFiles } from "@dossier/retrieval/tree";
import { maskValue } from "@dossier/retrieval/secrets";
import {
  type FindMinedFile,
  mineCommits,
  mineIssue,
  mineTranscript,
  type ProposedObservation,
  selectDistinct,
} from "./core/mine/mod.ts";
import { mineWithFiles } from "./mined_files.ts";

/** Proposals of rules, for a review. */
export interface Observed {
  /** The most significant first; only files of the tree, without anchors. */
  readonly proposals: readonly ProposedObservation[];
  /** The session that they come from, when a host states it. */
  readonly session?: string;
  /** Sentences about texts that were not read. */
  readonly notes: readonly string[];
}

/** Default number of commits. */
const DEFAULT_OBSERVED_COMMITS = 1000;

/** Maximum number of proposals of commits, and of a tracker. */
const MAX_OBSERVED = 100;

/** Most files of a tracker: more than large ones have. */
const MAX_ISSUE_FILES = 5000;

/**
 * Returns the proposals from the transcript of a session, with secrets masked.
 *
 * @param path Absolute path of the transcript, inside or outside the tree.
 * @throws {RetrievalError} `invalid-transcript` when it cannot be read or no feature reads
 * transcripts; and for a broken configuration, or an index that cannot be used.
 */
export async function observeTranscript(
  services: Pick<EngineServices, "root" | "lease" | "readTranscript">,
  path: string,
): Promise<Observed> {
  const { events, root, session, notes } = await services.readTranscript(path);
  const masked = await maskValue(removeRoot(events, root), "the transcript");
  const isElsewhere = root !== undefined && root !== services.root;
  const proposals = await mineWithFiles(
    services,
    (findFile) =>
      mineTranscript(masked, findCitable(isElsewhere ? relocatePaths(root, findFile) : findFile)),
  );
  const elsewhere = isElsewhere && !isWithin(root, services.root) && !isWithin(services.root, root)
    ? [`The session was in "${root}": its paths are taken from the root of this tree`]
    : [];
  return { proposals, notes: [...notes, ...elsewhere], ...(session !== undefined && { session }) };
}

/**
 * Returns events with paths relative to the root in their texts: absolute ones are of one machine,
 * and contain the name of its user.
 */
function removeRoot(
  events: readonly SessionEvent[],
  root: string | undefined,
): readonly SessionEvent[] {
  if (root === undefined || root === "/") return events;
  const shorten = (text: string) => text.replaceAll(`${root}/`, "");
  return events.map((event) => ({
    ...event,
    text: shorten(event.text),
    ...(event.command !== undefined && { command: shorten(event.command) }),
  }));
}

/**
 * Returns a finder of files for paths of a session in another folder, possibly of another machine.
 */
function relocatePaths(folder: string, findFile: FindMinedFile): FindMinedFile {
  return (written) =>
    (written.startsWith("/") ? undefined : findFile(`${folder}/${written}`)) ?? findFile(written);
}

/** Returns a finder of files without those of trackers, whose content changes with every issue. */
function findCitable(findFile: FindMinedFile): FindMinedFile {
  return (written) => {
    const found = findFile(written);
    return found === undefined || isTrackerPath(found.path, TRACKER_FOLDERS) ? undefined : found;
  };
}

function isWithin(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}

/**
 * Returns the proposals from the messages of the tree's commits, newest first, with secrets masked.
 *
 * @param options.since Least time, in milliseconds since 1970. @default any
 * @param options.until Most time, in milliseconds since 1970. @default any
 * @param options.limit Most commits. @default 1000
 * @throws {ContextError} For a broken configuration, or an index that cannot be used.
 */
export async function observeCommits(
  services: Pick<EngineServices, "root" | "lease">,
  { since, until, limit = DEFAULT_OBSERVED_COMMITS }: {
    readonly since?: number | undefined;
    readonly until?: number | undefined;
    readonly limit?: number | undefined;
  } = {},
): Promise<Observed> {
  const pinned = await services.lease({ refresh: false }, ({ indexed }) => indexed.history);
  // Imported here only: transcripts have no commits.
  const { readWholeCommits } = await import("./whole_commits.ts");
  const commits = await readWholeCommits({ root: services.root, pinned }, { limit, until });
  const masked = await maskValue(commits, "the commits");
  const proposals = await mineWithFiles(
    services,
    (findFile) =>
      mineCommits(masked, { findFile: findCitable(findFile), since, until, limit: MAX_OBSERVED }),
  );
  const notes = commits.length === 0 ? ["There are no commits of this tree that can be read"] : [];
  return { proposals, notes };
}

/**
 * Returns the proposals from the closed issues of a tracker in the tree, in order of their files,
 * with secrets masked.
 *
 * @param folder Path of its folder or file, relative to the root, with `/` separators.
 * @param options.until Issues that were closed later, in milliseconds since 1970, or at an unknown
 * time, are ignored. @default any
 * @throws {ContextError} For a broken configuration, or an index that cannot be used.
 */
export async function observeTracker(
  services: Pick<EngineServices, "root" | "lease">,
  folder: string,
  { until }: { readonly until?: number | undefined } = {},
): Promise<Observed> {
  // Imported here only: transcripts have no issues.
  const { isIssueFile, readTrackerIssues } = await import("./tracker_issues.ts");
  const place = folder.replaceAll(/^(?:\.?\/)+|\/+$/g, "");
  const listed = await services.lease(
    { refresh: false },
    async ({ visibility, indexed: { root } }) => {
      const { paths } = await listFiles(root, visibility);
      return paths.filter((path) =>
        isIssueFile(path) && (place === "" || path === place || isWithin(path, place))
      );
    },
  );
  const files = listed.toSorted().slice(0, MAX_ISSUE_FILES);
  const texts = await mineWithFiles(
    services,
    (findFile) => files.flatMap((path) => findFile(path) ?? []),
  );
  const issues = await maskValue(texts.flatMap(readTrackerIssues), "the tracker");
  const proposals = await mineWithFiles(
    services,
    (findFile) =>
      selectDistinct(
        issues.flatMap((issue) => mineIssue(issue, { findFile: findCitable(findFile), until })),
        MAX_OBSERVED,
      ),
  );
  return {
    proposals,
    notes: [
      ...(texts.length === 0 ? [`There are no issues in "${folder}" that may be read`] : []),
      ...(listed.length > files.length
        ? [`${listed.length - files.length} files are skipped`]
        : []),
    ],
  };
}
