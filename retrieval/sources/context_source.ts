import type { Bundle, Issue, Note, Omission, SymbolDefinition } from "@dossier/core";
import type { PackSection } from "@dossier/core/pack";
import type { AssembleOptions } from "@dossier/core/render";
import type { DeliveryEvent } from "../delivery/state/mod.ts";
import type { Quotas } from "@dossier/core/rank";
import type { EngineServices, Lease, Plan, RepositoryPlan, RequestKind } from "../lease/mod.ts";

/** Candidates of one source in sections, with notes. */
export interface Gathered {
  /** Sections; earlier ones use the budget first. */
  readonly sections: readonly PackSection[];
  /** Sections of names only, after the sections of all sources. */
  readonly trailing?: readonly PackSection[];
  readonly notes?: readonly Note[];
  readonly omitted?: readonly Omission[];
  /** Definitions that the request names, for later sources. */
  readonly definitions?: readonly NamedDefinition[];
  /** Fields that it adds to the head of the bundle. */
  readonly head?: Partial<
    Omit<AssembleOptions, "estimator" | "renderer" | "limit" | "maxSent" | "notes" | "omitted">
  >;
  /**
   * Returns a replacement to pack instead, given the packed `bundle`, or `undefined` for no change.
   */
  readonly revise?: (bundle: Bundle) => Gathered | undefined | Promise<Gathered | undefined>;
  /** Returns the events of the delivery of `bundle`, which are handled when it is recorded. */
  readonly deliveryEvents?: (bundle: Bundle) => readonly DeliveryEvent[];
}

/** Definition in a file, with its name. */
export interface NamedDefinition {
  readonly path: string;
  readonly symbol: SymbolDefinition;
}

/** Source of fragments. */
export interface ContextSource<Brief = unknown> {
  readonly name: string;
  /**
   * Returns its candidates for a request, without sections if it has none. It reads what it needs
   * from the lease, shows nothing that must not be shown, and reports omissions in notes.
   *
   * @param earlier Candidates of the sources before it, by name.
   * @param brief Prepared input; see {@link SourceRow.prepare}.
   */
  gather(
    plan: Plan,
    lease: Lease,
    earlier: ReadonlyMap<string, Gathered>,
    brief: Brief,
  ): Promise<Gathered>;
  /**
   * Returns its candidates of several repositories, ranked against each other, with paths in the
   * form of `formatPath()` in core.
   *
   * @default each repository is queried alone
   */
  gatherFromAll?(
    repositories: readonly [RepositoryPlan, ...RepositoryPlan[]],
    options: { readonly quotas: Quotas },
  ): Promise<Gathered>;
}

/** Part of a request that sources use to prepare their input. */
export interface SourceInput {
  readonly kind: RequestKind;
  /** Question, or text of an agent; absent for a task. */
  readonly text?: string | undefined;
  /** Task; absent for other requests. */
  readonly issue?: Issue | undefined;
  /** All options, of which each source knows some. */
  readonly options: object;
}

/** Row of a table of sources, which loads a source when it is first queried. */
export interface SourceRow<Brief = unknown> {
  readonly name: string;
  /** Kinds of requests that it accepts. */
  readonly kinds: readonly RequestKind[];
  /**
   * Position among all sources. Sources gather in this order, so that later sources can use the
   * results of earlier ones, and their sections have this order in a bundle. Those of the engine
   * have 100 to 500.
   */
  readonly order: number;
  /** Names of its options that influence the fragments, for the record. @default none */
  readonly decidingOptions?: readonly string[];
  /**
   * Checks its options in a request, and loads its input before the index is opened. Returns
   * `undefined` when it has nothing for the request, and is not queried.
   *
   * @default it is queried without prepared input
   */
  prepare?(request: SourceInput, services: EngineServices): Promise<Brief | undefined>;
  readonly load: () => Promise<ContextSource<Brief>>;
}

/** Result without candidates. */
export const NOTHING_GATHERED: Gathered = { sections: [] };
