import { type HookToolCall, readSearch, type ToolSearch } from "../core/host/mod.ts";
import { escapeControls, takeWholeStart } from "@dossier/core/text";
import type { Pointer } from "@dossier/retrieval/answer";
import type { RecordedActivity } from "@dossier/retrieval/state";
import type { Engine } from "@dossier/retrieval/engine";
import { maskValue } from "@dossier/retrieval/secrets";
import { choosePointers, knowsEnough, type PromptPart, renderPointer } from "./prompt_part.ts";
import { listTreePaths } from "./touched_file.ts";

/** Lines or files of a search from which on nobody reads all of them. */
const MAX_READ_HITS = 40;

/**
 * The chance of the best definition from which on a session is told of it. Chosen on 8 of 16 repositories, with the
 * searches for names that were guessed for questions about them: on the other 8, half of the searches get a note, and 7
 * of 10 notes name a file that the question needs. One name that is found too often says too little at any chance.
 */
const CHANCE_AFTER_NOTHING = 0.5;
const CHANCE_AFTER_TOO_MUCH = 0.7;

/** Definitions of a note: most in all, most of one file, and most tokens, which leaves room for the first line. */
const LIMITS = { count: 3, ofFile: 2, tokens: 240 };

/** Parts that definitions are chosen from. */
const CANDIDATES = 40;

/** Characters of a pattern that are repeated. */
const MAX_SHOWN = 80;

/** How much of the time that there is may go into files that have changed. */
const REFRESH_SHARE = 0.3;

/** Options of a note. */
export interface SearchNoteOptions {
  readonly engine: Engine;
  /** Milliseconds that there are. */
  readonly timeMs: number;
  /** Returns whether the session has a file, or was pointed to it. */
  readonly isKnown: (pointer: Pointer) => boolean;
}

/** A search that found nothing, or several names too often. */
export interface LostSearch extends ToolSearch {
  /** Name under which the session is recorded to have it. */
  readonly toldName: string;
}

/**
 * Returns what a call of a tool has looked for in the tree in vain; undefined for other calls, and where the session had
 * a note on the same names.
 *
 * @param options.folder That the session works in. @default the root
 * @param options.events What it did and was told.
 */
export async function findLostSearch(
  tool: HookToolCall,
  { folder, root, events }: {
    readonly folder: string | undefined;
    readonly root: string;
    readonly events: readonly RecordedActivity[];
  },
): Promise<LostSearch | undefined> {
  const search = readSearch(tool);
  if (search === undefined) return undefined;
  const { hits, names } = search;
  if (hits > 0 && (hits <= MAX_READ_HITS || names.length < 2)) return undefined;
  const places = await listTreePaths(search.paths, { folder, root });
  if (places.includes(undefined)) return undefined;
  const toldName = await maskValue(`search ${names.join(" ")}`);
  const isTold = events.some(({ kind, value }) => kind === "told" && value === toldName);
  return isTold ? undefined : { ...search, toldName };
}

/**
 * Returns a note of the definitions that a search was likely for, which the session does not have; undefined where none
 * is likely, and while most of the tree is still unknown.
 */
export async function searchNote(
  { pattern, names, hits }: ToolSearch,
  { engine, timeMs, isKnown }: SearchNoteOptions,
): Promise<PromptPart | undefined> {
  const { pointers, ...answered } = await engine.assess(names.join(" "), {
    names,
    limit: CANDIDATES,
    maxRefreshMs: Math.max(0, timeMs * REFRESH_SHARE),
  });
  if (!knowsEnough(answered)) return undefined;
  const definitions = pointers.filter((pointer) => pointer.head !== "" && !isKnown(pointer));
  const floor = hits === 0 ? CHANCE_AFTER_NOTHING : CHANCE_AFTER_TOO_MUCH;
  if ((definitions[0]?.chance ?? 0) < floor) return undefined;
  const chosen = choosePointers(definitions, LIMITS);
  if (chosen.length === 0) return undefined;
  const shown = escapeControls(takeWholeStart(pattern, MAX_SHOWN));
  const found = hits === 0
    ? "nothing. Definitions in this repository that are nearest to it:"
    : `more than ${MAX_READ_HITS} places. Definitions in this repository that are likely meant:`;
  const text = [`The search "${shown}" found ${found}`, ...chosen.map(renderPointer)].join("\n");
  return { name: "search", text, more: "dossier search", pointers: chosen };
}
