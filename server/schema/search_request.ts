import type { SearchOptions } from "@dossier/retrieval";
import * as z from "zod";
import { DISABLED, FILTER, LIMIT, QUERY, REFRESH, REFRESH_MS, ROOT_NAME } from "./fields.ts";
import type { RootRequest } from "./root_request.ts";

/** What `search` and `explain` take. */
export interface SearchRequest
  extends
    RootRequest,
    Pick<SearchOptions, "limit" | "filter" | "disabled" | "refresh" | "maxRefreshMs"> {
  /** A question. */
  readonly query: string;
}

/** Validates a {@link SearchRequest}. */
export const SEARCH_REQUEST: z.ZodType<SearchRequest> = z.strictObject({
  root: z.exactOptional(ROOT_NAME),
  query: QUERY,
  limit: z.exactOptional(LIMIT).describe("Most results: by default 10, and 3 that are explained"),
  filter: z.exactOptional(FILTER),
  disabled: z.exactOptional(DISABLED),
  refresh: z.exactOptional(REFRESH),
  maxRefreshMs: z.exactOptional(REFRESH_MS),
});
