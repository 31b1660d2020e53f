import type { InjectionEvidence, Omission, RequestOutcome, SessionEvidence } from "@dossier/core";
import { parseSignals } from "@dossier/core/signal";
import type { Injection, RecordedFragment } from "./record.ts";

/** A document that can be relied on: its marks all hold. */
const FRESH = 1;

/**
 * Returns what the records of a session know of it, for `measureSession`: what was given, and which
 * files it was expected to change by the manifests of its issues.
 *
 * @param records Oldest first, as `sessionRecords` returns them.
 */
export function toEvidence(
  records: readonly Injection[],
): Pick<SessionEvidence, "injections" | "predicted"> {
  const manifests = records.flatMap(({ request }) => request.issue?.manifest?.primary ?? []);
  return { injections: records.map(toInjection), predicted: [...new Set(manifests)] };
}

function toInjection(
  { kind, fragments, omitted, outcomes, budget, durationMs }: Injection,
): InjectionEvidence {
  return {
    answer: kind === "answer",
    fragments: fragments.map((fragment) => {
      const { tokens, slug, freshness } = fragment;
      return {
        path: placeOf(fragment),
        tokens,
        document: isDesignDocument(fragment),
        ...(slug !== undefined && { slug }),
        ...(freshness !== undefined && { stale: freshness < FRESH }),
      };
    }),
    // What the agent holds already was not missed by the ranking.
    omitted: omitted.filter(({ reason }) => reason !== "already_present").map(placeOf),
    requests: outcomes.map(toAnsweredRequest),
    promptTokens: budget.used,
    ...(durationMs !== undefined && { durationMs }),
  };
}

/** Tells prose that was chosen or asked for from prose that the task itself is to change. */
function isDesignDocument({ location, role }: RecordedFragment): boolean {
  return location?.kind === "document" && role !== "primary" && role !== "read";
}

/** Returns the path of what is a file, else the source. */
function placeOf({ source, location }: Pick<Omission, "source" | "location">): string {
  return location?.path ?? source;
}

function toAnsweredRequest(
  { request, outcome }: RequestOutcome,
): InjectionEvidence["requests"][number] {
  const [signal] = parseSignals(request);
  return { target: signal?.target ?? request, outcome };
}
