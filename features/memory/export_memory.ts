import { maskValue } from "@dossier/retrieval/secrets";
import { EXPORT_MARK, EXPORT_VERSION } from "./core/mod.ts";
import { listObservations, type MemoryPlace, type StoredObservation } from "./store/mod.ts";

/** Classifications that are exported where nobody asks for all. */
const OPEN: ReadonlySet<StoredObservation["classification"]> = new Set(["public", "internal"]);

/** Observations that are read at once. */
const PAGE = 500;

/** How an export has gone. */
export interface ExportCounts {
  exported: number;
  /** Left out, as they are confidential or restricted. */
  leftOut: number;
}

/**
 * Yields the memory of a project as lines of JSON, a page of them at a time: a header, then its observations, the oldest
 * first. Secrets in them are masked.
 *
 * @param options.isAll Whether confidential and restricted ones are there as well. @default false
 * @param options.counts Is brought up to date with each page.
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

/** Returns an observation without what only its own store knows, with times as instants. */
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
