import type { QueryLease } from "../sources/lease.ts";
import type { Delivery } from "../delivery/record/deliveries.ts";

/** What a bundle is made from. */
export interface DeliveryState
  extends QueryLease, Pick<Delivery, "holdings" | "isForbidden" | "widen"> {}
