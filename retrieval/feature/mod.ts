/**
 * What a feature is made of, such as policies or tiers of context.
 *
 * @module
 */

export type { DoorPlaces, Doors, DoorService } from "./doors.ts";
export type {
  ErrorMeaning,
  Feature,
  Finding,
  FindingLevel,
  ListSessionParts,
  SessionMoment,
  SessionPart,
  SessionTools,
  TreeCheck,
  TreePlace,
  TreeTriggers,
} from "./feature.ts";
export type {
  AskOfTree,
  FeaturePage,
  PageBody,
  PageButtons,
  PageContent,
  PageLinks,
  PageMaker,
  PagePicture,
  PageValues,
} from "./page.ts";
