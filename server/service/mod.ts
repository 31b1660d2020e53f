/**
 * The service that all edges ask. An edge that starts fast imports this rather than all of the server.
 *
 * @module
 */

export { heedSignal, inTime } from "./waiting.ts";
export { checkSeveral, type LocalServiceOptions, openLocalService } from "./local_service.ts";
export {
  openRootedService,
  type RootedService,
  type RootedServiceOptions,
} from "./rooted_service.ts";
export { findServedRoot, findServedRoots, nameRoots, settleRoots } from "./roots.ts";
export type {
  CallOperation,
  CallOptions,
  RootReadiness,
  ServedRoot,
  Service,
  TriggerListener,
} from "./service.ts";
export type { RenderedBundle } from "@dossier/retrieval/operations";
