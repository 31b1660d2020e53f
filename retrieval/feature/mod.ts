/**
 * Form of a feature, such as policies or tiers of context.
 *
 * @module
 */

export type {
  CheckTarget,
  ErrorMeaning,
  Feature,
  Finding,
  FindingLevel,
  ListSessionParts,
  ListTurnParts,
  SessionMoment,
  SessionPart,
  SessionTools,
  TreeCheck,
  TriggerDetector,
  TurnMoment,
  TurnTools,
} from "./feature.ts";
export type {
  FeaturePage,
  PageBody,
  PageButtons,
  PageContent,
  PageLinks,
  PageMaker,
  PagePicture,
  PageValues,
  TreeOperationCaller,
} from "./page.ts";
