import assert from "node:assert/strict";
import { type ContextBlock, toContextInjectedEvent, toSystemPromptEvent } from "./events.ts";

function block(written: string): ContextBlock {
  const [source, position, id = ""] = written.split(" ");
  return {
    id,
    itemId: id,
    text: "🚢 in",
    tokens: 2,
    position: position as ContextBlock["position"],
    source: source as ContextBlock["source"],
  };
}

Deno.test("toSystemPromptEvent() names items and hooks separately, and is undefined for an empty prompt", () => {
  const blocks = ["hook system h", "extends system who", "profile before x"].map(block);
  assert.deepEqual(toSystemPromptEvent("text", blocks), {
    text: "text",
    layers: ["who"],
    hookLayers: ["h"],
  });
  assert.equal(toSystemPromptEvent("", blocks), undefined);
});

Deno.test("toContextInjectedEvent() lists the content of the message, each hook once", () => {
  const blocks = ["hook before h", "hook before h", "extends before p", "profile after q"];
  const skipped = [{
    id: "s",
    position: "system",
    source: "extends",
    reason: "suppressed",
  }] as const;
  const event = toContextInjectedEvent([...blocks, "extends system who"].map(block), skipped);
  assert.deepEqual([event.before, event.after], [["h", "p"], ["q"]]);
  assert.deepEqual(event.blocks.map(({ id }) => id), ["h", "h", "p", "q"]);
  assert.deepEqual(event.blocks[0], {
    id: "h",
    position: "before",
    tokens: 2,
    source: "hook",
    chars: 4,
  });
  assert.deepEqual(event.skipped, [{ id: "s", reason: "suppressed" }]);
});
