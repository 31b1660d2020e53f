/**
 * Where fragments come from: one folder a source, and the table of the engine's own.
 *
 * @module
 */

export {
  type ContextSource,
  type Gathered,
  NOTHING_GATHERED,
  type SourceInput,
  type SourceRow,
} from "./context_source.ts";
export { CONTEXT_SOURCES } from "./context_sources.ts";
