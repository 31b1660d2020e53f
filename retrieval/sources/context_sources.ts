import type { SourceRow } from "./context_source.ts";

/** Context sources of the engine; features have others. */
export const CONTEXT_SOURCES: readonly SourceRow[] = [
  {
    name: "manifest",
    kinds: ["issue"],
    order: 100,
    load: async () => (await import("./manifest/manifest_source.ts")).manifestSource,
  },
  {
    name: "documents",
    kinds: ["issue"],
    order: 200,
    load: async () => (await import("./documents/documents_source.ts")).documentsSource,
  },
  {
    name: "ranking",
    kinds: ["query", "issue"],
    order: 300,
    load: async () => (await import("./ranking/ranking_source.ts")).rankingSource,
  },
  {
    name: "calls",
    kinds: ["query", "issue"],
    order: 400,
    load: async () => (await import("./calls/calls_source.ts")).callsSource,
  },
  {
    name: "signals",
    kinds: ["signals"],
    order: 500,
    load: async () => (await import("./signals/signals_source.ts")).signalsSource,
  },
];
