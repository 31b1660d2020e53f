import type { Issue, Note, Retry, TaskSettings } from "@dossier/core";
import type { DeliveryOptions } from "../delivery/mod.ts";
import type { PackingOptions } from "../delivery/pack/mod.ts";
import type { FreshnessOptions, QueryText, SearchOptions } from "../search/mod.ts";
import type { AnswerPreferences, Plan } from "../lease/mod.ts";

/** Options of a bundle. */
export interface ContextOptions
  extends Omit<SearchOptions, "limit">, DeliveryOptions, PackingOptions, AnswerPreferences {}

/**
 * Options, with further ones that features read. Those are listed with the types of the features.
 */
export type WithFeatureOptions<Options> = Options | (Options & Readonly<Record<string, unknown>>);

/** Options of the bundle of a task. */
export interface TaskOptions extends Omit<ContextOptions, "budget"> {
  /**
   * Maximum number of tokens of the rendered text. @default the setting `prompt_token_limit`,
   * 24,000
   */
  readonly budget?: number | undefined;
  /** Settings that override those of the project. */
  readonly settings?: Partial<TaskSettings> | undefined;
  /**
   * Result of the previous attempt. It is shown in the bundle, with at most an eighth of it for
   * each part and with secrets masked, and it is evidence for the ranking.
   */
  readonly retry?: Retry | undefined;
  /** Notes about reading the issue. */
  readonly notes?: readonly Note[] | undefined;
  /** Paths of the tracker with the issue, whose files are excluded from the answer. */
  readonly trackerPaths?: readonly string[] | undefined;
}

/** Options of an answer to an agent's requests. */
export interface RequestOptions extends FreshnessOptions, PackingOptions {
  /** Session of the agent, whose rounds are counted. */
  readonly session: string;
  /** Number of the round, from 1. @default the one after the last */
  readonly round?: number | undefined;
  /** Cause, for the record. @default "need" */
  readonly trigger?: string | undefined;
  /** Settings that override those of the project, such as `needMode`. */
  readonly settings?: Partial<TaskSettings> | undefined;
  /** Other holders of files, by path: their files are not granted. */
  readonly locks?: Readonly<Record<string, string>> | undefined;
}

/** Request for a bundle: a question, a task, or the text of an agent. */
export type BundleRequest =
  | { readonly kind: "query"; readonly text: string; readonly options: ContextOptions }
  | { readonly kind: "issue"; readonly issue: Issue; readonly options: TaskOptions }
  | { readonly kind: "signals"; readonly text: string; readonly options: RequestOptions };

/** Checked request, with secrets masked. */
export type CheckedRequest =
  | {
    readonly kind: "query";
    readonly query: QueryText;
    readonly options: ContextOptions;
  }
  | {
    readonly kind: "issue";
    readonly query: QueryText;
    readonly issue: Issue;
    readonly retry: Retry | undefined;
    readonly options: TaskOptions;
  }
  | { readonly kind: "signals"; readonly text: string; readonly options: RequestOptions };

/** Plan, with the notes from before candidates are gathered. */
export interface RoutedPlan {
  readonly plan: Plan;
  readonly notes: readonly Note[];
}
