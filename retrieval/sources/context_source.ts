import type {
  Bundle,
  Issue,
  IssueIdentifiers,
  Note,
  Omission,
  ParsedQuery,
  SymbolDefinition,
  TaskSettings,
} from "@dossier/core";
import type { Visibility } from "@dossier/core/exclude";
import type { Appetite, PackSection } from "@dossier/core/pack";
import type { QuestionKind } from "@dossier/core/part";
import type { AssembleOptions } from "@dossier/core/render";
import type { TierChoice } from "@dossier/core/tier";
import type { GivenTiers, HeldPassage, State } from "../delivery/state/mod.ts";
import type { Lease } from "../lease/mod.ts";
import type { ComposedContext, Policies } from "../policy/mod.ts";
import type { AskedQuery, SearchOptions } from "../search/mod.ts";

/** What a task asks of its sources. */
export interface TaskBrief {
  /** The task, with the right to edit what its session was granted. */
  readonly issue: Issue;
  readonly settings: TaskSettings;
  /** What the issue and the attempt before name of the code. */
  readonly identifiers: IssueIdentifiers;
  /** The words of the issue alone. */
  readonly parsed: ParsedQuery;
}

/** What an agent's text asks of its sources, in one round of its session. */
export interface RoundBrief {
  /** What the agent wrote, without secrets. */
  readonly text: string;
  /** Which round of the session it is, from 1. */
  readonly round: number;
  /** The issue of the session's last bundle, with the work manifest as it has become. */
  readonly issue: Issue | undefined;
  readonly held: readonly HeldPassage[];
  readonly settings: TaskSettings;
  /** Who else may edit a file at present, by path. */
  readonly locks: Readonly<Record<string, string>> | undefined;
}

/** What a request says of its answer besides the query. */
export interface Wish {
  /** How much is wanted that may not be needed. @default "normal" */
  readonly appetite?: Appetite | undefined;
  /** What the question is after. @default what it says itself */
  readonly question?: QuestionKind | undefined;
}

/** A profile that a request names, composed. */
export interface ProfileBrief {
  readonly composed: ComposedContext;
  /** Where it was composed from. */
  readonly policies: Policies;
}

/** What a request says of the tiers of the project's manifest. */
export interface TiersBrief {
  /** What is to be given. @default what is due */
  readonly choice?: TierChoice | undefined;
  readonly session?: string | undefined;
  /** Whether programs and modules that the manifest names may be run. @default false */
  readonly allowPlugins?: boolean | undefined;
  /** Opens the record of what was given; undefined when there is none, and none is to be made. */
  readonly openState: () => Promise<State | undefined>;
}

/** What a request gets, and how: which sources are asked, and what the bundle says at its head. */
export interface Plan {
  /** Names of the sections of the bundle, in its order. */
  readonly sections: readonly SourceName[];
  readonly head: Omit<AssembleOptions, "notes" | "omitted" | "plan" | "outcomes" | "signals">;
  /** What the request may see: what the project lets be seen without what the request hides. */
  readonly visibility: Visibility;
  readonly search: Pick<SearchOptions, "filter" | "disabled" | "explain">;
  /** How much is wanted that may not be needed, and what the request says that it is after. */
  readonly wish: Wish;
  readonly asked?: AskedQuery;
  /** The task; absent for a plain query and for an agent's text. */
  readonly task?: TaskBrief;
  readonly round?: RoundBrief;
  readonly profile?: ProfileBrief | undefined;
  readonly tiers?: TiersBrief | undefined;
}

/** Fragments of one source, by the rule of their section, and what there is to say of them. */
export interface Gathered {
  /** Those that come first take their room first. */
  readonly sections: readonly PackSection[];
  /** What is only named, behind the sections of all sources. */
  readonly closing?: readonly PackSection[];
  readonly notes?: readonly Note[];
  readonly omitted?: readonly Omission[];
  /** Definitions that the request names, for the sources that come later. */
  readonly definitions?: readonly NamedDefinition[];
  /** What it adds to the head of the bundle. */
  readonly head?: Partial<
    Pick<
      AssembleOptions,
      "query" | "question" | "profile" | "issue" | "plan" | "outcomes" | "signals"
    >
  >;
  /**
   * Returns what is to be packed in place of this, now that `bundle` shows what fitted; undefined when it
   * stands.
   */
  readonly revise?: (bundle: Bundle) => Gathered | undefined;
  /** Returns what is to be recorded of the tiers that `bundle` gives. */
  readonly giveTiers?: (bundle: Bundle) => GivenTiers;
}

/** A definition of a file, and its name. */
export interface NamedDefinition {
  readonly path: string;
  readonly symbol: SymbolDefinition;
}

/** Names of the sources, as plans have them. */
export type SourceName =
  | "profile"
  | "tiers"
  | "manifest"
  | "documents"
  | "calls"
  | "ranking"
  | "signals";

/** Where fragments come from. */
export interface ContextSource {
  readonly name: SourceName;
  /**
   * Returns what it has for a request; no section when the request is nothing to it. It reads what it needs
   * of the lease, shows nothing that may not be served, and says in notes and omissions what it leaves out.
   *
   * @param earlier What the sources before it have gathered, by name.
   */
  gather(
    plan: Plan,
    lease: Lease,
    earlier: ReadonlyMap<SourceName, Gathered>,
  ): Promise<Gathered>;
}

/** Nothing for the request at hand. */
export const NOTHING: Gathered = { sections: [] };
