/**
 * Errors of the server, and what callers are told of any error.
 *
 * @module
 */

export {
  type Problem,
  PROBLEM_TYPE,
  type ProblemPart,
  problemResponse,
  refuseMethod,
  RETRY_SECONDS,
  RETRYABLE_CODES,
  toProblem,
} from "./problem.ts";
export {
  ERROR_CODES,
  refuseRequest,
  ServerError,
  type ServerErrorCode,
  statusOf,
} from "./server_error.ts";
