/**
 * What is told of the contexts that the served trees give, while they are given.
 *
 * @module
 */

export { type ContextEvent, EventFeed, EventFollower } from "./event_feed.ts";
export { addEvents, type ServiceWithEvents } from "./service_with_events.ts";
