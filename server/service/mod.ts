/**
 * The service that all edges ask. An edge that starts fast imports this rather than all of the server.
 *
 * @module
 */

export { heedSignal, inTime } from "./waiting.ts";
export {
  findGiven,
  isDelivery,
  type LocalServiceOptions,
  openLocalService,
  toMethods,
} from "./local_service.ts";
export {
  openRootedService,
  type RootedService,
  type RootedServiceOptions,
} from "./rooted_service.ts";
export { findServedRoot, nameRoots, settleRoots } from "./roots.ts";
export {
  callMethod,
  type CallOptions,
  type HookOptions,
  type HookRequest,
  type IndexOptions,
  type RenderedBundle,
  type RenderedPrompt,
  type RootReadiness,
  type ServedRoot,
  type Service,
  type ServiceMethod,
  type ToldManifest,
  type TriggerListener,
  type WithdrawRequest,
} from "./service.ts";
