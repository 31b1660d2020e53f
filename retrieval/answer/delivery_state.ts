import type { QueryLease } from "../sources/mod.ts";
import type { Delivery } from "../delivery/mod.ts";

/** What a bundle is made from. */
export interface DeliveryState
  extends QueryLease, Pick<Delivery, "holdings" | "isForbidden" | "widen"> {}
