import {
  type DeliveryHandler,
  type GivenTiers,
  writeGivenTiers,
} from "../../delivery/state/mod.ts";

/** Records what a bundle gave of tiers. */
export const writeGiven: DeliveryHandler = (state, payload, { record }) =>
  writeGivenTiers(state, record, payload as unknown as GivenTiers);
