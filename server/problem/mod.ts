/**
 * Errors of the server, and the problems that callers get for any error.
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
