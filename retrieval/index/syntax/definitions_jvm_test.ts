import assert from "node:assert/strict";
import { extractSymbols, listSymbols } from "../../../tests/list_symbols.ts";

const JAVA = `package com.example;
/**
 * Keeps workers.
 */
@Component(name = "pool")
public abstract class Pool<T> extends Base implements Closeable {
  public static final int LIMIT = 10, OTHER = 2;
  private int size;
  public Pool(int size) { this.size = size; }
  @Override // from Base
  public <R> R run(Task<R> task) throws Exception {
    Runnable r = new Runnable() { public void run() {} };
    return null;
  }
  static class Inner { void deep() {} }
  enum Level { LOW, HIGH; Level next() { return this; } }
  interface Listener { int DEPTH = 1; void changed(); }
  record Pair(int a, int b) { Pair { } int sum() { return a + b; } }
  @interface Marker { String value(); }
}
`;

Deno.test("extractSymbols() finds the definitions of Java", async () => {
  assert.deepEqual(await listSymbols(JAVA, "java"), [
    "6-20 class ::Pool",
    "7-7 constant Pool::LIMIT",
    "7-7 constant Pool::OTHER",
    "9-9 method Pool::Pool",
    "11-14 method Pool::run",
    "15-15 class Pool::Inner",
    "15-15 method Pool.Inner::deep",
    "16-16 enum Pool::Level",
    "16-16 method Pool.Level::next",
    "17-17 interface Pool::Listener",
    "17-17 constant Pool.Listener::DEPTH",
    "17-17 method Pool.Listener::changed",
    "18-18 class Pool::Pair",
    "18-18 method Pool.Pair::Pair",
    "18-18 method Pool.Pair::sum",
    "19-19 interface Pool::Marker",
    "19-19 method Pool.Marker::value",
  ]);
});

Deno.test("extractSymbols() skips Java annotations between doc comment and head", async () => {
  const [pool, , , , run] = await extractSymbols(JAVA, "java") ?? [];
  assert.equal(pool?.doc, "Keeps workers.");
  assert.equal(
    pool?.signature,
    "public abstract class Pool<T> extends Base implements Closeable",
  );
  assert.equal(run?.signature, "public <R> R run(Task<R> task) throws Exception");
});

const SCALA = `package com.example
/** Keeps workers. */
@deprecated("x")
case class Pool[T](size: Int) extends Base {
  val inside = 1
  def run(task: Task): Unit = { def inner = 1 }
}
object Pool {
  val Limit: Int = 10
  type Name = String
  def apply(): Pool[Int] = new Pool(1)
}
sealed trait Level { def next: Level }
enum Color { case Red, Green; def hex = 1 }
given ordering: Ordering[Pool] = ???
extension (text: String) def shout = text.toUpperCase
package object tools { var count = 1 }
val (left, right) = pair
`;

Deno.test("extractSymbols() finds the definitions of Scala, givens and extensions too", async () => {
  assert.deepEqual(await listSymbols(SCALA, "scala"), [
    "4-7 class ::Pool",
    "6-6 method Pool::run",
    "8-12 module ::Pool",
    "9-9 constant Pool::Limit",
    "10-10 type Pool::Name",
    "11-11 method Pool::apply",
    "13-13 trait ::Level",
    "13-13 method Level::next",
    "14-14 enum ::Color",
    "14-14 method Color::hex",
    "15-15 constant ::ordering",
    "16-16 function ::shout",
    "17-17 module ::tools",
    "17-17 variable tools::count",
  ]);
  const [pool] = await extractSymbols(SCALA, "scala") ?? [];
  assert.equal(pool?.doc, "Keeps workers.");
  assert.equal(pool?.signature, "case class Pool[T](size: Int) extends Base");
});

Deno.test("extractSymbols() ends indented bodies of Scala before the next comment", async () => {
  const text = `object Pool:
  def open(size: Int) =
    run { task =>
      task
    } // now

  /** Closes it.
   *  Slowly. */
  def close() =
    stop()

/** Helps. */
def help = 1
`;
  assert.deepEqual(await listSymbols(text, "scala"), [
    "1-10 module ::Pool",
    "2-5 method Pool::open",
    "9-10 method Pool::close",
    "13-13 function ::help",
  ]);
  const symbols = await extractSymbols(text, "scala");
  assert.deepEqual(symbols?.map(({ doc }) => doc), [
    undefined,
    undefined,
    "Closes it. Slowly.",
    "Helps.",
  ]);
});
