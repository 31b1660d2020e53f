/**
 * The service that all edges ask. An edge that starts fast imports this rather than all of the server.
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
