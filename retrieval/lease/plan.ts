import type { Issue, IssueIdentifiers, ParsedQuery, TaskSettings } from "@dossier/core";
import type { Visibility } from "@dossier/core/exclude";
import type { Appetite } from "@dossier/core/pack";
import type { QuestionKind } from "@dossier/core/part";
import type { AssembleOptions } from "@dossier/core/render";
import type { Round } from "../delivery/mod.ts";
import type { EmbeddedQuery, SearchOptions } from "../search/mod.ts";
import type { Lease } from "./lease.ts";

/** What a bundle is asked for: a question, a task, or what an agent wrote. */
export type RequestKind = "query" | "issue" | "signals";

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
export interface RoundBrief extends Round {
  /** What the agent wrote, without secrets. */
  readonly text: string;
  readonly settings: TaskSettings;
  /** Who else may edit a file at present, by path. */
  readonly locks: Readonly<Record<string, string>> | undefined;
}

/** What a request says of its answer besides the query. */
export interface AnswerPreferences {
  /** How much is wanted that may not be needed. @default "normal" */
  readonly appetite?: Appetite | undefined;
  /** What the question is after. @default what it says itself */
  readonly question?: QuestionKind | undefined;
}

/** What a request gets, and how: what its sources are asked for, and what the bundle says at its head. */
export interface Plan {
  readonly head: Omit<AssembleOptions, "notes" | "omitted" | "plan" | "outcomes" | "signals">;
  /** What the request may see: what the project lets be seen without what the request hides. */
  readonly visibility: Visibility;
  readonly search: Pick<SearchOptions, "filter" | "disabled" | "explain">;
  /** How much is wanted that may not be needed, and what the request says that it is after. */
  readonly preferences: AnswerPreferences;
  readonly asked?: EmbeddedQuery;
  /** The task; absent for a plain query and for an agent's text. */
  readonly task?: TaskBrief;
  readonly round?: RoundBrief;
}

/** What one of several repositories that are asked together gets. */
export interface RepositoryPlan {
  /** Its name. */
  readonly repository: string;
  readonly plan: Plan;
  readonly lease: Lease;
}
