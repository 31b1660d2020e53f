import assert from "node:assert/strict";
import { markdownTable } from "./markdown_table.ts";

Deno.test("markdownTable() pads each column to its widest cell and fills missing cells", () => {
  assert.equal(
    markdownTable(["a", "set"], [["long", "x"], ["b"]]),
    ["| a    | set |", "| ---- | --- |", "| long | x   |", "| b    |     |", ""].join("\n"),
  );
});
