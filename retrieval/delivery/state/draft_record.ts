import type { Bundle, Fragment } from "@dossier/core";
import { BUNDLE_VERSION } from "@dossier/core/pack";
import type {
  Injection,
  InjectionDraft,
  RecordedFragment,
  RecordedIndex,
  RecordedRequest,
} from "./record.ts";
import { textHash } from "../../machine/mod.ts";

/** What is known of a file that fragments are taken from. */
export interface InjectedFile extends Pick<RecordedFragment, "slug"> {
  /** SHA-256 of its bytes, in lower-case hexadecimal. */
  readonly hash: string;
}

/** What {@link draftRecord} needs next to the bundle. */
export interface DraftRecordOptions
  extends
    Pick<InjectionDraft, "kind" | "round" | "trigger" | "format" | "durationMs">,
    Partial<Pick<InjectionDraft, "exclusions">>,
    Pick<RecordedRequest, "text" | "options">,
    Pick<InjectionDraft["details"], "template">,
    Pick<RecordedIndex, "commit"> {
  /** The files of the fragments by path, as far as they are known. */
  readonly files: ReadonlyMap<string, InjectedFile>;
}

/** Returns what is to be recorded of a bundle: all but the texts of its fragments, for which hashes stand. */
export async function draftRecord(
  bundle: Bundle,
  { kind, round, trigger, format, durationMs, exclusions = [], ...rest }: DraftRecordOptions,
): Promise<InjectionDraft> {
  const { text, options, commit, template, files } = rest;
  const { query, issue, index, fragments, omitted, outcomes = [], version, root } = bundle;
  const { retry, signals, commands, sections } = bundle;
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
    fragments: await Promise.all(fragments.map((fragment) => {
      const file = fragment.location && files.get(fragment.location.path);
      return draftFragment(fragment, { ...file, isHeld: session !== undefined });
    })),
    omitted,
    exclusions,
    notes,
    outcomes,
    ...(durationMs !== undefined && { durationMs }),
    details: {
      version,
      root,
      sections,
      ...(retry !== undefined && { retry }),
      ...(signals !== undefined && { signals }),
      ...(commands !== undefined && { commands }),
      ...(template !== undefined && { template }),
      ...(budget.maxSent !== undefined && { maxSent: budget.maxSent }),
    },
  };
}

async function draftFragment(
  { text, rank: _, ...fragment }: Fragment,
  { hash = "", slug, isHeld }: Partial<InjectedFile> & { readonly isHeld: boolean },
): Promise<RecordedFragment> {
  const { location, edited, form } = fragment;
  const isMade = location === undefined || edited || form === "outline";
  // Imported only here: most bundles are for no session.
  const keys = isHeld && !isMade && form !== "reference"
    ? (await import("./line_keys.ts")).toLineKeys(text.split("\n"))
    : undefined;
  return {
    ...fragment,
    fileHash: location === undefined ? fragment.hash : hash,
    ...(slug !== undefined && { slug }),
    // What is not in the file can not be read from it again.
    ...(isMade && { shown: text }),
    ...(keys !== undefined && { keys }),
  };
}

/**
 * Returns the bundle that a record is of: the same in every field when the texts are those that were
 * given, see `compareFragments`. Of what was recorded before there were fragments it has no sections.
 *
 * @param texts The text of each fragment, in the order of the record.
 * @throws {RangeError} When there are fewer texts than fragments.
 */
export function restoreBundle(record: Injection, texts: readonly string[]): Bundle {
  const { kind, session, plan, hash, budget, omitted, notes, outcomes, fragments } = record;
  const { template: _, maxSent, version: __, sections = [], ...details } = record.details;
  const { query, issue } = record.request;
  const { commit: ___, ...index } = record.index;
  return {
    version: BUNDLE_VERSION,
    ...details,
    query,
    ...(issue !== undefined && { issue }),
    ...(plan !== undefined && { plan }),
    ...(session !== undefined && { session }),
    ...(kind === "answer" && { outcomes }),
    budget: { ...budget, ...(maxSent !== undefined && { maxSent }) },
    index,
    sections,
    fragments: fragments.map((fragment, at) => restoreFragment(fragment, texts[at], at + 1)),
    omitted,
    notes,
    hash,
  };
}

function restoreFragment(
  { fileHash: _, slug: __, keys: ___, shown, ...fragment }: RecordedFragment,
  text: string | undefined,
  rank: number,
): Fragment {
  if (text === undefined) {
    throw new RangeError(`Cannot restore the bundle as the text of fragment ${rank} is missing`);
  }
  return { rank, ...fragment, text: shown ?? text };
}

/** A fragment of a record that can not be given again as it was. */
export interface ChangedFragment {
  /** Place in the record, 1-based. */
  readonly rank: number;
  /** As it was recorded. */
  readonly fragment: RecordedFragment;
  /** Whether its text is another by now, or not there any more. */
  readonly change: "changed" | "gone";
}

/**
 * Returns the fragments of a record whose text is no longer the one that was given; empty when the record
 * can be rendered again as it was.
 *
 * @param currentTexts What each fragment would say if it was given now, in the order of the record;
 * undefined where its file or its lines are not there any more or may not be served.
 */
export async function compareFragments(
  { fragments }: Pick<Injection, "fragments">,
  currentTexts: readonly (string | undefined)[],
): Promise<ChangedFragment[]> {
  const changes: ChangedFragment[] = [];
  for (const [index, fragment] of fragments.entries()) {
    const text = currentTexts[index];
    if (text !== undefined && await textHash(text) === fragment.hash) continue;
    changes.push({ rank: index + 1, fragment, change: text === undefined ? "gone" : "changed" });
  }
  return changes;
}
