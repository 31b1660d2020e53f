import assert from "node:assert/strict";
import { type ContextEvent, EventFeed, type EventFollower } from "./event_feed.ts";

const MS = 5;

/** Returns the waiting events of a follower: their names and numbers. */
async function listWaiting(follower: EventFollower): Promise<readonly string[]> {
  const names: string[] = [];
  for (let next = await follower.next(MS); next !== undefined; next = await follower.next(MS)) {
    if (next === "silence") break;
    names.push(`${next.event} ${JSON.parse(next.data)["n"] ?? ""}`.trim());
  }
  return names;
}

function emitMany(feed: EventFeed, [first, last]: readonly [number, number], root = "web"): void {
  for (let n = first; n <= last; n++) feed.emit(root, "context_injected", { n });
}

Deno.test("EventFeed sends the events of a tree to its followers, in order and with unique ids", async () => {
  const feed = new EventFeed();
  emitMany(feed, [1, 1]);
  const follower = feed.follow("web");
  const other = feed.follow("api");
  emitMany(feed, [2, 3]);
  feed.emit("web", "system_prompt", { n: 4, text: "a\nb" });
  const second = await follower.next(MS) as ContextEvent;
  const third = await follower.next(MS) as ContextEvent;
  assert.notEqual(second.id, third.id);
  assert.equal(JSON.parse(second.data).root, "web");
  assert.deepEqual(await listWaiting(follower), ["system_prompt 4"]);
  assert.deepEqual(await listWaiting(other), []);
});

Deno.test("EventFeed resumes after the last event of a follower, and says when others are no longer kept", async () => {
  const feed = new EventFeed({ maxKept: 3 });
  const first = feed.follow("web");
  emitMany(feed, [1, 1]);
  const { id } = await first.next(MS) as ContextEvent;
  first.close();
  emitMany(feed, [2, 3]);
  assert.deepEqual(await listWaiting(feed.follow("web", id)), [
    "context_injected 2",
    "context_injected 3",
  ]);
  emitMany(feed, [4, 5]);
  const late = ["missed", "context_injected 3", "context_injected 4", "context_injected 5"];
  assert.deepEqual(await listWaiting(feed.follow("web", id)), late);
  assert.deepEqual(await listWaiting(feed.follow("web", "of-another-run")), late);
  assert.deepEqual(await listWaiting(feed.follow("web")), []);
});

Deno.test("EventFeed keeps no more than its length, and disconnects a follower that reads too little", async () => {
  const feed = new EventFeed({ maxKept: 100, maxLength: 400, maxWaiting: 3 });
  const slow = feed.follow("web");
  const quick = feed.follow("web");
  for (let n = 1; n <= 3; n++) {
    emitMany(feed, [n, n]);
    assert.deepEqual(await listWaiting(quick), [`context_injected ${n}`]);
  }
  assert.equal(slow.closed.aborted, false);
  emitMany(feed, [4, 4]);
  assert.deepEqual([slow.closed.aborted, feed.followers], [true, 1]);
  assert.deepEqual(await listWaiting(slow), []);
  assert.deepEqual(await listWaiting(quick), ["context_injected 4"]);
  feed.emit("web", "system_prompt", { n: 5, text: "x".repeat(500) });
  assert.deepEqual(await listWaiting(quick), ["system_prompt 5"], "however long it is");
  assert.deepEqual(
    await listWaiting(feed.follow("web", "none")),
    ["missed"],
    "it was too long to be kept",
  );
});

Deno.test("EventFeed disconnects a follower for which too much text waits", async () => {
  const feed = new EventFeed({ maxLength: 400 });
  const slow = feed.follow("web");
  feed.emit("web", "system_prompt", { n: 1, text: "x".repeat(250) });
  assert.equal(slow.closed.aborted, false);
  feed.emit("web", "system_prompt", { n: 2, text: "x".repeat(250) });
  assert.deepEqual([slow.closed.aborted, feed.followers], [true, 0]);
  assert.deepEqual(await listWaiting(slow), []);
});

Deno.test("EventFeed ends a wait when its follower is closed, and limits the number of followers", async () => {
  const feed = new EventFeed({ maxFollowers: 2 });
  const [one] = [feed.follow("web"), feed.follow("web")];
  assert.throws(() => feed.follow("web"), { code: "overloaded" });
  const waiting = one.next(60_000);
  one.close();
  assert.equal(await waiting, undefined);
  assert.equal(await one.next(MS), undefined);
  assert.equal(await feed.follow("web").next(MS), "silence");
});
