import type {
  FragmentCandidate,
  Note,
  Omission,
  OmissionReason,
  TextCandidate,
} from "@dossier/core";
import { isContextError } from "@dossier/core/errors";
import { isPassage, sliceLines } from "@dossier/core/fragment";
import { CODE_SHARE, type PackSection } from "@dossier/core/pack";
import { passageCost } from "@dossier/core/render";
import { buildSessionId, type JsonValue } from "@dossier/core/text";
import { divideBudget, type TierInput, type TierSource } from "../core/mod.ts";
import type { TierDelivery } from "../state/mod.ts";
import { type OfferedTiers, offerTiers } from "../mod.ts";
import { type ContextSource, type Gathered, NOTHING_GATHERED } from "@dossier/retrieval/sources";
import type { Lease, Plan } from "@dossier/retrieval/lease";
import type { TiersBrief } from "./tiers_brief.ts";
import { listBundleInjections } from "./bundle_injections.ts";
import { type OfferedPart, offerTexts, renderSource, toSourceUri } from "./offer_texts.ts";

/** Reasons of omissions in the terms of bundles. */
const REASONS: Readonly<Record<NonNullable<TierInput["instead"]>["status"], OmissionReason>> = {
  empty: "empty",
  blocked: "excluded",
  error: "failed",
  deferred: "limit",
  fresh: "already_present",
};

/** Letters and digits that distinguish sessions; see `buildSessionId()`. */
const RANDOM_LENGTH = 12;

/**
 * Gathers the texts of the project's tiers: a section for each tier, within its budget. Together
 * with a profile they leave at least half of the bundle to the code.
 */
export const tiersSource: ContextSource<TiersBrief> = {
  name: "tiers",
  async gather({ head, visibility, task }, lease, earlier, tiers) {
    const { root, reader } = lease.indexed;
    let offered: OfferedTiers | undefined;
    try {
      const { choice, session, allowPlugins } = tiers;
      const state = await tiers.openState();
      offered = await offerTiers(
        { choice, session, allowPlugins, prompt: head.query, state },
        { root, visibility, listModified: (...range) => reader.listModified(...range) },
      );
    } catch (error) {
      return toBrokenManifestResult(error, tiers);
    }
    if (offered === undefined) return tiers.choice === undefined ? NOTHING_GATHERED : NO_MANIFEST;
    const parts = await offerTexts(offered, { lease, visibility });
    const { declared, notes, mark, form } = offered;
    return {
      sections: [
        ...toSections(parts, {
          head,
          earlierTexts: listTexts([...earlier.values()]),
          edited: new Set(task?.issue.manifest?.primary),
        }),
        ...toDeclared(declared, offered.workflowTokens),
      ],
      notes: [...notes, ...parts.flatMap(listRejectionNotes)],
      omitted: parts.flatMap((part) => listRejectedOmissions(part, `${form.folder}/knowledge/`)),
      deliveryEvents(bundle) {
        const session = tiers.session ?? generateSessionName(lease);
        const given: TierDelivery = {
          session,
          injections: listBundleInjections(parts, bundle),
          mark,
        };
        return [{ topic: "tiers", payload: given as unknown as JsonValue }];
      },
    };
  },
};

const NO_MANIFEST: Gathered = {
  sections: [],
  notes: [{
    code: "no-manifest",
    message: "No tiers are included as there is no manifest: write .dossier/manifest.yaml",
  }],
};

/** Returns the note on an invalid manifest, unless a tier was requested. */
function toBrokenManifestResult(error: unknown, { choice }: TiersBrief): Gathered {
  const isBroken = isContextError(error) && error.code === "invalid-manifest";
  if (!isBroken || choice !== undefined) throw error;
  return { sections: [], notes: [{ code: "invalid-manifest", message: error.message }] };
}

/** Returns a name for a session that begins and ends with a bundle. */
function generateSessionName({ indexed: { root } }: Lease): string {
  const random = crypto.randomUUID().replaceAll("-", "").slice(0, RANDOM_LENGTH);
  return buildSessionId(root.slice(root.lastIndexOf("/") + 1), random);
}

