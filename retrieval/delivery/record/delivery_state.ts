import type { AnswerState } from "../../answer/answering_index.ts";
import type { Delivery } from "./deliveries.ts";

/** What a bundle is made from. */
export interface DeliveryState
  extends AnswerState, Pick<Delivery, "holdings" | "isForbidden" | "widen"> {}
