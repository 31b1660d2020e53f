import type { SessionEvent } from "@dossier/core/metrics";
import { isTestPath } from "@dossier/core/rank";
import { findEdited, listEdits } from "./edited_definition.ts";
import { addressesAgent, removeFences, stripForeign, toClaim } from "./plain_words.ts";
import { isRule } from "./standalone_sentences.ts";
import type { FindMinedFile, ProposedObservation } from "./proposal.ts";

/** Maximum number of locations of one task. */
const MAX_PLACES = 4;

/** Limits of a title's UTF-16 code units. */
const MIN_TITLE = 15;
const MAX_TITLE = 200;

/** Minimum number of words of a line that is a title by itself. */
const MIN_WORDS = 4;

/** A line with the label of a title, as trackers and orchestrators write them. */
const FIELD_REGEXP = /^(?:title|summary|subject|issue|task|problem[ _]statement)\s*[:=]\s*(.+)$/i;
const HEADING_REGEXP = /^#{1,3}\s+(.+)$/;

/** Temporary scripts of an agent, which are no part of the work. */
const SCRATCH_REGEXP = /(?:^|\/)(?:debug|repro|verify|demo|scratch|tmp)[^/]*$/i;

/**
 * Returns the solution of a task: its title with the definitions that were edited for it. Of all
 * rules it led later tasks to the right lines best (docs/decisions/21-memory.md).
 */
export function findSolvedTask(
  events: readonly SessionEvent[],
  findFile: FindMinedFile,
): readonly ProposedObservation[] {
  const first = events.find(({ kind, agent }) => kind === "user" && agent === undefined);
  const title = first === undefined ? undefined : findTitle(first.text);
  if (title === undefined || addressesAgent(title)) return [];
  const places = new Map<string, { readonly path: string; readonly symbol: string | undefined }>();
  for (const { path: written, text } of listEdits(events)) {
    const file = findFile(written);
    if (file === undefined || isTestPath(file.path) || SCRATCH_REGEXP.test(file.path)) continue;
    const { path } = file;
    const symbol = findEdited(text, file);
    places.set(`${path} ${symbol ?? ""}`, { path, symbol });
  }
  const shown = [...places.values()].slice(0, MAX_PLACES);
  const [main] = shown;
  if (main === undefined) return [];
  const symbols = shown.filter(({ path }) => path === main.path).flatMap(({ symbol }) =>
    symbol ?? []
  );
  const where = shown.map(({ path, symbol }) =>
    symbol === undefined ? path : `${symbol} (${path})`
  );
  return [{
    kind: "file",
    content: `"${title}" was solved in ${where.join(", ")}`,
    reason: "The session was given this task, and edited these definitions",
    paths: [...new Set(shown.map(({ path }) => path))],
    ...(symbols.length > 0 && { symbols }),
    evidence: `line ${first!.line} of the transcript`,
    tags: ["solved-task"],
  }];
}

/** Returns the title of a task for an agent: a labelled one, or else its first long line. */
function findTitle(text: string): string | undefined {
  const lines = removeFences(stripForeign(text)).split("\n").map((line) => line.trim());
  const titles = [FIELD_REGEXP, HEADING_REGEXP].flatMap((form) =>
    lines.flatMap((line) => form.exec(line)?.[1] ?? [])
  );
  const plain = lines.filter((line) =>
    !line.endsWith(":") && line.split(/\s+/).length >= MIN_WORDS
  );
  const title = [...titles, ...plain].map(toClaim)
    .find((line) => line.length >= MIN_TITLE && !isRule(line));
  return title?.replaceAll('"', "'").slice(0, MAX_TITLE).trim();
}