/**
 * Returns the sections of candidates; repeated texts are removed, and files to be edited are left
 * to the work manifest.
 */
function toSections(
  parts: readonly OfferedPart[],
  { head: { renderer, estimator }, earlierTexts, edited }: {
    readonly head: Plan["head"];
    readonly earlierTexts: ReadonlySet<string>;
    readonly edited: ReadonlySet<string>;
  },
): readonly PackSection[] {
  const seen = new Set(earlierTexts);
  const cost = passageCost(renderer, estimator);
  const shown = parts.map((part) => ({
    ...part,
    candidates: part.sources.flatMap(({ pieces }) =>
      pieces.flatMap(({ candidate }) => {
        if (candidate === undefined || seen.has(textOf(candidate))) return [];
        if (isPassage(candidate) && edited.has(candidate.path)) return [];
        seen.add(textOf(candidate));
        return candidate;
      })
    ),
  }));
  const plugins = shown.filter(({ isPlugin }) => isPlugin);
  const costs = ({ candidates }: typeof shown[number]) =>
    candidates.map((one) => Math.ceil(cost(one)));
  const documents = shown.filter(({ tier, isPlugin }) => tier === "reference" && !isPlugin);
  const [used = 0] = documents.map((part) => divideBudget(part.budget, [costs(part)])[0]);
  const shares = divideBudget((plugins[0]?.budget ?? 0) - used, plugins.map(costs));
  return shown.filter(({ candidates }) => candidates.length > 0).map((part): PackSection => ({
    name: part.tier,
    rule: "skip-and-continue",
    limit: part.isPlugin ? shares[plugins.indexOf(part)]! : part.budget,
    reserve: KEEP,
    cutsFirst: part.cuts,
    candidates: part.candidates,
  }));
}

/** The share of the code. */
const KEEP = { share: CODE_SHARE };

/** Returns the section with the URIs of the workflow tier. */
function toDeclared(
  declared: readonly TierSource[],
  limit: number,
): readonly PackSection[] {
  if (declared.length === 0) return [];
  return [{
    name: "workflow",
    rule: "skip-and-continue",
    limit,
    reserve: KEEP,
    candidates: declared.map(({ uri, label }): TextCandidate => ({
      source: uri,
      trust: "project",
      role: "workflow",
      score: 1,
      ...(label === undefined ? {} : { remark: label }),
      forms: [{ form: "reference", text: "" }],
    })),
  }];
}

function listTexts(earlier: readonly Gathered[]): ReadonlySet<string> {
  return new Set(
    earlier.flatMap(({ sections }) => sections.flatMap(({ candidates }) => candidates.map(textOf))),
  );
}

function textOf(candidate: FragmentCandidate): string {
  return isPassage(candidate)
    ? candidate.replacement?.text ?? sliceLines(candidate.document, candidate)
    : candidate.forms[0].text;
}

/** Returns the notes on problems that the user has to fix. */
function listRejectionNotes({ tier, sources }: OfferedPart): readonly Note[] {
  const note = (what: string, reason: string): Note => ({
    code: "tier-source",
    message: `Nothing is included from ${what} for the ${tier} tier: ${reason}`,
  });
  return sources.flatMap(({ input, pieces }) => [
    ...(input.instead?.status === "error" ? [note(renderSource(input), input.instead.reason)] : []),
    ...pieces.flatMap(({ piece }) =>
      "text" in piece ? [] : [note(`"${piece.path}"`, piece.reason)]
    ),
  ]);
}

/** Returns the omissions of pieces without a candidate. */
function listRejectedOmissions({ sources }: OfferedPart, knowledge: string): readonly Omission[] {
  return sources.flatMap(({ input, pieces }) => [
    ...(input.instead === undefined
      ? pieces.length === 0 ? [omit(input.uri, "empty")] : []
      : [omit(input.uri, REASONS[input.instead.status])]),
    ...pieces.flatMap(({ piece }) =>
      "text" in piece ? [] : [omit(toSourceUri(piece.path, knowledge), REASONS[piece.status])]
    ),
  ]);
}

function omit(source: string, reason: OmissionReason): Omission {
  return { source, tokens: 0, reason };
}
