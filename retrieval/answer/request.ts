import type { Issue, Note, Retry, TaskSettings } from "@dossier/core";
import type { DeliveryOptions } from "../delivery/mod.ts";
import type { PaymentOptions } from "../delivery/pack/mod.ts";
import type { FreshnessOptions, QueryText, SearchOptions } from "../search/mod.ts";
import type { AnswerPreferences, Plan } from "../lease/mod.ts";

/** Options of a bundle. */
export interface ContextOptions
  extends Omit<SearchOptions, "limit">, DeliveryOptions, PaymentOptions, AnswerPreferences {}

/** Options, and those that features read besides: these are listed where their types are. */
export type WithFeatures<Options> = Options | (Options & Readonly<Record<string, unknown>>);

/** Options of the bundle of a task. */
export interface TaskOptions extends Omit<ContextOptions, "budget"> {
  /** Most tokens of the rendered text. @default what `prompt_token_limit` says, 24,000 */
  readonly budget?: number | undefined;
  /** Settings that go before those of the project. */
  readonly settings?: Partial<TaskSettings> | undefined;
  /**
   * What became of the attempt before: told in the bundle as far as an eighth of it goes for each part, with
   * its secrets masked, and evidence for what else is told.
   */
  readonly retry?: Retry | undefined;
  /** What the reader should know of how the issue was read. */
  readonly notes?: readonly Note[] | undefined;
  /** Paths of the tracker that holds the issue, whose files are no answer to it. */
  readonly trackerPaths?: readonly string[] | undefined;
}

/** Options of an answer to an agent's requests. */
export interface RequestOptions extends FreshnessOptions, PaymentOptions {
  /** The session of the agent, which the rounds are counted of. */
  readonly session: string;
  /** Which round of its requests this is, from 1. @default the one after the last */
  readonly round?: number | undefined;
  /** What set it off, for the record. @default "need" */
  readonly trigger?: string | undefined;
  /** Settings that go before those of the project, such as `needMode`. */
  readonly settings?: Partial<TaskSettings> | undefined;
  /** Who else may edit a file at present, by path: what they hold is not granted. */
  readonly locks?: Readonly<Record<string, string>> | undefined;
}

/** What somebody asks a bundle for: a question, a task, or what an agent wrote. */
export type BundleRequest =
  | { readonly kind: "query"; readonly text: string; readonly options: ContextOptions }
  | { readonly kind: "issue"; readonly issue: Issue; readonly options: TaskOptions }
  | { readonly kind: "signals"; readonly text: string; readonly options: RequestOptions };

/** A request that is checked, without its secrets. */
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

/** A plan, and what there is to say before anything is gathered. */
export interface RoutedPlan {
  readonly plan: Plan;
  readonly notes: readonly Note[];
}
