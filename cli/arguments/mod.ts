/**
 * What a user types: commands and their options as values, and how they are read.
 *
 * @module
 */

export type { Command, Invocation, OptionSpec } from "./command.ts";
export {
  ANY_ROOT,
  ESTIMATOR,
  EXPLAINED_FRESHNESS,
  FILTERS,
  FRESHNESS,
  ISSUE_OPTION,
  JSON_OUTPUT,
  QUERY,
  ROOT,
  SERVED_ROOT,
  SESSION,
  STATE,
} from "./shared_options.ts";
export { UsageError } from "./usage_error.ts";
export { COMMON_OPTIONS, parseArguments, parseWholeNumber } from "./parse_arguments.ts";
