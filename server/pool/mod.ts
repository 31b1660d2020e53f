/**
 * A service whose engines are in threads of their own.
 *
 * @module
 */

export { openPooledService, type PooledServiceOptions } from "./pooled_service.ts";
