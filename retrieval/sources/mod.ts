/**
 * Context sources, one folder for each, and the table of those of the engine.
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
