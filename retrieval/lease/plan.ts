import type { Issue, IssueIdentifiers, ParsedQuery, TaskSettings } from "@dossier/core";
import type { Visibility } from "@dossier/core/exclude";
import type { Appetite } from "@dossier/core/pack";
import type { QuestionKind } from "@dossier/core/part";
import type { AssembleOptions } from "@dossier/core/render";
import type { Round } from "../delivery/mod.ts";
import type { EmbeddedQuery, SearchOptions } from "../search/mod.ts";
import type { Lease } from "./lease.ts";

/** Kind of a request for a bundle: a question, a task, or the text of an agent. */
export type RequestKind = "query" | "issue" | "signals";

/** Input of sources for a task. */
export interface TaskBrief {
  /** Task, including the files that its session may edit by grant. */
  readonly issue: Issue;
  readonly settings: TaskSettings;
  /** Names of code in the issue and in the previous attempt. */
  readonly identifiers: IssueIdentifiers;
  /** Words of the issue alone. */
  readonly parsed: ParsedQuery;
}

/** Input of sources for the text of an agent, in one round of its session. */
export interface RoundBrief extends Round {
  /** Text of the agent, without secrets. */
  readonly text: string;
  readonly settings: TaskSettings;
  /** Current editor of each file that another session may edit, by path. */
  readonly locks: Readonly<Record<string, string>> | undefined;
}

/** Preferences of a request for its answer, besides the query. */
export interface AnswerPreferences {
  /** Amount of optional content. @default "normal" */
  readonly appetite?: Appetite | undefined;
  /** Kind of result that the question is about. @default detected from the question */
  readonly question?: QuestionKind | undefined;
}

/** Plan of an answer: the input of its sources, and the head of the bundle. */
export interface Plan {
  readonly head: Omit<AssembleOptions, "notes" | "omitted" | "plan" | "outcomes" | "signals">;
  /**
   * Files that the request may see: those that the project shows, without those that the request
   * hides.
   */
  readonly visibility: Visibility;
  readonly search: Pick<SearchOptions, "filter" | "disabled" | "explain">;
  /** Amount of optional content, and the kind of result that was requested. */
  readonly preferences: AnswerPreferences;
  readonly embeddedQuery?: EmbeddedQuery;
  /** Task; absent for a plain query and for the text of an agent. */
  readonly task?: TaskBrief;
  readonly round?: RoundBrief;
}

/** Plan for one of several repositories of a request. */
export interface RepositoryPlan {
  /** Name of the repository. */
  readonly repository: string;
  readonly plan: Plan;
  readonly lease: Lease;
}
