import { type HookToolCall, readSearch, type ToolSearch } from "../core/host/mod.ts";
import { escapeControls, takeUtf16Start } from "@dossier/core/text";
import type { Pointer } from "@dossier/retrieval/answer";
import type { RecordedActivity } from "@dossier/retrieval/state";
import type { Engine } from "@dossier/retrieval/engine";
import { maskValue } from "@dossier/retrieval/secrets";
import {
  choosePointers,
  isSufficientlyIndexed,
  type PromptPart,
  renderPointer,
} from "./prompt_part.ts";
import { listTreePaths } from "./touched_file.ts";

/** Maximum number of results of a search that an agent reads. */
const MAX_READ_HITS = 40;

/**
 * Minimum chance of the best definition for a note. Chosen on 8 of 16 repositories, with searches
 * for names that were guessed for questions about them: on the other 8, half of the searches get a
 * note, and 7 of 10 notes name a file that the question needs. A single name with too many results
 * is too vague at any chance.
 */
const CHANCE_AFTER_NOTHING = 0.5;
const CHANCE_AFTER_TOO_MUCH = 0.7;

/**
 * Limits of the definitions in a note: total, per file, and tokens, which leaves room for the first
 * line.
 */
const LIMITS = { count: 3, ofFile: 2, tokens: 240 };

/** Number of candidates for definitions. */
const CANDIDATES = 40;

/** Maximum number of characters of the pattern in a note. */
const MAX_SHOWN = 80;

/** Share of the time for reading changed files. */
const REFRESH_SHARE = 0.3;

/** Options of a note. */
export interface SearchNoteOptions {
  readonly engine: Engine;
  /** Time that is left, in milliseconds. */
  readonly timeMs: number;
  /** Returns true when the session has the file or the pointer already. */
  readonly isKnown: (pointer: Pointer) => boolean;
}

/** A search without results, or one for several names with too many. */
export interface FailedSearch extends ToolSearch {
  /** Name of its note in the record of the session. */
  readonly noteName: string;
}

/**
 * Returns the failed search of a tool call in the tree; undefined for other calls, and when the
 * session had a note on the same names.
 *
 * @param options.folder The folder of the session. @default the root
 * @param options.events Activity of the session.
 */
export async function findFailedSearch(
  tool: HookToolCall,
  { folder, root, events }: {
    readonly folder: string | undefined;
    readonly root: string;
    readonly events: readonly RecordedActivity[];
  },
): Promise<FailedSearch | undefined> {
  const search = readSearch(tool);
  if (search === undefined) return undefined;
  const { hits, names } = search;
  if (hits > 0 && (hits <= MAX_READ_HITS || names.length < 2)) return undefined;
  const places = await listTreePaths(search.paths, { folder, root });
  if (places.includes(undefined)) return undefined;
  const noteName = await maskValue(`search ${names.join(" ")}`);
  const isSent = events.some(({ kind, value }) => kind === "told" && value === noteName);
  return isSent ? undefined : { ...search, noteName };
}

/**
 * Returns a note with the definitions that a search probably meant and that the session does not
 * have; undefined when none is likely, and while most of the tree is not indexed.
 */
export async function buildSearchNote(
  { pattern, names, hits }: ToolSearch,
  { engine, timeMs, isKnown }: SearchNoteOptions,
): Promise<PromptPart | undefined> {
  const { pointers, ...answered } = await engine.assess(names.join(" "), {
    names,
    limit: CANDIDATES,
    maxRefreshMs: Math.max(0, timeMs * REFRESH_SHARE),
  });
  if (!isSufficientlyIndexed(answered)) return undefined;
  const definitions = pointers.filter((pointer) => pointer.head !== "" && !isKnown(pointer));
  const floor = hits === 0 ? CHANCE_AFTER_NOTHING : CHANCE_AFTER_TOO_MUCH;
  if ((definitions[0]?.chance ?? 0) < floor) return undefined;
  const chosen = choosePointers(definitions, LIMITS);
  if (chosen.length === 0) return undefined;
  const shown = escapeControls(takeUtf16Start(pattern, MAX_SHOWN));
  const found = hits === 0
    ? "nothing. Definitions in this repository that are nearest to it:"
    : `more than ${MAX_READ_HITS} places. Definitions in this repository that are likely meant:`;
  const text = [`The search "${shown}" found ${found}`, ...chosen.map(renderPointer)].join("\n");
  return { name: "search", text, more: "dossier search", pointers: chosen };
}
