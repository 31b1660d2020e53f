import assert from "node:assert/strict";
import { extractSymbols, listSymbols } from "../../../tests/list_symbols.ts";

const SAMPLE = `local json = require "json"
local M = {}
local LIMIT <const> = 10
--- Opens one.
-- @param size how many
function M.open(size) end
function M:run()
  local function inner() end
end
local function helper(a, b) return a end
function global() end
M.close = function() end
M.sub.deep = function() end
M.value = 1
local arrow = function() end
local table = { first = function() end, second = 2 }
--[[ Old. ]]
function old() end
return { export = function() end }
`;

Deno.test("extractSymbols() finds the definitions of Lua under their tables", async () => {
  assert.deepEqual(await listSymbols(SAMPLE, "lua"), [
    "2-2 constant ::M",
    "3-3 constant ::LIMIT",
    "6-6 method M::open",
    "7-9 method M::run",
    "10-10 function ::helper",
    "11-11 function ::global",
    "12-12 method M::close",
    "13-13 method M.sub::deep",
    "15-15 function ::arrow",
    "16-16 variable ::table",
    "16-16 method table::first",
    "18-18 function ::old",
    "19-19 function ::export",
  ]);
  const symbols = await extractSymbols(SAMPLE, "lua");
  assert.equal(symbols?.[2]?.doc, "Opens one. @param size how many");
  assert.equal(symbols?.[2]?.signature, "function M.open(size)");
  assert.equal(symbols?.find(({ name }) => name === "old")?.doc, "Old.");
});
