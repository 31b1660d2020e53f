import * as z from "zod";
import { DISABLED, FILTER, LIMIT, QUERY, REFRESH, REFRESH_MS, ROOT_NAME } from "./fields.ts";

/** What `search` and `explain` take. */
export const SEARCH_REQUEST = z.strictObject({
  root: z.exactOptional(ROOT_NAME),
  query: QUERY,
  limit: z.exactOptional(LIMIT).describe("Most results: by default 10, and 3 that are explained"),
  filter: z.exactOptional(FILTER),
  disable: z.exactOptional(DISABLED),
  refresh: z.exactOptional(REFRESH),
  maxRefreshMs: z.exactOptional(REFRESH_MS),
});

/** What `search` and `explain` take. */
export type SearchRequest = z.infer<typeof SEARCH_REQUEST>;
