import assert from "node:assert/strict";
import { INBOX_SIZE, InjectInbox, type OfferedInject } from "./inject_inbox.ts";

function offer(deliveryId: string, text = "Use the queue"): OfferedInject {
  return { deliveryId, text, kind: "memory" };
}

Deno.test("M-15: InjectInbox buffers a new text, and acknowledges it with every later request", () => {
  const inbox = new InjectInbox();
  assert.equal(inbox.acknowledged, undefined);
  assert.equal(inbox.receive(offer("d1")), "buffered");
  assert.equal(inbox.acknowledged, "d1");
  assert.deepEqual(inbox.takeAll().map(({ deliveryId }) => deliveryId), ["d1"]);
  assert.equal(inbox.acknowledged, "d1");
});

Deno.test("M-15: InjectInbox acknowledges a repeated id again, and delivers it once", () => {
  const inbox = new InjectInbox();
  inbox.receive(offer("d1"));
  inbox.takeAll();
  inbox.receive(offer("d2"));
  assert.equal(inbox.receive(offer("d1")), "acknowledged");
  assert.equal(inbox.acknowledged, "d1");
  assert.deepEqual(inbox.takeAll().map(({ deliveryId }) => deliveryId), ["d2"]);
  const restarted = new InjectInbox({ seen: ["d2"] });
  assert.equal(restarted.receive(offer("d2")), "acknowledged");
  assert.deepEqual(restarted.takeAll(), []);
});

Deno.test("M-15: InjectInbox acknowledges white space and texts without an agent, and delivers neither", () => {
  const nobody = new InjectInbox({ hasAgent: false });
  assert.equal(nobody.receive(offer("d1")), "acknowledged");
  assert.deepEqual(nobody.takeAll(), []);
  const inbox = new InjectInbox();
  assert.equal(inbox.receive(offer("d1", " \n\t")), "acknowledged");
  assert.deepEqual(inbox.takeAll(), []);
});

Deno.test("M-16: InjectInbox rejects the ninth text without acknowledgement, and accepts it once drained", () => {
  const inbox = new InjectInbox();
  for (let at = 1; at <= INBOX_SIZE; at++) {
    assert.equal(inbox.receive(offer(`d${at}`)), "buffered");
  }
  assert.equal(inbox.receive(offer("d9")), "refused");
  assert.equal(inbox.acknowledged, "d8");
  assert.equal(inbox.takeAll().length, INBOX_SIZE);
  assert.equal(inbox.receive(offer("d9")), "buffered");
  assert.equal(inbox.acknowledged, "d9");
});
