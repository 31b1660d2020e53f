import assert from "node:assert/strict";
import { outlineSymbols } from "./outline_symbols.ts";

/** Returns the definitions of a text as `first-last kind container.name`. */
function outline(text: string, language: string): string[] {
  return outlineSymbols(text, language).map(({ startLine, endLine, kind, container, name }) =>
    `${startLine}-${endLine} ${kind} ${container === undefined ? "" : `${container}.`}${name}`
  );
}

Deno.test("outlineSymbols() finds the definitions of Go", () => {
  const text = `// Package cache caches.
package cache

import (
	"fmt"
)

// Default sizes.
const (
	Small = iota
	Large
)

const Single = \`raw { " \\\`

var (
	ErrMissing = errors.New("missing")
	table      = map[string]int{
		"a": 1,
	}
)

type (
	Key string
	Pair struct {
		A, B int
	}
)

// Cache holds
// values.
type Cache[K comparable] struct {
	items map[K]interface{}
}

type Getter interface {
	Get(key string) (any, error)
}

type Option func(*Cache)

// Get finds one.
func (c *Cache[K]) Get(key K) (value interface{}, err error) {
	x := 'a'
	f := func() { fmt.Println("}") }
	return nil, nil
}

func New(
	size int,
	opts ...Option,
) *Cache {
	return nil
}

func Map[T any](in []T) map[string]struct{} { return nil }
`;
  assert.deepEqual(outline(text, "go"), [
    "10-10 constant Small",
    "11-11 constant Large",
    "14-14 constant Single",
    "17-17 variable ErrMissing",
    "18-20 variable table",
    "24-24 type Key",
    "25-27 struct Pair",
    "32-34 struct Cache",
    "36-38 interface Getter",
    "37-37 method Getter.Get",
    "40-40 type Option",
    "43-47 method Cache.Get",
    "49-54 function New",
    "56-56 function Map",
  ]);
});

Deno.test("outlineSymbols() finds the definitions of Rust", () => {
  const text = `//! Crate doc.
use std::fmt;

pub const MAX: usize = 10;
static mut COUNTER: u32 = 0;

/// A point
/// in space.
#[derive(Debug, Clone)]
#[serde(rename_all = "camelCase")]
pub struct Point<T = f64> {
    x: T,
}
pub struct Unit;
struct Tuple(u8, u8);

pub(crate) enum Kind<'a> {
    A(&'a str),
    B { x: char },
}

impl<T: fmt::Debug> Point<T> {
    pub const ZERO: u8 = b'{';
    /// Makes one.
    #[inline]
    pub fn new(x: T) -> Self where T: Copy {
        let s = r#"raw " } "#;
        let c = '}';
        let t = "multi
        line }";
        Point { x }
    }
}

impl<'a, T> From<Kind<'a>> for std::sync::Arc<T> {
    fn from(kind: Kind<'a>) -> Self { todo!() }
}

pub unsafe trait Shape: Send {
    type Output;
    fn area(&self) -> f64;
    fn name(&self) -> &str { "x" }
}

mod tests {
    use super::*;
    #[test] fn works() {}
    async fn later() {}
}
mod other;

macro_rules! square {
    ($x:expr) => { $x * $x };
}

pub const fn constant() -> u8 { 1 }
extern "C" fn callback(x: i32) {}
pub type Result<T> = std::result::Result<T, Error>;
/* block
   comment { */
`;
  assert.deepEqual(outline(text, "rust"), [
    "4-4 constant MAX",
    "5-5 constant COUNTER",
    "11-13 struct Point",
    "14-14 struct Unit",
    "15-15 struct Tuple",
    "17-20 enum Kind",
    "23-23 constant Point.ZERO",
    "26-32 method Point.new",
    "36-36 method Arc.from",
    "39-43 trait Shape",
    "40-40 type Shape.Output",
    "41-41 method Shape.area",
    "42-42 method Shape.name",
    "45-49 module tests",
    "47-47 function tests.works",
    "48-48 function tests.later",
    "52-54 macro square",
    "56-56 function constant",
    "57-57 function callback",
    "58-58 type Result",
  ]);
});

