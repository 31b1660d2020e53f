/**
 * What observations and what comes of them look like as JSON, for the document of the API; loading it loads zod.
 *
 * @module
 */

import type * as z from "zod";
import type { MemoryGraph, MemoryReport } from "../memory_report.ts";
import type { ObservationDetail, ObservationPage, Recalled } from "../recall.ts";
import type { Remembered } from "../remember.ts";
import type { AppliedOutcome } from "../store/mod.ts";
import { APPLIED, DETAIL, PAGE, RECALLED, REMEMBERED } from "./memory_schema.ts";
import { GRAPH, REPORT } from "./report_schema.ts";

/** The schemas by the names that a document of an interface gives them. */
export const MEMORY_SCHEMAS: {
  readonly Remembered: z.ZodType<Remembered>;
  readonly Recalled: z.ZodType<Recalled>;
  readonly ObservationPage: z.ZodType<ObservationPage>;
  readonly ObservationDetail: z.ZodType<ObservationDetail>;
  readonly AppliedOutcome: z.ZodType<AppliedOutcome>;
  readonly MemoryReport: z.ZodType<MemoryReport>;
  readonly MemoryGraph: z.ZodType<MemoryGraph>;
} = {
  Remembered: REMEMBERED,
  Recalled: RECALLED,
  ObservationPage: PAGE,
  ObservationDetail: DETAIL,
  AppliedOutcome: APPLIED,
  MemoryReport: REPORT,
  MemoryGraph: GRAPH,
};
