import assert from "node:assert/strict";
import { extractSymbols, listSymbols } from "../../../tests/list_symbols.ts";

const SAMPLE = `<?php
namespace App\\Core;

use Other\\Thing;

/**
 * Keeps workers.
 */
#[Entity]
final class Pool extends Base implements Countable
{
    const LIMIT = 10, DEPTH = 2;
    private int $size = 1;
    public function run(Task $task): void
    {
        $inner = function () {};
    }
    abstract public function count();
}
interface Runner { public function run(); }
trait Counts { public function count() {} }
enum Level: string { case Low = 'l'; public function next() {} }
function helper(int $a = 1): int { return $a; }
const VERSION = '1';
if (!function_exists('old')) {
    function old() {}
}
`;

Deno.test("extractSymbols() finds the definitions of PHP under their namespace", async () => {
  assert.deepEqual(await listSymbols(SAMPLE, "php"), [
    "2-2 module ::App\\Core",
    "10-19 class App.Core::Pool",
    "12-12 constant App.Core.Pool::LIMIT",
    "12-12 constant App.Core.Pool::DEPTH",
    "14-17 method App.Core.Pool::run",
    "18-18 method App.Core.Pool::count",
    "20-20 interface App.Core::Runner",
    "20-20 method App.Core.Runner::run",
    "21-21 trait App.Core::Counts",
    "21-21 method App.Core.Counts::count",
    "22-22 enum App.Core::Level",
    "22-22 method App.Core.Level::next",
    "23-23 function App.Core::helper",
    "24-24 constant App.Core::VERSION",
    "26-26 function App.Core::old",
  ]);
  const pool = (await extractSymbols(SAMPLE, "php"))?.[1];
  assert.equal(pool?.doc, "Keeps workers.");
  assert.equal(pool?.signature, "final class Pool extends Base implements Countable");
});

Deno.test("extractSymbols() finds PHP between markup and in braced namespaces", async () => {
  const text = "<b><?php namespace A\\B { class C {} } namespace { function f() {} } ?></b>\n";
  assert.deepEqual(await listSymbols(text, "php"), [
    "1-1 module ::A\\B",
    "1-1 class A.B::C",
    "1-1 function ::f",
  ]);
});
