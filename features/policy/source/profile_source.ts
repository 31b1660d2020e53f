import type { FragmentPosition, Note, Omission, OmissionReason } from "@dossier/core";
import { toFragment } from "@dossier/core/fragment";
import type { PackSection } from "@dossier/core/pack";
import { limitPositions, POSITIONS, type SkippedBlock, type SkipReason } from "../core/mod.ts";
import type { ContextSource, Gathered } from "@dossier/retrieval/sources";
import type { Plan } from "@dossier/retrieval/lease";
import type { RequestedProfile } from "./requested_profile.ts";
import {
  formatRequester,
  listProfileTexts,
  type ProfileText,
  toSkippedUri,
} from "./profile_texts.ts";
import { type OfferedText, offerProfileTexts } from "./offer_profile_texts.ts";

/** Reasons of omissions in the terms of bundles. */
const REASONS: Readonly<Record<SkipReason, OmissionReason>> = {
  suppressed: "suppressed",
  "not_found": "missing",
  empty: "empty",
  // An earlier position has it.
  excluded: "duplicate",
  "over_budget": "budget",
  failed: "failed",
};

/** Code of the notes about items that cannot be shown. */
const ITEM_CODE = "profile-item";

/**
 * Gathers the texts of a profile, its chain and its hooks: one section for each position in a
 * prompt. They come first, and leave at least half of the bundle to the code.
 */
export const profileSource: ContextSource<RequestedProfile> = {
  name: "profile",
  async gather({ head, visibility }, lease, _earlier, profile) {
    const { composed } = profile;
    const { distinct, again } = splitDuplicates(await listProfileTexts(profile));
    const offered = await offerProfileTexts(distinct, { visibility, lease });
    const hidden = offered.filter(({ candidate }) => candidate === undefined);
    return {
      sections: toSections(offered, head),
      head: { profile: toProfileHead(profile) },
      notes: [
        ...composed.notes.map((message) => ({ code: "profile", message })),
        ...composed.skipped.flatMap(toSkippedNotes),
        ...hidden.map(toHiddenNote),
      ],
      omitted: [
        ...composed.skipped.map(toSkippedOmission),
        ...again.map(({ source }) => toOmission(source, "duplicate")),
        ...hidden.map(({ source }) => toOmission(source, "excluded")),
      ],
    };
  },
};

/** Splits texts into the first of equal ones and the repeated ones: no text appears twice. */
function splitDuplicates(texts: readonly ProfileText[]) {
  const seen = new Set<string>();
  const [again, distinct]: ProfileText[][] = [[], []];
  for (const one of texts) {
    (seen.has(one.text) ? again! : distinct!).push(one);
    seen.add(one.text);
  }
  return { distinct: distinct!, again: again! };
}

/** Returns the sections of candidates, by position in the prompt. */
function toSections(
  offered: readonly OfferedText[],
  { limit, renderer, estimator }: Plan["head"],
): Gathered["sections"] {
  const shown = offered.flatMap(({ candidate, position, isPrompt }) => {
    if (candidate === undefined) return [];
    const block = renderer.renderFragment({ ...toFragment(candidate), position });
    return [{ candidate, position, isPrompt, tokens: Math.ceil(estimator.count(block)) }];
  });
  const costAt = (position: FragmentPosition, isNeeded: boolean) =>
    shown.filter((one) => one.position === position && (!isNeeded || one.isPrompt))
      .reduce((sum, { tokens }) => sum + tokens, 0);
  const costs = (isNeeded: boolean) => ({
    system: costAt("system", isNeeded),
    before: costAt("before", isNeeded),
    after: costAt("after", isNeeded),
  });
  const limits = limitPositions(limit, { wanted: costs(false), needed: costs(true) });
  return POSITIONS.map((position): PackSection => ({
    name: `profile-${position}`,
    position,
    rule: "skip-and-continue",
    limit: limits[position],
    candidates: shown.filter((one) => one.position === position).map(({ candidate }) => candidate),
  })).filter(({ candidates }) => candidates.length > 0);
}

function toProfileHead({ composed: { profile: id, inputs, chain, route } }: RequestedProfile) {
  const routedBy = route?.hook.id;
  return {
    id,
    inputs,
    chain: chain.map((one) => one.id),
    ...(routedBy === undefined ? {} : { route: routedBy }),
  };
}

function toOmission(source: string, reason: OmissionReason): Omission {
  return { source, tokens: 0, reason };
}

function toSkippedOmission(skipped: SkippedBlock): Omission {
  return toOmission(toSkippedUri(skipped), REASONS[skipped.reason]);
}

/**
 * Returns the note on a missing or failed item; suppressed and empty ones are omitted on purpose.
 */
function toSkippedNotes(skipped: SkippedBlock): Note[] {
  const { id, reason, detail = "there is no such item" } = skipped;
  if (reason !== "not_found" && reason !== "failed") return [];
  const asking = formatRequester(skipped);
  return [{
    code: ITEM_CODE,
    message: `Nothing is included from "${id}" for the ${asking}: ${detail}`,
  }];
}

function toHiddenNote({ requester, origin: { path } }: ProfileText): Note {
  return {
    code: ITEM_CODE,
    message: `Nothing is included from "${path}" for the ${requester}: an exclusion rule hides it`,
  };
}
