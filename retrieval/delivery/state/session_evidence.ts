import type { Delivery, RequestOutcome, SessionEvidence } from "@dossier/core";
import { parseSignals } from "@dossier/core/signal";
import type { InjectionRecord, RecordedPassage } from "./record.ts";

/** A document that can be relied on: its marks all hold. */
const FRESH = 1;

/**
 * Returns what the records of a session know of it, for `measureSession`: what was given, and which
 * files it was expected to change by the manifests of its issues.
 *
 * @param records Oldest first, as `sessionRecords` returns them.
 */
export function toEvidence(
  records: readonly InjectionRecord[],
): Pick<SessionEvidence, "deliveries" | "predicted"> {
  const manifests = records.flatMap(({ request }) => request.issue?.manifest?.primary ?? []);
  return { deliveries: records.map(toDelivery), predicted: [...new Set(manifests)] };
}

function toDelivery(
  { kind, passages, omitted, outcomes, budget, durationMs }: InjectionRecord,
): Delivery {
  return {
    answer: kind === "answer",
    passages: passages.map(({ path, tokens, slug, freshness, ...passage }) => ({
      path,
      tokens,
      document: isDesignDocument(passage),
      ...(slug !== undefined && { slug }),
      ...(freshness !== undefined && { stale: freshness < FRESH }),
    })),
    // What the agent holds already was not missed by the ranking.
    omitted: omitted.filter(({ reason }) => reason !== "already_present").map(({ path }) => path),
    requests: outcomes.map(toAnsweredRequest),
    promptTokens: budget.used,
    ...(durationMs !== undefined && { durationMs }),
  };
}

/** Tells prose that was chosen or asked for from prose that the task itself is to change. */
function isDesignDocument({ kind, role }: Pick<RecordedPassage, "kind" | "role">): boolean {
  return kind === "document" && role !== "primary" && role !== "read";
}

function toAnsweredRequest(
  { request, outcome }: RequestOutcome,
): Delivery["requests"][number] {
  const [signal] = parseSignals(request);
  return { target: signal?.target ?? request, outcome };
}
