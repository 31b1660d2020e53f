import assert from "node:assert/strict";
import { formatHeadings } from "./fragment.ts";

Deno.test("formatHeadings() names each heading of a section once, from the outermost", () => {
  const sections = [
    ["Guide > Pools", "Pools", "Guide > Pools"],
    ["Guide > Pools", "Guide", "Guide > Pools"],
    ["Guide > Pools", "Open one", "Guide > Pools > Open one"],
    ["Guide > Set up", "up", "Guide > Set up > up"],
    ["Guide > Pools", undefined, "Guide > Pools"],
    ["", "Pools", "Pools"],
    [undefined, undefined, ""],
  ] as const;
  for (const [container, symbol, told] of sections) {
    assert.equal(formatHeadings({ container, symbol }), told);
  }
});
