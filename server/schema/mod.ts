/**
 * The requests: their types and the schemas that validate them.
 *
 * @module
 */

export {
  CONTEXT_REQUEST,
  type ContextRequest,
  DESCRIBED_ISSUE,
  ISSUE_REQUEST,
  QUERY_REQUEST,
  TITLED_ISSUE,
} from "./context_request.ts";
export {
  ESTIMATOR_FIELD,
  FILE_PATH,
  FILTER_FIELD,
  FORMAT_FIELD,
  LINE_FIELD,
  QUERY_FIELD,
  RANKING_STEP,
  RECORD_ID,
  RETRY_FIELD,
  ROOT_NAME,
  SESSION_FIELD,
} from "./fields.ts";
export {
  DOCUMENT_REQUEST,
  type DocumentRequest,
  DOCUMENTS_REQUEST,
  type DocumentsRequest,
  isReversed,
  LEFT_OUT_REQUEST,
  type LeftOutRequest,
  LOG_BEFORE,
  LOG_LIMIT,
  LOG_REQUEST,
  LOG_SESSION,
  type LogRequest,
  MEASURE_REQUEST,
  type MeasureRequest,
  NEED_REQUEST,
  type NeedRequest,
  READ_REQUEST,
  type ReadRequest,
  RECORD_REQUEST,
  type RecordRequest,
  REVERSED_LINES,
  ROOT_REQUEST,
  type RootRequest,
  SEARCH_REQUEST,
  type SearchRequest,
} from "./requests.ts";
