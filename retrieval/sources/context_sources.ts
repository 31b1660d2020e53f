import type { ContextSource, SourceName } from "./context_source.ts";

/**
 * All sources, in the order in which they gather: what one finds may help those behind it. Each is loaded by
 * the requests that it is asked for.
 */
export const CONTEXT_SOURCES: readonly {
  readonly name: SourceName;
  readonly load: () => Promise<ContextSource>;
}[] = [
  {
    name: "profile",
    load: async () => (await import("./profile/profile_source.ts")).profileSource,
  },
  { name: "tiers", load: async () => (await import("./tiers/tiers_source.ts")).tiersSource },
  {
    name: "manifest",
    load: async () => (await import("./manifest/manifest_source.ts")).manifestSource,
  },
  {
    name: "documents",
    load: async () => (await import("./documents/documents_source.ts")).documentsSource,
  },
  {
    name: "ranking",
    load: async () => (await import("./ranking/ranking_source.ts")).rankingSource,
  },
  { name: "calls", load: async () => (await import("./calls/calls_source.ts")).callsSource },
  {
    name: "signals",
    load: async () => (await import("./signals/signals_source.ts")).signalsSource,
  },
];
