/**
 * Events about the contexts of the served trees, sent while these are delivered.
 *
 * @module
 */

export { type ContextEvent, EventFeed, EventFollower } from "./event_feed.ts";
export { addEvents, type ServiceWithEvents } from "./service_with_events.ts";
