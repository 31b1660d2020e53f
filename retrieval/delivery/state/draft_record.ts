import type { Bundle, Passage } from "@dossier/core";
import { textHash } from "../../machine/mod.ts";
import type {
  InjectionRecord,
  RecordDraft,
  RecordedIndex,
  RecordedPassage,
  RecordedRequest,
} from "./record.ts";

/** What is known of the file of a passage. */
export interface PassageFile extends Pick<RecordedPassage, "slug" | "freshness"> {
  /** SHA-256 of its bytes, in lower-case hexadecimal. */
  readonly hash: string;
}

/** What {@link draftRecord} needs next to the bundle. */
export interface DraftRecordOptions
  extends
    Pick<RecordDraft, "kind" | "round" | "trigger" | "format" | "durationMs">,
    Partial<Pick<RecordDraft, "exclusions">>,
    Pick<RecordedRequest, "text" | "options">,
    Pick<RecordDraft["details"], "template">,
    Pick<RecordedIndex, "commit"> {
  /** The files of the passages by path, as far as they are known. */
  readonly files: ReadonlyMap<string, PassageFile>;
}

/** Returns what is to be recorded of a bundle: all but the texts of its passages, for which hashes stand. */
export async function draftRecord(
  bundle: Bundle,
  { kind, round, trigger, format, durationMs, exclusions = [], ...rest }: DraftRecordOptions,
): Promise<RecordDraft> {
  const { text, options, commit, template, files } = rest;
  const { query, issue, index, passages, omitted, outcomes = [], version, root, commands } = bundle;
  const { retry, signals } = bundle;
  const { session, plan, hash, budget, notes } = bundle;
  return {
    kind,
    ...(session !== undefined && { session }),
    ...(round !== undefined && { round }),
    trigger,
    request: {
      query,
      ...(issue !== undefined && { issue }),
      ...(text !== undefined && { text }),
      options,
    },
    ...(plan !== undefined && { plan }),
    hash,
    format,
    budget,
    index: { ...index, ...(commit !== undefined && { commit }) },
    passages: await Promise.all(
      passages.map((passage) =>
        draftPassage(passage, { ...files.get(passage.path), isHeld: session !== undefined })
      ),
    ),
    omitted,
    exclusions,
    notes,
    outcomes,
    ...(durationMs !== undefined && { durationMs }),
    details: {
      version,
      root,
      ...(retry !== undefined && { retry }),
      ...(signals !== undefined && { signals }),
      ...(commands !== undefined && { commands }),
      ...(template !== undefined && { template }),
      ...(budget.maxSent !== undefined && { maxSent: budget.maxSent }),
    },
  };
}

async function draftPassage(
  { text, rank: _, path, startLine, endLine, form, tokens, score, kind, role, ...details }: Passage,
  { hash = "", slug, freshness, isHeld }: Partial<PassageFile> & { readonly isHeld: boolean },
): Promise<RecordedPassage> {
  const isMade = details.edited || form === "outline";
  // Imported only here: most bundles are for no session.
  const keys = isHeld && !isMade && form !== "reference"
    ? (await import("./line_keys.ts")).toLineKeys(text.split("\n"))
    : undefined;
  return {
    path,
    startLine,
    endLine,
    contentHash: await textHash(text),
    fileHash: hash,
    form,
    tokens,
    score,
    kind,
    ...(role !== undefined && { role }),
    ...(slug !== undefined && { slug }),
    ...(freshness !== undefined && { freshness }),
    // What is not in the file can not be read from it again.
    details: {
      ...details,
      ...(isMade && { shown: text }),
      ...(keys !== undefined && { keys }),
    },
  };
}

/**
 * Returns the bundle that a record is of: the same in every field when the texts are those that were
 * given, see `comparePassages`.
 *
 * @param texts The text of each passage, in the order of the record.
 * @throws {RangeError} When there are fewer texts than passages.
 */
export function restoreBundle(record: InjectionRecord, texts: readonly string[]): Bundle {
  const { kind, session, plan, hash, budget, omitted, notes, outcomes } = record;
  const { template: _, maxSent, ...details } = record.details;
  const { query, issue } = record.request;
  const { commit: __, ...index } = record.index;
  return {
    ...details,
    query,
    ...(issue !== undefined && { issue }),
    ...(plan !== undefined && { plan }),
    ...(session !== undefined && { session }),
    ...(kind === "answer" && { outcomes }),
    budget: { ...budget, ...(maxSent !== undefined && { maxSent }) },
    index,
    passages: record.passages.map((passage, at) => restorePassage(passage, texts[at], at + 1)),
    omitted,
    notes,
    hash,
  };
}

function restorePassage(
  { contentHash: _, fileHash: __, slug: ___, freshness: ____, details, ...passage }:
    RecordedPassage,
  text: string | undefined,
  rank: number,
): Passage {
  if (text === undefined) {
    throw new RangeError(`Cannot restore the bundle as the text of passage ${rank} is missing`);
  }
  const { shown, keys: _____, ...rest } = details;
  return { ...rest, ...passage, rank, text: shown ?? text };
}
