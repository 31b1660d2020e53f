import type { Bundle, Fragment } from "@dossier/core";
import { isPassage, POLICY_ROLES } from "@dossier/core/fragment";
import { statusOfFiles, type TierStatus } from "../core/mod.ts";
import type { TierInjectionDraft } from "../state/mod.ts";
import { draftTierInjections } from "../mod.ts";
import type { OfferedPart, OfferedPiece, OfferedSource } from "./offer_texts.ts";

/**
 * Returns the rows for a bundle's tiers: the tokens of each source in it, and the rejected files.
 */
export function listBundleInjections(
  parts: readonly OfferedPart[],
  { fragments, omitted }: Bundle,
): readonly TierInjectionDraft[] {
  const included = fragments.filter(({ role, form }) =>
    POLICY_ROLES.has(role) && form !== "reference"
  );
  const held = new Set(
    omitted.filter(({ reason }) => reason === "already_present")
      .map(({ source, location }) => location?.path ?? source),
  );
  // A fragment of two sources is counted once.
  const counted = new Set<Fragment>();
  const report = ({ input, pieces }: OfferedSource) => {
    const { uri, hash, instead } = input;
    let tokens = 0;
    const files = pieces.map(({ piece, candidate }) => {
      const { path } = piece;
      if (candidate === undefined) return toOmittedFile(piece, instead?.status);
      const own = included.filter((fragment) => isOf(fragment, candidate));
      for (const fragment of own) {
        if (!counted.has(fragment)) tokens += fragment.tokens;
        counted.add(fragment);
      }
      const place = isPassage(candidate) ? candidate.path : candidate.source;
      const otherwise = held.has(place) ? "fresh" as const : "omitted_budget" as const;
      return { path, status: own.length > 0 ? "injected" as const : otherwise };
    });
    return { uri, hash, tokens, files, status: instead?.status ?? statusOfFiles(files).status };
  };
  return parts.flatMap(({ tier, trigger, sources }) =>
    draftTierInjections({ tier, sources: sources.map(report) }, trigger)
  );
}

/** Returns the result of a piece that is not shown. */
function toOmittedFile(piece: OfferedPiece["piece"], instead: TierStatus | undefined) {
  if (!("text" in piece)) return piece;
  return { path: piece.path, status: instead === "deferred" ? instead : "fresh" as const };
}

function isOf(
  { source, location }: Fragment,
  candidate: NonNullable<OfferedPiece["candidate"]>,
): boolean {
  return isPassage(candidate)
    ? location?.path === candidate.path
    : location === undefined && source === candidate.source;
}
