/**
 * Pages that show people what agents were given.
 *
 * @module
 */

export { pageRoutes } from "./page_routes.tsx";
