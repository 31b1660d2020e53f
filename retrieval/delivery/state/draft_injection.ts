import type { Bundle, Fragment } from "@dossier/core";
import { BUNDLE_VERSION } from "@dossier/core/pack";
import { omitUndefined } from "@dossier/core/text";
import type { Injection, InjectionDraft, RecordedFragment, RecordedRequest } from "./injection.ts";

/** File that fragments are from. */
export interface InjectedFile extends Pick<RecordedFragment, "slug"> {
  /** SHA-256 of its bytes, in lower-case hexadecimal. */
  readonly hash: string;
}

/** Options of {@link draftInjection}. */
export interface DraftInjectionOptions
  extends
    Pick<InjectionDraft, "kind" | "round" | "trigger" | "format" | "durationMs">,
    Pick<RecordedRequest, "text" | "options">,
    Pick<InjectionDraft["details"], "template" | "numbers"> {
  /** Known files of the fragments, by path. */
  readonly files: ReadonlyMap<string, InjectedFile>;
}

/** Returns the draft of the record of a bundle, with hashes in place of the texts of fragments. */
export async function draftInjection(
  bundle: Bundle,
  { kind, round, trigger, format, durationMs, text, options, template, numbers, files }:
    DraftInjectionOptions,
): Promise<InjectionDraft> {
  const { version, query, issue, plan, profile, session, retry, signals, commands } = bundle;
  const {
    question,
    names,
    outcomes = [],
    root,
    budget,
    index,
    sections,
    fragments,
    omitted,
    notes,
    hash,
  } = bundle;
  const { maxSent } = budget;
  return {
    kind,
    trigger,
    format,
    hash,
    budget,
    index,
    omitted,
    exclusions: [],
    notes,
    outcomes,
    ...omitUndefined({ session, round, plan, durationMs }),
    request: { query, ...omitUndefined({ issue, profile, text }), options },
    fragments: await Promise.all(fragments.map((fragment) => {
      const file = fragment.location && files.get(fragment.location.path);
      return draftFragment(fragment, { ...file, isHeld: session !== undefined });
    })),
    details: {
      version,
      root,
      sections,
      ...omitUndefined({ question, names, retry, signals, commands, template, numbers, maxSent }),
    },
  };
}

async function draftFragment(
  { text, rank: _, ...fragment }: Fragment,
  { hash = "", slug, isHeld }: Partial<InjectedFile> & { readonly isHeld: boolean },
): Promise<RecordedFragment> {
  const { location, edited, form } = fragment;
  const isDerived = location === undefined || edited || form === "outline";
  // Imported only here: most bundles are for no session.
  const keys = isHeld && !isDerived && form !== "reference"
    ? (await import("./holdings.ts")).toLineKeys(text.split("\n"))
    : undefined;
  return {
    ...fragment,
    fileHash: location === undefined ? fragment.hash : hash,
    // Text that is not in the file cannot be read from it again.
    ...omitUndefined({ slug, shown: isDerived ? text : undefined, keys }),
  };
}

/**
 * Returns the bundle of an injection. All fields are equal when the passed texts are the delivered
 * texts. A record from before there were fragments has no sections.
 *
 * @param texts Text of each fragment, in the order of the injection.
 */
export function restoreBundle(injection: Injection, texts: readonly string[]): Bundle {
  const { kind, session, plan, hash, budget, omitted, notes, outcomes, fragments } = injection;
  const { template: _, numbers: _numbers, maxSent, version: __, sections = [], ...details } =
    injection.details;
  const { query, issue, profile } = injection.request;
  const { commit: ___, ...index } = injection.index;
  return {
    version: BUNDLE_VERSION,
    ...details,
    query,
    ...omitUndefined({
      issue,
      plan,
      profile,
      session,
      outcomes: kind === "answer" ? outcomes : undefined,
    }),
    budget: { ...budget, ...omitUndefined({ maxSent }) },
    index,
    sections,
    omitted,
    notes,
    hash,
    fragments: fragments.map(({ fileHash: _, slug: __, keys: ___, shown, ...fragment }, at) => ({
      rank: at + 1,
      ...fragment,
      text: shown ?? texts[at]!,
    })),
  };
}