Deno.test("outlineSymbols() finds the definitions of Zig", () => {
  const text = `const std = @import("std");
const Allocator = std.mem.Allocator;

/// The limit.
pub const limit: usize = 10;

pub const Point = struct {
    x: f32,
    const Self = @This();

    pub fn init(x: f32) Point {
        const c = '{';
        return .{ .x = x };
    }

    pub const Kind = enum(u8) { a, b };
};

const Error = error{ Missing, Broken };

pub export fn add(
    a: i32,
    b: i32,
) i32 {
    const text =
        \\\\fn fake() void {
    ;
    return a + b;
}

pub fn List(comptime T: type) type {
    return struct {
        items: []T,
        pub fn append(self: *@This(), item: T) !void {}
    };
}

test "adding" {
    try std.testing.expect(true);
}
var counter: u32 = 0;
`;
  assert.deepEqual(outline(text, "zig"), [
    "5-5 constant limit",
    "7-17 struct Point",
    "11-14 method Point.init",
    "16-16 enum Point.Kind",
    "19-19 enum Error",
    "21-29 function add",
    "31-36 function List",
    "34-34 function List.append",
    '38-40 function test "adding"',
    "41-41 variable counter",
  ]);
});

Deno.test("outlineSymbols() returns the methods of a Go interface", () => {
  const text = `type Store interface {
	io.Closer
	~int | string
	// Get finds one (or none).
	Get(key string) (value any, err error) // a (comment
	Walk(
		visit func(key string) interface{},
	) error
	Empty() interface{}
}

type Pair struct {
	get func(key string) any
	sync.Mutex
}

type Visit func(Store)

func use(store interface {
	Get(key string) any
}) {
	store.Get("a")
}
`;
  assert.deepEqual(outline(text, "go"), [
    "1-10 interface Store",
    "5-5 method Store.Get",
    "6-8 method Store.Walk",
    "9-9 method Store.Empty",
    "12-15 struct Pair",
    "17-17 type Visit",
    "19-23 function use",
  ]);
  assert.deepEqual(
    outlineSymbols(text, "go").slice(1, 4).map(({ signature, doc }) => [signature, doc]),
    [
      ["Get(key string) (value any, err error)", "Get finds one (or none)."],
      ["Walk( visit func(key string) interface{}, ) error", undefined],
      ["Empty() interface{}", undefined],
    ],
  );
});

Deno.test("outlineSymbols() follows nested Rust comments", () => {
  const text = `/*!
Matches \`src/**/a.rs\`, and \`src/*/b.rs\` too. */
fn hidden() {} (
*/
macro_rules! debug {
    ($($token:tt)*) => {};
}

pub struct Error {
    glob: Option<String>,
}

impl Error {
    fn kind(&self) {}
}
`;
  assert.deepEqual(outline(text, "rust"), [
    "5-7 macro debug",
    "9-11 struct Error",
    "14-14 method Error.kind",
  ]);
});

Deno.test("outlineSymbols() names a raw Rust identifier without its escape", () => {
  assert.deepEqual(outline("pub fn r#async() {}\nstruct r#type;\n", "rust"), [
    "1-1 function async",
    "2-2 struct type",
  ]);
});

Deno.test("outlineSymbols() finds the tests of Zig, apart from the functions that they are named after", () => {
  const text = `pub fn addUp(a: i32) i32 {
    return a;
}
test addUp {
    _ = addUp(1);
}
test "adds {up}" {
}
test {
    _ = Pool;
}
const Pool = struct {
    fn open() void {}
    test "opens" {
    }
    test @"open" {}
};
const tested = test_value;
`;
  assert.deepEqual(outline(text, "zig"), [
    "1-3 function addUp",
    "4-6 function test addUp",
    '7-8 function test "adds {up}"',
    "9-11 function test",
    "12-17 struct Pool",
    "13-13 method Pool.open",
    '14-15 method Pool.test "opens"',
    '16-16 method Pool.test @"open"',
    "18-18 constant tested",
  ]);
});

Deno.test("outlineSymbols() finds types of Go with nested type parameters", () => {
  const text = `type InStack[T Config[T]] struct {
\tItem T
}
type Sender[
\tK any,
] interface {
\tSend(K)
}
type List []string
`;
  assert.deepEqual(outline(text, "go"), [
    "1-3 struct InStack",
    "4-8 interface Sender",
    "7-7 method Sender.Send",
    "9-9 type List",
  ]);
});

Deno.test("outlineSymbols() does not read a statement in a part of a Go file as a constant", () => {
  const text = `\tif err != nil {
\t\treturn err
\t}
\tfor range 5 {
\t}
}

const (
\tlimit = 1
)
`;
  assert.deepEqual(outline(text, "go"), ["9-9 constant limit"]);
});
