import { maskValue } from "@dossier/retrieval/secrets";
import { EXPORT_MARK, EXPORT_VERSION } from "./core/mod.ts";
import { listObservations, type MemoryPlace, type StoredObservation } from "./store/mod.ts";

/** Classifications that are exported by default. */
const OPEN: ReadonlySet<StoredObservation["classification"]> = new Set(["public", "internal"]);

/** Observations that are read at once. */
const PAGE = 500;

/** Counts of an export. */
export interface ExportCounts {
  exported: number;
  /** Omitted observations, which are confidential or restricted. */
  leftOut: number;
}

/**
 * Yields the memory of a project as lines of JSON, a page of them at a time: a header, then its
 * observations, the oldest first. Secrets in them are masked.
 *
 * @param options.isAll If true, confidential and restricted ones are included. @default false
 * @param options.counts Updated with each page.
 */
export async function* exportMemory(
  place: MemoryPlace,
  { isAll = false, counts }: { readonly isAll?: boolean; readonly counts: ExportCounts },
): AsyncGenerator<string> {
  const { state, project } = place;
  const exportedAt = state.instant(state.now());
  yield toLine({ [EXPORT_MARK]: EXPORT_VERSION, project, exportedAt });
  for (let after = "o0";;) {
    const page = await listObservations(place, { after, limit: PAGE });
    const shown = page.filter(({ classification }) => isAll || OPEN.has(classification));
    counts.exported += shown.length;
    counts.leftOut += page.length - shown.length;
    const masked = await maskValue(shown.map((one) => toExported(place, one)), "the memory");
    if (masked.length > 0) yield masked.map(toLine).join("");
    if (page.length < PAGE) return;
    after = page.at(-1)!.id;
  }
}

/** Returns an observation without fields of its own store, with times in ISO 8601. */
function toExported({ state }: MemoryPlace, observation: StoredObservation): object {
  const { scope: { agent }, contentHash: _, createdAt, verifiedAt, ...rest } = observation;
  return {
    ...rest,
    ...(agent !== undefined && { agent }),
    createdAt: state.instant(createdAt),
    verifiedAt: state.instant(verifiedAt),
  };
}

function toLine(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
