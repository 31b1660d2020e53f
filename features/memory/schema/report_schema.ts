/**
 * The JSON form of the report of a memory, and of the graph around an observation.
 *
 * @module
 */

import { COUNT, type Plain, type Proved, type Same } from "@dossier/retrieval/schema";
import * as z from "zod";
import type { MemoryGraph, MemoryReport } from "../memory_report.ts";
import { PAGE } from "./memory_schema.ts";

const SHARE = z.number().describe("From 0 to 1");

/** The costs and results of a project's memory. */
export const REPORT = z.strictObject({
  counts: PAGE.shape.counts,
  work: z.array(z.strictObject({
    name: z.string().describe("Kind of work"),
    sessions: COUNT.describe("Sessions that received something and have ended"),
    tokens: z.number().describe("Mean tokens of memory of a session"),
    success: SHARE.describe("Share of sessions accepted without rework"),
    zone: z.enum(["efficient", "wasteful", "below"]),
  })).readonly(),
  openSessions: COUNT.describe("Sessions that received something and have not ended"),
  feedback: z.strictObject({
    injectionRate: SHARE.describe("Share of the observations that some session received"),
    ranked: COUNT.describe("Candidates that were ranked and delivered"),
    rankDelta: z.number().describe("Mean number of places by which learning moved them up"),
  }),
  health: z.strictObject({
    dedupRatio: SHARE.describe("Share of stored observations that replaced a duplicate"),
    retentionCompliance: SHARE.describe("Share of the active ones within their retention period"),
    contradictory: COUNT.describe("Active ones that instruction files contradict"),
    neverInjected: COUNT.describe("Active ones that no session received"),
    judged: COUNT.describe("Active ones that were compared with the tree"),
    drifted: COUNT,
    orphaned: COUNT,
  }),
  misleading: z.array(z.strictObject({
    id: z.string().describe("ID, such as o12"),
    sessions: z.array(z.string()).readonly().describe("Sessions that failed, oldest first"),
  })).readonly(),
  failures: z.array(z.strictObject({
    category: z.enum([
      ...["test_failure", "style", "regression", "incomplete", "wrong_approach", "other"] as const,
    ]),
    sessions: COUNT,
  })).readonly(),
  audit: z.strictObject({
    entries: COUNT,
    broken: z.exactOptional(COUNT).describe("First entry that was changed after it was written"),
  }),
});

/** The graph around an observation. */
export const GRAPH = z.strictObject({
  nodes: z.array(z.strictObject({
    id: z.string(),
    name: z.string(),
    importance: SHARE,
    isOwn: z.boolean().describe("True when an edge of the observation itself touches it"),
  })).readonly(),
  edges: z.array(z.strictObject({
    source: z.string(),
    relation: z.string(),
    target: z.string(),
    feedback: SHARE.describe("Learned usefulness, from 0 to 1"),
  })).readonly(),
});

/** Compiles only while schemas and types are equal. */
export type ReportSchemaProof = [
  Proved<Same<Plain<MemoryReport>, z.infer<typeof REPORT>>>,
  Proved<Same<Plain<MemoryGraph>, z.infer<typeof GRAPH>>>,
];
