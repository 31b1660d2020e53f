import assert from "node:assert/strict";
import { SymbolAnswers } from "../../tests/symbol_answers.ts";

Deno.test("findCallers() of Lua follows modules, tables, classes and globals", async () => {
  using tree = await SymbolAnswers.open({
    "lua/lib/util.lua":
      "local M = {}\nlocal function own() end\nfunction M.open(a)\n  own()\nend\nM.late = function() M.open(1) end\nfunction shared() end\nreturn M\n",
    "lua/lib/part.lua":
      "local function weigh() end\nreturn { weigh = weigh, tare = function() end }\n",
    "lua/queue.lua":
      "local Base = {}\nfunction Base:stop() end\nlocal Queue = setmetatable({}, { __index = Base })\nQueue.__index = Queue\n" +
      "function Queue.new()\n  return setmetatable({}, Queue)\nend\nfunction Queue:push(x)\n  self:stop()\n  self:push(x)\nend\nreturn Queue\n",
    "lua/made.lua":
      "local obj = {\n  fix = function(self)\n  end,\n}\nreturn setmetatable(obj, {})\n",
    "lua/open.lua": "return require('other').make()\n",
    "use.lua":
      "local made = require('made')\nlocal open = require('open')\nmade:fix()\nopen:fix()\n",
    "main.lua":
      "local util = require(\"lib.util\")\nlocal weigh = require('lib.part').weigh\nlocal part = require 'lib.part'\nlocal Queue = require('queue')\n" +
      "local function run(x)\n  util.open(1)\n  weigh()\n  part.tare()\n  shared()\n  own()\n  x:push(1)\n" +
      "  local queue = Queue.new()\n  queue:push(2)\n  queue:stop()\nend\nrun()\n",
  });
  const expected: Readonly<Record<string, readonly string[]>> = {
    "lua/lib/util.lua#open": ["certain lua/lib/util.lua: M.late 6", "certain main.lua: run 6"],
    "lua/lib/util.lua#own": ["certain lua/lib/util.lua: M.open 4"],
    "lua/lib/util.lua#shared": ["certain main.lua: run 9"],
    "lua/lib/part.lua#weigh": ["certain main.lua: run 7"],
    "lua/queue.lua#Queue.push": ["certain main.lua: run 13", "name only main.lua: run 11"],
    "lua/queue.lua#Base.stop": ["certain lua/queue.lua: Queue.push 9", "certain main.lua: run 14"],
    "lua/made.lua#fix": ["certain use.lua: - 3", "likely use.lua: - 4"],
    "main.lua#run": ["certain main.lua: - 16"],
  };
  for (const [target, callers] of Object.entries(expected)) {
    assert.deepEqual(await tree.callers(target), callers, target);
  }
});

Deno.test("findCallers() of Bash follows sourced files, and commands that run others", async () => {
  using tree = await SymbolAnswers.open({
    "lib/log.sh": 'log() { echo "$1"; }\nfatal() {\n  log "$1"\n  exit 1\n}\n',
    "lib/all.sh": 'source "$(dirname "$0")/log.sh"\n',
    "run.sh":
      '#!/bin/bash\n. ./lib/all.sh\nwork() {\n  local log=1\n  x=$(log a | cat)\n  fatal "log" || echo log\n}\ntrap work EXIT\nif work; then :; fi\nwork_more\n',
    "test/log.bats":
      'load ../lib/log\nsource "${BATS_TEST_DIRNAME}/../lib/log.sh"\n@test "fatal" {\n  run fatal x\n}\n',
    "other.sh": "fatal() { :; }\nfatal 1\n",
  });
  const expected: Readonly<Record<string, readonly string[]>> = {
    "lib/log.sh#log": ["certain lib/log.sh: fatal 3", "certain run.sh: work 5"],
    "lib/log.sh#fatal": ["certain run.sh: work 6", "certain test/log.bats: - 4"],
    "run.sh#work": ["certain run.sh: - 9", "certain run.sh: - 8"],
    "other.sh#fatal": ["certain other.sh: - 2"],
  };
  for (const [target, callers] of Object.entries(expected)) {
    assert.deepEqual(await tree.callers(target), callers, target);
  }
});
