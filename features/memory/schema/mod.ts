/**
 * The JSON form of observations and of the results of their operations, for the document of the
 * API; loading it loads zod.
 *
 * @module
 */

import type { ZodType } from "zod";
import { APPLIED, DETAIL, PAGE, RECALLED, REMEMBERED } from "./memory_schema.ts";
import { GRAPH, REPORT } from "./report_schema.ts";

/** The schemas by their names in the document of an interface. */
export const MEMORY_SCHEMAS: Readonly<Record<string, ZodType>> = {
  Remembered: REMEMBERED,
  Recalled: RECALLED,
  ObservationPage: PAGE,
  ObservationDetail: DETAIL,
  AppliedOutcome: APPLIED,
  MemoryReport: REPORT,
  MemoryGraph: GRAPH,
};
