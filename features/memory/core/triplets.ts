/**
 * The importance of a new node and the usefulness of a new edge. Source: the original
 * specification.
 */
const UNKNOWN = 0.5;

/**
 * Influence of feedback on the score of a triplet, up or down. Source: the original specification.
 */
const FEEDBACK_INFLUENCE = 0.3;

/**
 * Distance of a reached node, as a factor of the farthest found one. Source: the original
 * specification.
 */
const REACHED_FACTOR = 1.5;

/** A node of the graph of memory. */
export interface GraphNode {
  /** Equal for the same type and name. */
  readonly id: string;
  /** Name that is shown to people. */
  readonly name: string;
  /**
   * Distance from the query; lower is nearer. Undefined for a node that was only reached from
   * others.
   */
  readonly distance?: number | undefined;
  /** From 0 to 1. @default 0.5 */
  readonly importance?: number | undefined;
}

/** An edge of the graph of memory. */
export interface GraphEdge {
  /** Id of its first node. */
  readonly source: string;
  /** Relation of its nodes, such as `decides`. */
  readonly relation: string;
  /** Id of its last node. */
  readonly target: string;
  /** Learned usefulness from 0 to 1. @default 0.5 */
  readonly feedback?: number | undefined;
  /** Its owner. @default that of the caller */
  readonly organization?: string | undefined;
}

/** The result of a search of the graph. */
export interface GraphResult {
  /** Found and reached nodes. */
  readonly nodes: readonly GraphNode[];
  /** Edges between these nodes. */
  readonly edges: readonly GraphEdge[];
}

/** An edge with its nodes and its score. */
export interface RankedTriplet {
  /** Its first node. */
  readonly source: GraphNode;
  /** Relation of its nodes, such as `decides`. */
  readonly relation: string;
  /** Its last node. */
  readonly target: GraphNode;
  /** Higher is better. */
  readonly score: number;
  /** Its owner. @default that of the caller */
  readonly organization?: string | undefined;
}

/**
 * Returns the edges of a search, best first: by the distance of their nodes from the query, the
 * importance of these, and the usefulness of the edge. Edges with missing nodes are omitted, and
 * repeated edges are merged. Of equals the more important first, then in order of their keys.
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
      (0.5 + 0.5 * measureImportance(source, target)) *
      (1 + FEEDBACK_INFLUENCE * (feedback - UNKNOWN) * 2);
    const owner = organization === undefined ? {} : { organization };
    const triplet = { source, relation, target, score, ...owner };
    const key = tripletKey(triplet);
    if (!triplets.has(key)) triplets.set(key, triplet);
  }
  return [...triplets].toSorted(([aKey, a], [bKey, b]) =>
    b.score - a.score ||
    measureImportance(b.source, b.target) - measureImportance(a.source, a.target) ||
    (aKey < bKey ? -1 : 1)
  ).map(([, triplet]) => triplet);
}

/** Returns the key of an edge: `source|relation|target`. */
function tripletKey(
  { source, relation, target }: Pick<RankedTriplet, "source" | "relation" | "target">,
): string {
  return [source.id, relation, target.id].join("|");
}

function measureImportance(
  { importance: one = UNKNOWN }: GraphNode,
  { importance: other = UNKNOWN }: GraphNode,
): number {
  return one + other;
}

/** The conditions for using the graph in a session. */
export interface GraphSwitches {
  /** True when the project has a memory. */
  readonly hasMemory: boolean;
  /** Setting of the project. */
  readonly isOn: boolean;
  /**
   * True when the organisation's plan includes it, which the project cannot disable. @default false
   */
  readonly isInPlan?: boolean;
  readonly workType: string;
  /** Settings of an organisation for kinds of work, before the defaults. */
  readonly workTypes?: Readonly<Record<string, boolean>>;
}

/** Kinds of work that the graph does not help. Source: the original specification. */
const WITHOUT_GRAPH: Readonly<Record<string, boolean>> = { chore: false };

/** Returns true when the graph is used for a session. */
export function usesGraph(
  { hasMemory, isOn, isInPlan = false, workType, workTypes = {} }: GraphSwitches,
): boolean {
  const helps = new Map(Object.entries({ ...WITHOUT_GRAPH, ...workTypes })).get(workType) ?? true;
  return hasMemory && (isOn || isInPlan) && helps;
}
