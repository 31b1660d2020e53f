import type { Bundle, Issue, Note, Omission, SymbolDefinition } from "@dossier/core";
import type { PackSection } from "@dossier/core/pack";
import type { AssembleOptions } from "@dossier/core/render";
import type { DeliveryEvent } from "../delivery/state/mod.ts";
import type { Quotas } from "@dossier/core/rank";
import type { EngineServices, Lease, Plan, RepositoryPlan, RequestKind } from "../lease/mod.ts";

/** Fragments of one source, by the rule of their section, and what there is to say of them. */
export interface Gathered {
  /** Those that come first take their room first. */
  readonly sections: readonly PackSection[];
  /** What is only named, behind the sections of all sources. */
  readonly trailing?: readonly PackSection[];
  readonly notes?: readonly Note[];
  readonly omitted?: readonly Omission[];
  /** Definitions that the request names, for the sources that come later. */
  readonly definitions?: readonly NamedDefinition[];
  /** What it adds to the head of the bundle. */
  readonly head?: Partial<
    Omit<AssembleOptions, "estimator" | "renderer" | "limit" | "maxSent" | "notes" | "omitted">
  >;
  /**
   * Returns what is to be packed in place of this, now that `bundle` shows what fitted; undefined when it
   * stands.
   */
  readonly revise?: (bundle: Bundle) => Gathered | undefined | Promise<Gathered | undefined>;
  /** Returns what follows from the delivery of `bundle`, which happens when that is recorded. */
  readonly deliveryEvents?: (bundle: Bundle) => readonly DeliveryEvent[];
}

/** A definition of a file, and its name. */
export interface NamedDefinition {
  readonly path: string;
  readonly symbol: SymbolDefinition;
}

/** Where fragments come from. */
export interface ContextSource<Brief = unknown> {
  readonly name: string;
  /**
   * Returns what it has for a request; no section when the request is nothing to it. It reads what it needs
   * of the lease, shows nothing that may not be served, and says in notes and omissions what it leaves out.
   *
   * @param earlier What the sources before it have gathered, by name.
   * @param brief What was prepared for it; see {@link SourceRow.prepare}.
   */
  gather(
    plan: Plan,
    lease: Lease,
    earlier: ReadonlyMap<string, Gathered>,
    brief: Brief,
  ): Promise<Gathered>;
  /**
   * Returns what it has of several repositories, ranked against each other, with paths as `formatPath()` in core tells
   * them.
   *
   * @default each is asked alone
   */
  gatherFromAll?(
    repositories: readonly [RepositoryPlan, ...RepositoryPlan[]],
    options: { readonly quotas: Quotas },
  ): Promise<Gathered>;
}

/** As much of a request as sources prepare themselves by. */
export interface SourceInput {
  readonly kind: RequestKind;
  /** A question, or what an agent wrote; absent for a task. */
  readonly text?: string | undefined;
  /** The task; absent for the others. */
  readonly issue?: Issue | undefined;
  /** All its options, of which each source knows its own. */
  readonly options: object;
}

/** A source as tables have it, which nothing is loaded of before it is asked. */
export interface SourceRow<Brief = unknown> {
  readonly name: string;
  /** The requests that it may have something for. */
  readonly kinds: readonly RequestKind[];
  /**
   * Its place among all sources, in which they gather and their sections stand in a bundle: what one finds may help
   * those behind it. Those of the engine have 100 to 500.
   */
  readonly order: number;
  /** Names of its own options that decide what is given, for the record. @default none */
  readonly decidingOptions?: readonly string[];
  /**
   * Checks what a request says to it, and loads what it needs before there is an index; undefined when it has nothing
   * for the request, and is not asked.
   *
   * @default it is asked, with nothing prepared
   */
  prepare?(request: SourceInput, services: EngineServices): Promise<Brief | undefined>;
  readonly load: () => Promise<ContextSource<Brief>>;
}

/** Nothing for the request at hand. */
export const NOTHING_GATHERED: Gathered = { sections: [] };
