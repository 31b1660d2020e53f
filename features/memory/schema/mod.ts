/**
 * What observations and what comes of them look like as JSON, for the document of the API; loading it loads zod.
 *
 * @module
 */

import type { ZodType } from "zod";
import { APPLIED, DETAIL, PAGE, RECALLED, REMEMBERED } from "./memory_schema.ts";
import { GRAPH, REPORT } from "./report_schema.ts";

/** The schemas by the names that a document of an interface gives them. */
export const MEMORY_SCHEMAS: Readonly<Record<string, ZodType>> = {
  Remembered: REMEMBERED,
  Recalled: RECALLED,
  ObservationPage: PAGE,
  ObservationDetail: DETAIL,
  AppliedOutcome: APPLIED,
  MemoryReport: REPORT,
  MemoryGraph: GRAPH,
};
