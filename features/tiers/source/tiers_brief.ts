import { TIER_CHOICES, type TierChoice } from "../core/mod.ts";
import type { StateStore } from "@dossier/retrieval/state";
import { RetrievalError } from "@dossier/retrieval/machine";
import type { EngineServices } from "@dossier/retrieval/lease";

/** Options for the tiers of a bundle. */
export interface TierGivingOptions {
  /**
   * The tiers to include, each as a whole.
   *
   * @default for a session, a task or a profile those that are due: the identity tier at the start
   * of a session, and the workflow tier when a trigger fired
   */
  readonly tiers?: TierChoice | undefined;
  /** If true, programs and modules of the manifest may be run. @default false */
  readonly allowPlugins?: boolean | undefined;
}

/** The options of a request that concern tiers. */
export interface TierRequestOptions extends TierGivingOptions {
  readonly session?: string | undefined;
  readonly record?: boolean | undefined;
  readonly profile?: string | undefined;
}

/** A request's options for tiers. */
export interface TiersBrief {
  /** The tiers to include. @default those that are due */
  readonly choice?: TierChoice | undefined;
  readonly session?: string | undefined;
  /** If true, programs and modules of the manifest may be run. @default false */
  readonly allowPlugins?: boolean | undefined;
  /** Opens the record of injections; undefined when there is none, and none should be made. */
  readonly openState: () => Promise<StateStore | undefined>;
}

/**
 * Returns the options of a request for tiers.
 *
 * @throws {TypeError} For a choice of tiers that does not exist.
 */
export function createTiersBrief(
  { tiers: choice, session, record = true, allowPlugins }: TierRequestOptions,
  services: EngineServices,
): TiersBrief {
  if (choice !== undefined && !(TIER_CHOICES as readonly string[]).includes(choice)) {
    throw new TypeError(
      `Cannot answer with the tiers "${choice}": use one of ${TIER_CHOICES.join(", ")}`,
    );
  }
  return {
    choice,
    session,
    allowPlugins,
    async openState() {
      try {
        return session === undefined && !record
          ? await services.findState()
          : await services.openState();
      } catch (error) {
        // Without a session the answer matters more than its record.
        if (session !== undefined || !(error instanceof RetrievalError)) throw error;
        return undefined;
      }
    },
  };
}
