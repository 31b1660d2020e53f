/** The importance of a node and the usefulness of an edge of which nothing is known. Source: the seed. */
const UNKNOWN = 0.5;

/** How much what was learned moves the score of a triplet, up or down. Source: the seed. */
const FEEDBACK_INFLUENCE = 0.3;

/** How much farther than the farthest node that was found a node is that was only reached. Source: the seed. */
const REACHED_FACTOR = 1.5;

/** A node of the graph of memory. */
export interface GraphNode {
  /** The same for the same type and name. */
  readonly id: string;
  /** What people call it. */
  readonly name: string;
  /** How far it is from the query; lower is nearer. Undefined for a node that was only reached from others. */
  readonly distance?: number | undefined;
  /** From 0 to 1. @default 0.5 */
  readonly importance?: number | undefined;
}

/** An edge of the graph of memory. */
export interface GraphEdge {
  /** Id of the node where it begins. */
  readonly source: string;
  /** How its nodes relate, such as `decides`. */
  readonly relation: string;
  /** Id of the node where it ends. */
  readonly target: string;
  /** Learned usefulness from 0 to 1. @default 0.5 */
  readonly feedback?: number | undefined;
  /** Whose it is. @default that of whoever asks */
  readonly organization?: string | undefined;
}

/** What a search of the graph finds. */
export interface GraphResult {
  /** What was found or reached. */
  readonly nodes: readonly GraphNode[];
  /** Edges between these nodes. */
  readonly edges: readonly GraphEdge[];
}

/** An edge with its nodes and its score. */
export interface RankedTriplet {
  /** Where it begins. */
  readonly source: GraphNode;
  /** How its nodes relate, such as `decides`. */
  readonly relation: string;
  /** Where it ends. */
  readonly target: GraphNode;
  /** Higher is better. */
  readonly score: number;
  /** Whose it is. @default that of whoever asks */
  readonly organization?: string | undefined;
}

/**
 * Returns the edges that a search has found, best first: by how near their nodes are to the query, how important
 * these are, and how useful the edge was so far. Edges whose nodes are missing are left out, and the same edge twice
 * is one. Of equals the more important first, then in order of their keys.
 */
export function rankTriplets({ nodes, edges }: GraphResult): readonly RankedTriplet[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const found = nodes.flatMap(({ distance }) => distance ?? []);
  const reached = found.length === 0 ? 1 : REACHED_FACTOR * Math.max(...found);
  const nearness = ({ distance = reached }: GraphNode) => 1 / (1 + distance);
  const triplets = new Map<string, RankedTriplet>();
  for (const { source: from, relation, target: to, feedback = UNKNOWN, organization } of edges) {
    const [source, target] = [byId.get(from), byId.get(to)];
    if (source === undefined || target === undefined) continue;
    const score = 0.5 * (nearness(source) + nearness(target)) *
      (0.5 + 0.5 * importanceOf(source, target)) *
      (1 + FEEDBACK_INFLUENCE * (feedback - UNKNOWN) * 2);
    const owner = organization === undefined ? {} : { organization };
    const triplet = { source, relation, target, score, ...owner };
    const key = tripletKey(triplet);
    if (!triplets.has(key)) triplets.set(key, triplet);
  }
  return [...triplets].toSorted(([aKey, a], [bKey, b]) =>
    b.score - a.score ||
    importanceOf(b.source, b.target) - importanceOf(a.source, a.target) ||
    (aKey < bKey ? -1 : 1)
  ).map(([, triplet]) => triplet);
}

/** Returns what identifies an edge: `source|relation|target`. */
function tripletKey(
  { source, relation, target }: Pick<RankedTriplet, "source" | "relation" | "target">,
): string {
  return [source.id, relation, target.id].join("|");
}

function importanceOf(
  { importance: one = UNKNOWN }: GraphNode,
  { importance: other = UNKNOWN }: GraphNode,
): number {
  return one + other;
}

/** What decides whether the graph is asked for a session. */
export interface GraphSwitches {
  /** Whether the project keeps a memory at all. */
  readonly hasMemory: boolean;
  /** What the project says. */
  readonly isOn: boolean;
  /** Whether the organisation's plan has it, which the project can not switch off. @default false */
  readonly isInPlan?: boolean;
  readonly workType: string;
  /** What an organisation says of kinds of work, before the defaults. */
  readonly workTypes?: Readonly<Record<string, boolean>>;
}

/** Kinds of work that the graph does not help. Source: the seed. */
const WITHOUT_GRAPH: Readonly<Record<string, boolean>> = { chore: false };

/** Returns whether the graph is asked for a session. */
export function usesGraph(
  { hasMemory, isOn, isInPlan = false, workType, workTypes = {} }: GraphSwitches,
): boolean {
  const helps = new Map(Object.entries({ ...WITHOUT_GRAPH, ...workTypes })).get(workType) ?? true;
  return hasMemory && (isOn || isInPlan) && helps;
}
