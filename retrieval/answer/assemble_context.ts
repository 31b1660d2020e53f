import type { Bundle, Candidate } from "@dossier/core";
import {
  openPayment,
  packBundle,
  type PackBundleOptions,
  type PaymentOptions,
} from "../delivery/mod.ts";
import { readPassages } from "../sources/ranking/mod.ts";
import type { SourceTree } from "../tree/mod.ts";
import { noteChanged } from "./engine_notes.ts";

/** What {@link assembleContext} needs next to the candidates. */
export interface AssembleContextOptions
  extends
    PaymentOptions,
    SourceTree,
    Pick<PackBundleOptions, "query" | "index" | "notes" | "holdings"> {
  /** The session that the bundle is for. */
  readonly session?: string | undefined;
}

/** Returns the bundle of a ranking: texts are read, packed into the budget, and hashed. */
export async function assembleContext(
  ranked: readonly Candidate[],
  { exclusions, sources, session, ...options }: AssembleContextOptions,
): Promise<Bundle> {
  const { root, notes = [] } = options;
  const { candidates, omitted } = await readPassages(ranked, { root, exclusions, sources });
  return await packBundle([{ candidates }], {
    ...options,
    ...await openPayment(options, root),
    ...(session === undefined ? {} : { session }),
    notes: [...notes, ...noteChanged(omitted.length)],
    omitted,
  });
}
