import assert from "node:assert/strict";
import { renderColumns } from "./render_columns.ts";

Deno.test("renderColumns() puts cells below each other, numbers by their end, and no blanks at the end", () => {
  assert.equal(
    renderColumns([["1", "a", "x"], ["10", "bcd", ""]], [
      { title: "ID", right: true },
      { title: "NAME" },
      {},
    ]),
    "ID  NAME\n 1  a     x\n10  bcd\n",
  );
});

Deno.test("renderColumns() has no line of titles without titles, and nothing for no rows", () => {
  assert.equal(renderColumns([["a", "b"]], [{}, {}]), "a  b\n");
  assert.equal(renderColumns([], [{}, {}]), "");
});
