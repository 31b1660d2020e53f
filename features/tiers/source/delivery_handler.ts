import { type TierDelivery, withdrawTiers, writeTierDelivery } from "../state/mod.ts";
import type { DeliveryHandler } from "@dossier/retrieval/state";

/** Records a bundle's injections from tiers, and withdraws them. */
export const tierDeliveryHandler: DeliveryHandler = {
  handle: (sql, payload, delivered) =>
    writeTierDelivery(sql, payload as unknown as TierDelivery, delivered),
  withdraw: withdrawTiers,
};
