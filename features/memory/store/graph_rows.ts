import { createHash } from "node:crypto";
import type { Sql } from "@dossier/retrieval/state";
import type { GraphNode, GraphResult } from "../core/mod.ts";

import type { MemoryPlace } from "./memory_place.ts";
import { parseObservationId } from "./observation_row.ts";

/** The kind of thing that a node represents. */
export type NodeType =
  | "Service"
  | "Module"
  | "API"
  | "Database"
  | "Decision"
  | "Pattern"
  | "Person"
  | "Config"
  | "Dependency"
  | "Deviation";

/** A node before it has an id. */
export interface NodeDraft {
  readonly type: NodeType;
  /** A path, a definition, a title. */
  readonly name: string;
}

/** An edge from one node to another, made from an observation. */
export interface EdgeDraft {
  readonly source: NodeDraft;
  readonly relation: string;
  readonly target: NodeDraft;
}

/** Initial weight of a node, and of an edge. Source: the original specification. */
const NEW = 0.5;

/** The namespace of node ids (RFC 9562), created once for this program. */
const NAMESPACE = "5d3f6f5e-6c0a-5d0e-9d5b-3c2f1a7b8e90";

/** Returns the id of a node, the same for the same type and name: a UUID of version 5 (RFC 9562). */
export function nodeId({ type, name }: NodeDraft): string {
  const space = Uint8Array.from(
    NAMESPACE.replaceAll("-", "").match(/../g)!,
    (hex) => parseInt(hex, 16),
  );
  const bytes = createHash("sha1").update(space).update(`${type}\n${name}`).digest().subarray(
    0,
    16,
  );
  bytes[6] = bytes[6]! & 0x0f | 0x50;
  bytes[8] = bytes[8]! & 0x3f | 0x80;
  const hex = bytes.toString("hex");
  return [[0, 8], [8, 12], [12, 16], [16, 20], [20, 32]].map(([a, b]) => hex.slice(a, b)).join("-");
}

const ADD_NODE = `INSERT INTO memory_nodes (project, id, type, name, importance)
  VALUES (?, ?, ?, ?, ${NEW}) ON CONFLICT DO NOTHING`;
const ADD_EDGE =
  `INSERT INTO memory_edges (project, source, relation, target, observation, feedback)
  VALUES (?, ?, ?, ?, ?, ${NEW}) ON CONFLICT DO NOTHING`;
const REMOVE_EDGES = "DELETE FROM memory_edges WHERE project = ? AND observation = ?";

/** Replaces the edges of an observation, and adds their nodes. */
export async function setEdges(
  place: MemoryPlace,
  observation: string,
  edges: readonly EdgeDraft[],
): Promise<void> {
  await place.state.write((sql) => setEdgesIn(sql, place, observation, edges));
}

/** Does what {@link setEdges} does, in the caller's transaction. */
export async function setEdgesIn(
  sql: Sql,
  { number }: MemoryPlace,
  observation: string,
  edges: readonly EdgeDraft[],
): Promise<void> {
  const from = parseObservationId(observation) ?? 0;
  await sql.run(REMOVE_EDGES, number, from);
  for (const { source, relation, target } of edges) {
    for (const node of [source, target]) {
      await sql.run(ADD_NODE, number, nodeId(node), node.type, node.name);
    }
    await sql.run(ADD_EDGE, number, nodeId(source), relation, nodeId(target), from);
  }
}

/** Maximum number of edges around the nodes of a search. */
const MAX_EDGES = 200;

interface EdgeRow {
  readonly source: string;
  readonly relation: string;
  readonly target: string;
  readonly feedback: number;
}

/**
 * Returns the part of the graph around some observations: the nodes of their edges, with the
 * distance of the observation, and the nodes one edge farther.
 *
 * @param found Observations with their distance from the query; lower is nearer.
 * @param options.relation Only edges with this relation lead farther: the others are claims of
 * observations that were not compared with the tree. @default all edges
 */
export async function readGraph(
  { state, number }: MemoryPlace,
  found: readonly { readonly id: string; readonly distance: number }[],
  { relation }: { readonly relation?: string } = {},
): Promise<GraphResult> {
  if (found.length === 0) return { nodes: [], edges: [] };
  return await state.read(async (sql) => {
    const distances = new Map<string, number>();
    const edges = new Map<string, EdgeRow>();
    const keep = (rows: readonly EdgeRow[]) => {
      for (const edge of rows) edges.set([edge.source, edge.relation, edge.target].join("|"), edge);
    };
    for (const { id, distance } of found) {
      const own = await selectEdges(sql, number, "observation = ?", [parseObservationId(id) ?? 0]);
      keep(own);
      for (const node of own.flatMap(({ source, target }) => [source, target])) {
        distances.set(node, Math.min(distance, distances.get(node) ?? Infinity));
      }
    }
    const direct = [...distances.keys()];
    if (direct.length > 0) {
      const marks = direct.map(() => "?").join(", ");
      for (const end of ["source", "target"]) {
        const condition = `${end} IN (${marks})${
          relation === undefined ? "" : " AND relation = ?"
        }`;
        const values = [...direct, ...(relation === undefined ? [] : [relation])];
        keep(await selectEdges(sql, number, condition, values));
      }
    }
    const ids = new Set([...edges.values()].flatMap(({ source, target }) => [source, target]));
    const nodes = await selectNodes(sql, number, { ids: [...ids], distances });
    return { nodes, edges: [...edges.values()] };
  });
}

async function selectEdges(
  sql: Sql,
  number: number,
  condition: string,
  values: readonly (string | number)[],
): Promise<readonly EdgeRow[]> {
  return await sql.all<EdgeRow>(
    `SELECT source, relation, target, max(feedback) AS feedback FROM memory_edges
    WHERE project = ? AND ${condition} GROUP BY source, relation, target
    ORDER BY source, relation, target LIMIT ${MAX_EDGES}`,
    number,
    ...values,
  );
}

async function selectNodes(
  sql: Sql,
  number: number,
  { ids, distances }: {
    readonly ids: readonly string[];
    readonly distances: ReadonlyMap<string, number>;
  },
): Promise<readonly GraphNode[]> {
  if (ids.length === 0) return [];
  const nodes = await sql.all<GraphNode>(
    `SELECT id, name, importance FROM memory_nodes
    WHERE project = ? AND id IN (${ids.map(() => "?").join(", ")}) ORDER BY id`,
    number,
    ...ids,
  );
  return nodes.map((node) => {
    const distance = distances.get(node.id);
    return { ...node, ...(distance === undefined ? {} : { distance }) };
  });
}
