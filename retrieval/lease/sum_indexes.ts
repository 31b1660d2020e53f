import type { BundleIndex } from "@dossier/core";

/**
 * Returns the states of several indexes as the state of one: with the sum of their sizes, and the
 * oldest update.
 */
export function sumIndexes(all: readonly BundleIndex[]): BundleIndex {
  const sumOf = (valueOf: (index: BundleIndex) => number) =>
    all.reduce((sum, index) => sum + valueOf(index), 0);
  return {
    documents: sumOf(({ documents }) => documents),
    chunks: sumOf(({ chunks }) => chunks),
    updatedAt: all.map(({ updatedAt }) => updatedAt).sort()[0] ?? new Date(0).toISOString(),
    refreshed: {
      added: sumOf(({ refreshed }) => refreshed.added),
      changed: sumOf(({ refreshed }) => refreshed.changed),
      removed: sumOf(({ refreshed }) => refreshed.removed),
    },
    stale: all.some(({ stale }) => stale),
    pending: sumOf(({ pending }) => pending),
  };
}
