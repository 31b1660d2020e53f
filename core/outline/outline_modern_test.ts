import assert from "node:assert/strict";
import { outlineSymbols } from "./outline_symbols.ts";

/** Returns the definitions of a text as `first-last kind container.name`. */
function outline(text: string, language: string): string[] {
  return outlineSymbols(text, language).map(({ startLine, endLine, kind, container, name }) =>
    `${startLine}-${endLine} ${kind} ${container === undefined ? "" : `${container}.`}${name}`
  );
}

Deno.test("outlineSymbols() finds the definitions of Kotlin", () => {
  const text = `package app

/** A cache. */
@Serializable
data class Entry(val key: String, val value: Int = 1)

const val MAX = 10
private val table = mapOf("a" to 1)

sealed interface Shape

fun interface Mapper { fun map(x: Int): Int }

abstract class Cache<K : Any, V>(
    private val size: Int,
) : Base<K>(), Closeable {
    val count: Int get() = size
    lateinit var other: String

    init {
        val local = 1
    }

    override suspend fun get(key: K): V? = lock.withLock {
        null
    }

    @Deprecated("x") fun old(): Unit = Unit

    companion object {
        fun create(): Cache<String, Int> {
            return TODO()
        }
    }
}

enum class Color(val rgb: Int) {
    RED(1);
    fun hex() = "x"
}

object Registry : Base() {
    fun register() {}
}

inline fun <reified T> List<T>.second(): T =
    this[1]

fun String.shout(): String { return this }
typealias Handler = (String) -> Unit
val String.last: Char
    get() = this[0]
`;
  assert.deepEqual(outline(text, "kotlin"), [
    "5-5 class Entry",
    "7-7 constant MAX",
    "8-8 variable table",
    "10-10 interface Shape",
    "12-12 interface Mapper",
    "14-35 class Cache",
    "17-17 field Cache.count",
    "18-18 field Cache.other",
    "24-26 method Cache.get",
    "28-28 method Cache.old",
    "31-33 method Cache.create",
    "37-40 enum Color",
    "39-39 method Color.hex",
    "42-44 class Registry",
    "43-43 method Registry.register",
    "46-47 method List.second",
    "49-49 method String.shout",
    "50-50 type Handler",
    "51-52 variable String.last",
  ]);
});

Deno.test("outlineSymbols() finds the definitions of Swift", () => {
  const text = `import Foundation

/// A point.
@frozen
public struct Point: Equatable {
    public var x: Double
    static let zero = Point(x: 0)

    public init(x: Double) {
        self.x = x
    }
    init?(raw: String) { return nil }

    mutating func move(by delta: Double,
                       times: Int = 1) throws -> Point {
        let local = 1
        return self
    }
    subscript(index: Int) -> Double { x }
    static func == (a: Point, b: Point) -> Bool { true }
}

extension Array where Element == Int {
    func total() -> Int {
        reduce(0, +)
    }
}

protocol Shape: AnyObject {
    associatedtype Unit
    var area: Double { get }
    func draw() -> String
}

public final class Server<T> {
    class func make() -> Server { Server() }
    private lazy var pool = Pool()
    deinit {}
    enum State { case on, off }
}
actor Counter { func next() -> Int { 1 } }
typealias Handler = (Int) -> Void
@available(iOS 13, *) func modern() async {}
let text = """
func fake() {
"""
`;
  assert.deepEqual(outline(text, "swift"), [
    "5-21 struct Point",
    "6-6 field Point.x",
    "7-7 field Point.zero",
    "9-11 method Point.init",
    "12-12 method Point.init",
    "14-18 method Point.move",
    "19-19 method Point.subscript",
    "20-20 method Point.==",
    "24-26 method Array.total",
    "29-33 interface Shape",
    "30-30 type Shape.Unit",
    "31-31 field Shape.area",
    "32-32 method Shape.draw",
    "35-40 class Server",
    "36-36 method Server.make",
    "37-37 field Server.pool",
    "39-39 enum Server.State",
    "41-41 class Counter",
    "42-42 type Handler",
    "43-43 function modern",
    "44-46 variable text",
  ]);
});

Deno.test("outlineSymbols() finds the definitions of Scala", () => {
  const text = `package app

/** A tree. */
sealed trait Tree[+A] extends Product with Serializable {
  def size: Int
  def map[B](f: A => B): Tree[B] = this match {
    case Leaf(x) => Leaf(f(x))
  }
  val name: String = "x"
}

final case class Leaf[A](value: A) extends Tree[A]

object Tree {
  implicit def order[A](implicit ev: Order[A]): Order[Tree[A]] =
    new Order[Tree[A]] {
      def compare(a: A, b: A) = 0
    }
  def +(other: Int): Int = 1
  private[app] lazy val cache = Map.empty
  type Id[A] = A
}

enum Color:
  case Red, Green

given intOrd: Ord[Int] with
  def compare(x: Int, y: Int): Int = 0

class Scala3(x: Int):
  def method: Int =
    x + 1

  def other = 2
`;
  assert.deepEqual(outline(text, "scala"), [
    "4-10 trait Tree",
    "5-5 method Tree.size",
    "6-8 method Tree.map",
    "9-9 field Tree.name",
    "12-12 class Leaf",
    "14-22 class Tree",
    "15-18 method Tree.order",
    "17-17 function Tree.order.compare",
    "19-19 method Tree.+",
    "20-20 field Tree.cache",
    "21-21 type Tree.Id",
    "24-25 enum Color",
    "27-28 constant intOrd",
    "28-28 function intOrd.compare",
    "30-34 class Scala3",
    "31-32 method Scala3.method",
    "34-34 method Scala3.other",
  ]);
});

Deno.test("outlineSymbols() finds Scala operators, constructors and package objects", () => {
  const text = `package cats

package object syntax extends Implicits with More {
  def all: Int = 1
}

class Ratio(n: Int, d: Int) {
  def this(n: Int) = this(n, 1)
  def unary_- : Ratio = new Ratio(-n, d)
  def scale_=(x: Int): Unit = ()
  def _1: Int = n
  def many_vals: Int = d
}
`;
  assert.deepEqual(outline(text, "scala"), [
    "3-5 class syntax",
    "4-4 method syntax.all",
    "7-13 class Ratio",
    "8-8 method Ratio.this",
    "9-9 method Ratio.unary_-",
    "10-10 method Ratio.scale_=",
    "11-11 method Ratio._1",
    "12-12 method Ratio.many_vals",
  ]);
});

Deno.test("outlineSymbols() follows nested comments of Kotlin, Swift and Scala", () => {
  const comment = "/* a /* b */\nclass Hidden {\n*/\n";
  for (const language of ["kotlin", "swift", "scala"]) {
    assert.deepEqual(outline(`${comment}class Shown {\n}\n`, language), ["4-5 class Shown"]);
  }
});
