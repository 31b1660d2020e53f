import assert from "node:assert/strict";
import { outlineSymbols } from "./outline_symbols.ts";

/** Returns the definitions of a text as `first-last kind container.name`. */
function outline(text: string, language: string): string[] {
  return outlineSymbols(text, language).map(({ startLine, endLine, kind, container, name }) =>
    `${startLine}-${endLine} ${kind} ${container === undefined ? "" : `${container}.`}${name}`
  );
}

Deno.test("outlineSymbols() finds the definitions of Java", () => {
  const text = `package a.b;

import java.util.*;

/**
 * A service.
 */
@Service("x{")
public final class Service<T extends Comparable<T>> extends Base implements A, B {
    private static final int MAX = 10;
    private final Map<String, List<T>> items = new HashMap<>();

    static {
        init();
    }

    @Autowired
    public Service(final Map<String, T> a) {
        super(a);
    }

    /** Finds. */
    @Override public <R> Optional<R> find(String name, int... rest)
            throws IOException {
        if (name == null) { return Optional.empty(); }
        Runnable r = () -> { };
        for (int i = 0; i < 3; i++) { }
        return null;
    }

    abstract void missing();

    public enum Color {
        RED, GREEN { void x() {} };
        Color() { }
        public static Color of(char c) { return c == '{' ? RED : GREEN; }
    }

    interface Visitor<R> {
        R visit(Node node);
        default void done() { }
    }

    record Pair(int a, int b) { }
    @interface Marker { String value() default ""; }
    String text = """
        class Fake {
        """;
}
`;
  assert.deepEqual(outline(text, "java"), [
    "9-49 class Service",
    "10-10 constant Service.MAX",
    "18-20 method Service.Service",
    "23-29 method Service.find",
    "31-31 method Service.missing",
    "33-37 enum Service.Color",
    "35-35 method Service.Color.Color",
    "36-36 method Service.Color.of",
    "39-42 interface Service.Visitor",
    "40-40 method Service.Visitor.visit",
    "41-41 method Service.Visitor.done",
    "44-44 class Service.Pair",
    "45-45 interface Service.Marker",
  ]);
});

Deno.test("outlineSymbols() finds the definitions of C#", () => {
  const text = `using System;
namespace App.Core
{
    /// <summary>A <see cref="Foo"/> service.</summary>
    [Serializable]
    public sealed partial class Service<T> : Base, IService where T : class
    {
        public const int Max = 10;
        private readonly string _name = @"c:\\";
        public string Name { get; set; } = "{";
        public int Size => _name.Length;
        public event EventHandler Changed;

        public Service(string name) : base(name)
        {
        }

        [HttpGet("x")] public async Task<List<T>> FindAsync(int id, CancellationToken token = default)
        {
            if (id > 0) { return null; }
            return await Foo();
        }

        public static implicit operator string(Service<T> s) => s.Name;
        public (int A, string B) Tuple() => (1, "x");
        protected abstract void Missing();
        public bool this[int index] { get { return true; } }
    }

    public interface IService { void Run(); }
    public enum Color { Red }
    public record struct Point(int X, int Y);
    public record Person(string Name);
    public delegate void Handler(object sender);
    internal static class Extensions
    {
        public static string Shout(this string s) { return s; }
    }
}
`;
  assert.deepEqual(outline(text, "csharp"), [
    "6-28 class Service",
    "8-8 constant Service.Max",
    "10-10 field Service.Name",
    "11-11 field Service.Size",
    "14-16 method Service.Service",
    "18-22 method Service.FindAsync",
    "24-24 method Service.string",
    "25-25 method Service.Tuple",
    "26-26 method Service.Missing",
    "30-30 interface IService",
    "31-31 enum Color",
    "32-32 class Point",
    "33-33 class Person",
    "34-34 type Handler",
    "35-38 class Extensions",
    "37-37 method Extensions.Shout",
  ]);
});

