/**
 * What a feature is made of, such as policies or tiers of context.
 *
 * @module
 */

export type {
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
  TreePlace,
  TreeTriggers,
  TurnMoment,
  TurnTools,
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
