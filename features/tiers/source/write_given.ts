import { type GivenTiers, withdrawTiers, writeGivenTiers } from "../state/mod.ts";
import type { DeliveryHandler } from "@dossier/retrieval/state";

/** Records what a bundle gave of tiers, and takes it back. */
export const writeGiven: DeliveryHandler = {
  handle: (sql, payload, delivered) =>
    writeGivenTiers(sql, payload as unknown as GivenTiers, delivered),
  withdraw: withdrawTiers,
};
