/**
 * The service that all edges ask. An edge that starts fast imports this rather than all of the server.
 *
 * @module
 */

export { type LocalServiceOptions, openLocalService } from "./local_service.ts";
export { nameRoots } from "./name_roots.ts";
export {
  openRootedService,
  type RootedService,
  type RootedServiceOptions,
} from "./rooted_service.ts";
export type { CallOptions, RenderedBundle, ServedRoot, Service } from "./service.ts";
