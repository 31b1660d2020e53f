/**
 * Service whose engines run in other threads.
 *
 * @module
 */

export { loadDoorHandlers, openWarmService, type WarmServiceOptions } from "./warm_service.ts";
export { openPooledService, type PooledServiceOptions } from "./pooled_service.ts";
