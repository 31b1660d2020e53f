/**
 * A service whose engines are in threads of their own.
 *
 * @module
 */

export { loadDoorHandlers, openWarmService, type WarmServiceOptions } from "./warm_service.ts";
export { openPooledService, type PooledServiceOptions } from "./pooled_service.ts";
