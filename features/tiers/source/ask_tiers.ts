import { TIER_CHOICES, type TierChoice } from "../core/mod.ts";
import type { StateStore } from "@dossier/retrieval/state";
import { RetrievalError } from "@dossier/retrieval/machine";
import type { EngineServices } from "@dossier/retrieval/lease";

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

/** As much as tiers need to know of the options of a request. */
export interface TierRequestOptions extends TierGivingOptions {
  readonly session?: string | undefined;
  readonly record?: boolean | undefined;
  readonly profile?: string | undefined;
}

/** What a request says of the tiers of the project's manifest. */
export interface TiersBrief {
  /** What is to be given. @default what is due */
  readonly choice?: TierChoice | undefined;
  readonly session?: string | undefined;
  /** Whether programs and modules that the manifest names may be run. @default false */
  readonly allowPlugins?: boolean | undefined;
  /** Opens the record of what was given; undefined when there is none, and none is to be made. */
  readonly openState: () => Promise<StateStore | undefined>;
}

/**
 * Returns what a request says of tiers.
 *
 * @throws {TypeError} For a choice of tiers that does not exist.
 */
export function askTiers(
  { tiers: choice, session, record = true, allowPlugins }: TierRequestOptions,
  services: EngineServices,
): TiersBrief {
  if (choice !== undefined && !(TIER_CHOICES as readonly string[]).includes(choice)) {
    throw new TypeError(
      `Cannot answer with the tiers "${choice}": there are ${TIER_CHOICES.join(", ")}`,
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
        // Without a session the answer is worth more than its record.
        if (session !== undefined || !(error instanceof RetrievalError)) throw error;
        return undefined;
      }
    },
  };
}
