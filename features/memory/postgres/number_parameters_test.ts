import assert from "node:assert/strict";
import { numberParameters } from "./number_parameters.ts";

Deno.test("numberParameters() numbers a parameter without a number after the highest so far", () => {
  for (
    const [sql, expected] of [
      ["SELECT 1", "SELECT 1"],
      ["a = ? AND b = ?", "a = $1 AND b = $2"],
      ["a = ?2 OR b = ?1", "a = $2 OR b = $1"],
      ["a = ?3 OR b = ?", "a = $3 OR b = $4"],
      ["(?,?)", "($1,$2)"],
      ["?12", "$12"],
    ] as const
  ) assert.equal(numberParameters(sql), expected);
});

Deno.test("numberParameters() does not change texts, names and comments", () => {
  for (
    const kept of [
      "'?'",
      "'it''s ?1'",
      '"?"',
      '"a""?"',
      "-- ?\n",
      "/* ? \n ?1 */",
      "$$ ? $$",
      "$body$ ? $$ ? $body$",
    ]
  ) assert.equal(numberParameters(`${kept} ? ${kept} ?`), `${kept} $1 ${kept} $2`);
  assert.equal(numberParameters("'never closed ?"), "'never closed $1");
});
