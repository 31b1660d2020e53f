import assert from "node:assert/strict";
import { formatBytes } from "./format_bytes.ts";

Deno.test("formatBytes() writes a size in the largest unit that it fills", () => {
  const sizes = [0, 1, 999, 1000, 46_000, 999_949, 999_950, 1_000_000, 4_620_288, 2.5e9];
  assert.deepEqual(sizes.map(formatBytes), [
    "0 bytes",
    "1 byte",
    "999 bytes",
    "1.0 kB",
    "46.0 kB",
    "999.9 kB",
    "1.0 MB",
    "1.0 MB",
    "4.6 MB",
    "2.5 GB",
  ]);
});
