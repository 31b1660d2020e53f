import { type DeliveryHandler, type GivenTiers, writeGivenTiers } from "@dossier/retrieval/state";

/** Records what a bundle gave of tiers. */
export const writeGiven: DeliveryHandler = (state, payload, { record }) =>
  writeGivenTiers(state, record, payload as unknown as GivenTiers);
