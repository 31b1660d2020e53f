/**
 * Service that all interfaces request answers from. An interface that starts fast imports this
 * module instead of the whole server.
 *
 * @module
 */

export { abortable, withTimeout } from "./waiting.ts";
export {
  checkSeveralRequest,
  type LocalServiceOptions,
  openLocalService,
} from "./local_service.ts";
export {
  openRootSelectingService,
  type RootSelectingService,
  type RootSelectingServiceOptions,
} from "./root_selecting_service.ts";
export { findServedRoot, findServedRoots, nameRoots, resolveServedRoots } from "./roots.ts";
export type {
  CallOperation,
  CallOptions,
  RootReadiness,
  ServedRoot,
  Service,
  TriggerListener,
} from "./service.ts";
export type { RenderedBundle } from "@dossier/retrieval/operations";
