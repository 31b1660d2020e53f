import type { ContextSource, SourceName } from "./context_source.ts";

/** A source, loaded by the requests that it is asked for. */
export interface SourceRow {
  readonly name: SourceName;
  readonly load: () => Promise<ContextSource>;
}

/** All sources, in the order in which they gather: what one finds may help those behind it. */
export const CONTEXT_SOURCES: readonly SourceRow[] = [
  {
    name: "manifest",
    load: async () => (await import("./manifest/mod.ts")).manifestSource,
  },
  {
    name: "documents",
    load: async () => (await import("./documents/documents_source.ts")).documentsSource,
  },
  {
    name: "ranking",
    load: async () => (await import("./ranking/mod.ts")).rankingSource,
  },
  { name: "calls", load: async () => (await import("./calls/calls_source.ts")).callsSource },
  {
    name: "signals",
    load: async () => (await import("./signals/signals_source.ts")).signalsSource,
  },
];
