import type { FragmentPosition, Note, Omission, OmissionReason } from "@dossier/core";
import { toFragment } from "@dossier/core/fragment";
import type { PackSection } from "@dossier/core/pack";
import { limitPositions, POSITIONS, type SkippedBlock, type SkipReason } from "../core/mod.ts";
import type { ContextSource, Gathered } from "@dossier/retrieval/sources";
import type { Plan } from "@dossier/retrieval/lease";
import type { ProfileBrief } from "./ask_profile.ts";
import { listSaid, nameAsking, type SaidText, skippedSource } from "./list_said.ts";
import { type OfferedText, offerSaid } from "./offer_said.ts";

/** Why something that a profile asks for is left out, in the words of bundles. */
const REASONS: Readonly<Record<SkipReason, OmissionReason>> = {
  suppressed: "suppressed",
  "not_found": "missing",
  empty: "empty",
  // Another position has it.
  excluded: "duplicate",
  "over_budget": "budget",
  failed: "failed",
};

/** Code of the notes about what can not be shown. */
const ITEM_CODE = "profile-item";

/**
 * What a profile asks of the agent, and what its chain and the hooks tell it: a section for each place in a prompt.
 * They come first, and leave at least half of the bundle to the code.
 */
export const profileSource: ContextSource<ProfileBrief> = {
  name: "profile",
  async gather({ head, visibility }, lease, _earlier, profile) {
    const { composed } = profile;
    const { distinct, again } = splitRepeated(await listSaid(profile));
    const offered = await offerSaid(distinct, { visibility, lease });
    const hidden = offered.filter(({ candidate }) => candidate === undefined);
    return {
      sections: toSections(offered, head),
      head: { profile: toProfileHead(profile) },
      notes: [
        ...composed.notes.map((message) => ({ code: "profile", message })),
        ...composed.skipped.flatMap(noteSkipped),
        ...hidden.map(noteHidden),
      ],
      omitted: [
        ...composed.skipped.map(omitSkipped),
        ...again.map(({ source }) => toOmission(source, "duplicate")),
        ...hidden.map(({ source }) => toOmission(source, "excluded")),
      ],
    };
  },
};

/** Splits texts into the first of equal ones and the others: nothing is said twice, whoever asks for it. */
function splitRepeated(said: readonly SaidText[]) {
  const seen = new Set<string>();
  const [again, distinct]: SaidText[][] = [[], []];
  for (const one of said) {
    (seen.has(one.text) ? again! : distinct!).push(one);
    seen.add(one.text);
  }
  return { distinct: distinct!, again: again! };
}

/** Returns the sections of what may be shown, by place in the prompt. */
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

function toProfileHead({ composed: { profile: id, inputs, chain, route } }: ProfileBrief) {
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

function omitSkipped(skipped: SkippedBlock): Omission {
  return toOmission(skippedSource(skipped), REASONS[skipped.reason]);
}

/** Returns the note on an item that somebody would wonder at; what is suppressed or empty is as it is meant. */
function noteSkipped(skipped: SkippedBlock): Note[] {
  const { id, reason, detail = "there is no such item" } = skipped;
  if (reason !== "not_found" && reason !== "failed") return [];
  const asking = nameAsking(skipped);
  return [{ code: ITEM_CODE, message: `Nothing is shown of "${id}" for the ${asking}: ${detail}` }];
}

function noteHidden({ by, origin: { path } }: SaidText): Note {
  return {
    code: ITEM_CODE,
    message: `Nothing is shown of "${path}" for the ${by}: a rule leaves it out`,
  };
}
