/**
 * What a feature is made of, such as policies or tiers of context.
 *
 * @module
 */

export type { DoorPlaces, Doors, DoorService } from "./doors.ts";
export type { ErrorMeaning, Feature, TreeTriggers } from "./feature.ts";
export type {
  ListSessionParts,
  SessionMoment,
  SessionPart,
  SessionTools,
} from "./session_parts.ts";
export type { Finding, FindingLevel, TreeCheck, TreePlace } from "./tree_check.ts";
