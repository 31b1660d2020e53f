import type { Issue, Note, Retry, TaskSettings } from "@dossier/core";
import type { JsonObject } from "@dossier/core/text";
import type { TierChoice } from "@dossier/core/tier";
import type { DeliveryOptions, PaymentOptions } from "../delivery/mod.ts";
import type { FreshnessOptions, QueryText, SearchOptions } from "../search/mod.ts";
import type { Plan, ProfileBrief, SourceName, TiersBrief, Wish } from "../sources/mod.ts";

/** A profile whose words a bundle is to hold. */
export interface ProfileOptions {
  /** Id of the profile, such as `review/security`. @default none */
  readonly profile?: string | undefined;
  /** What the profile is given, by name. @default what it says itself */
  readonly inputs?: JsonObject | undefined;
}

/** What a bundle is to hold of what the project's manifest declares. */
export interface TierGivingOptions {
  /**
   * Which tiers it is to give, each as a whole.
   *
   * @default for a session, a task or a profile what is due: the identity tier as a session begins, and the
   * workflow tier when a trigger was set off
   */
  readonly tiers?: TierChoice | undefined;
  /** Whether programs and modules that the manifest names may be run. @default false */
  readonly allowPlugins?: boolean | undefined;
}

/** Options of a bundle. */
export interface ContextOptions
  extends
    Omit<SearchOptions, "limit">,
    DeliveryOptions,
    PaymentOptions,
    Wish,
    ProfileOptions,
    TierGivingOptions {}

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

/** The sources of each kind of bundle, in the order of its sections. */
export const SECTIONS: Readonly<Record<BundleRequest["kind"], readonly SourceName[]>> = {
  query: ["profile", "tiers", "ranking", "calls"],
  issue: ["profile", "tiers", "manifest", "documents", "ranking", "calls"],
  signals: ["signals"],
};

/** A request that is checked, without its secrets. */
export type CheckedRequest =
  | {
    readonly kind: "query";
    readonly query: QueryText;
    readonly profile?: ProfileBrief | undefined;
    readonly tiers?: TiersBrief | undefined;
    readonly options: ContextOptions;
  }
  | {
    readonly kind: "issue";
    readonly query: QueryText;
    readonly profile?: ProfileBrief | undefined;
    readonly tiers?: TiersBrief | undefined;
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