Deno.test("outlineSymbols() finds the definitions of Dart", () => {
  const text = `import 'dart:io';

/// A widget.
class Counter extends StatefulWidget with Loud implements A {
  const Counter({super.key, this.x = '{'});
  Counter.named(int a) : x = a;
  factory Counter.from(int a) => Counter();
  final int x;
  static const int max = 10;

  @override
  Widget build(BuildContext context) {
    return Text('x');
  }
  int get size => 1;
  Future<List<int>> load() async {
    return [];
  }
}
mixin Loud on Object { void shout() {} }
enum Color { red }
extension Shouting on String { String shout() => this; }
typedef Handler = void Function(int);
void main(List<String> args) {
  if (args.isEmpty) { print('x'); }
}
`;
  assert.deepEqual(outline(text, "dart"), [
    "4-19 class Counter",
    "5-5 method Counter.Counter",
    "6-6 method Counter.named",
    "7-7 method Counter.from",
    "9-9 constant Counter.max",
    "12-14 method Counter.build",
    "15-15 field Counter.size",
    "16-18 method Counter.load",
    "20-20 class Loud",
    "21-21 enum Color",
    "22-22 class Shouting",
    "23-23 type Handler",
    "24-26 function main",
  ]);
});

Deno.test("outlineSymbols() finds the definitions of PHP", () => {
  const text = `<?php
declare(strict_types=1);

namespace App\\Http;

use Foo\\Bar;

/**
 * Handles.
 */
#[Attribute(1)]
final class Handler extends Base implements Contract
{
    public const MAX = 10;
    private ?string $name = "it's {";

    public function __construct(private readonly Bar $bar)
    {
    }

    /** Runs. */
    protected static function &run(array $a = []): ?array
    {
        $f = function ($x) { return $x; };
        $sql = <<<SQL
        function fake() {
        SQL;
        return array_map(fn ($x) => $x, $a);
    }

    abstract public function missing(): void;
}

interface Contract {}
trait Loud { public function shout() {} }
enum Suit: string { case Hearts = 'H'; }
function helper($a) { return $a; }
define('APP_ROOT', __DIR__);
`;
  assert.deepEqual(outline(text, "php"), [
    "12-32 class Handler",
    "14-14 constant Handler.MAX",
    "17-19 method Handler.__construct",
    "22-29 method Handler.run",
    "31-31 method Handler.missing",
    "34-34 interface Contract",
    "35-35 trait Loud",
    "36-36 enum Suit",
    "37-37 function helper",
    "38-38 constant APP_ROOT",
  ]);
});

Deno.test("outlineSymbols() finds the definitions of Solidity", () => {
  const text = `// A token.
contract Token is Base {
    event Sent(address to);
    struct Entry { uint a; }
    modifier onlyOwner() { _; }
    function send(address to, uint amount)
        external
        returns (bool)
    {
        error = 1;
    }
}
`;
  assert.deepEqual(outline(text, "solidity"), [
    "2-12 class Token",
    "3-3 type Token.Sent",
    "4-4 struct Token.Entry",
    "5-5 method Token.onlyOwner",
    "6-11 method Token.send",
  ]);
});

Deno.test("outlineSymbols() finds Java members whose name or value is on the next line", () => {
  const text = `class Builder {
  static final Factory DEFAULT_FACTORY =
      new Factory(
          Collections.emptyMap());

  private static final Map<String, List<Integer>>
      LONG_NAME =
          new HashMap<>();

  static final Other
      MARKED; static int last;

  public static Builder
      create() {
    return null;
  }

  private final Map<String, Integer>
      items = new HashMap<>();
  static final int PLAIN;
  int after = 1;
}
`;
  assert.deepEqual(outline(text, "java"), [
    "1-22 class Builder",
    "2-4 constant Builder.DEFAULT_FACTORY",
    "6-8 constant Builder.LONG_NAME",
    "13-16 method Builder.create",
  ]);
});
