import assert from "node:assert/strict";
import { extractSymbols, listSymbols } from "../../../tests/list_symbols.ts";

const SAMPLE = `//! The crate.

/// Keeps workers.
#[derive(Debug)]
pub struct Pool<T> { size: T }
enum Level { Low, High }
union Raw { a: u8 }
pub const LIMIT: usize = 10;
static COUNT: AtomicUsize = AtomicUsize::new(0);
type Name = String;
pub trait Run: Send {
    type Output;
    const DEPTH: u8;
    fn run(&self) -> Self::Output;
    fn twice(&self) { self.run(); }
}
impl<T> Pool<T> {
    /// Opens one.
    pub async fn open(&mut self) -> io::Result<T>
    where
        T: Clone,
    {
        fn inner() {}
    }
}
impl<'a, T> fmt::Display for &'a module::Pool<T> {
    fn fmt(&self, f: &mut Formatter) -> Result { Ok(()) }
}
macro_rules! square { ($x:expr) => { $x * $x }; }
extern "C" { fn getpid() -> i32; }
mod other;
#[cfg(test)]
mod tests {
    fn helper() {}
}
`;

Deno.test("extractSymbols() finds the definitions of Rust, methods under their type", async () => {
  assert.deepEqual(await listSymbols(SAMPLE, "rust"), [
    "5-5 struct ::Pool",
    "6-6 enum ::Level",
    "7-7 struct ::Raw",
    "8-8 constant ::LIMIT",
    "9-9 variable ::COUNT",
    "10-10 type ::Name",
    "11-16 trait ::Run",
    "12-12 type Run::Output",
    "13-13 constant Run::DEPTH",
    "14-14 method Run::run",
    "15-15 method Run::twice",
    "19-24 method Pool::open",
    "27-27 method Pool::fmt",
    "29-29 macro ::square",
    "30-30 function ::getpid",
    "33-35 module ::tests",
    "34-34 function tests::helper",
  ]);
});

Deno.test("extractSymbols() gives Rust heads and doc comments above attributes", async () => {
  const symbols = await extractSymbols(SAMPLE, "rust");
  const pool = symbols?.find(({ name }) => name === "Pool");
  const open = symbols?.find(({ name }) => name === "open");
  assert.equal(pool?.doc, "Keeps workers.");
  assert.equal(open?.doc, "Opens one.");
  assert.equal(
    open?.signature,
    "pub async fn open(&mut self) -> io::Result<T> where T: Clone",
  );
});
