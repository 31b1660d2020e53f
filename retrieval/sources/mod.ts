/**
 * Where fragments come from: one folder a source, and the table of them in the order in which they gather.
 *
 * @module
 */

export type {
  ContextSource,
  Gathered,
  Plan,
  ProfileBrief,
  SourceName,
  TiersBrief,
  Wish,
} from "./context_source.ts";
export { CONTEXT_SOURCES } from "./context_sources.ts";
