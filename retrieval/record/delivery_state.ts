import type { AnswerState } from "../answering_index.ts";
import type { IsHeld } from "./deliveries.ts";

/** What a bundle is made from. */
export interface DeliveryState extends AnswerState {
  /** Says what the session holds. */
  readonly isHeld: IsHeld | undefined;
  /** Returns whether the issue of the session forbids a path. */
  readonly isForbidden: ((path: string) => boolean) | undefined;
}
