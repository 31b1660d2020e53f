/**
 * The pages that show people what agents are given.
 *
 * @module
 */

export { pageRoutes } from "./page_routes.tsx";
