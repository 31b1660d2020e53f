import assert from "node:assert/strict";
import { outlineSymbols } from "./outline_symbols.ts";

/** Returns the definitions of a text as `first-last kind container.name`. */
function outline(text: string, language = "dart"): string[] {
  return outlineSymbols(text, language).map(({ startLine, endLine, kind, container, name }) =>
    `${startLine}-${endLine} ${kind} ${container === undefined ? "" : `${container}.`}${name}`
  );
}

Deno.test("outlineSymbols() finds functions of Dart with arrows", () => {
  const text = `bool isReady(int count) => count >= 3;
Future<void> main() async => run();
String describe(int count) =>
    isReady(count)
        ? 'ready'
        : 'waiting';
main2(args) => print(args);
int get total => 3;
set total(int value) => store(value);
Map<String, int> table(int a) => {
  'a': a,
};
void Function(int) handler(String name) => (count) => print(name);
external int sum(int a, int b);
const maxRetries = 3;
const Duration pause = Duration(seconds: 1);

final app = Pipeline()
    .addHandler((request) => describe(1))
    .add(2);

void after() {
  helper(int a) => a;
  call(1);
}
`;
  assert.deepEqual(outline(text), [
    "1-1 function isReady",
    "2-2 function main",
    "3-6 function describe",
    "7-7 function main2",
    "8-8 field total",
    "9-9 function total",
    "10-12 function table",
    "13-13 function handler",
    "14-14 function sum",
    "15-15 constant maxRetries",
    "16-16 constant pause",
    "22-25 function after",
  ]);
});

Deno.test("outlineSymbols() finds members of Dart with arrows", () => {
  const text = `abstract base mixin class Pool<T> {
  Pool(this.size);
  Pool.empty() : this(0);
  factory Pool.of(int a) => Pool(a);
  static const limit = 10;
  static final Map<String, int> cache = {};
  final void Function(int code)? onDone;
  int get size => items.length;
  bool operator ==(Object other) => other is Pool;
  Future<T> open() async => await start();
  close() => items
      .clear();
  void Function() listen(String name) => () {};
}
mixin Closing on Pool {}
extension type const Id._(int value) implements int {
  Id next() => Id._(value + 1);
}
extension on String {
  String get twice => this + this;
}
extension PoolLong<T>
    on Pool<T> {
}
class $Made$Type {}
`;
  assert.deepEqual(outline(text), [
    "1-14 class Pool",
    "2-2 method Pool.Pool",
    "3-3 method Pool.empty",
    "4-4 method Pool.of",
    "5-5 constant Pool.limit",
    "6-6 constant Pool.cache",
    "8-8 field Pool.size",
    "9-9 method Pool.==",
    "10-10 method Pool.open",
    "11-12 method Pool.close",
    "13-13 method Pool.listen",
    "15-15 class Closing",
    "16-18 class Id",
    "17-17 method Id.next",
    "22-24 class PoolLong",
    "25-25 class $Made$Type",
  ]);
});

Deno.test("outlineSymbols() does not read a line that continues an expression as a method", () => {
  const java = `class Client {
  private final Http client = new Builder()
      .addInterceptor(new Logging())
      .build();
  static final int id =
      Client.table.lookUp(1);
  Map<String, List<Integer>> get(int a) { return null; }
  public /* final */ void close() {}
}
`;
  assert.deepEqual(outline(java, "java"), [
    "1-9 class Client",
    "5-6 constant Client.id",
    "7-7 method Client.get",
    "8-8 method Client.close",
  ]);
  const csharp = `class Matching {
  static bool isOn =
      !App.TryGetSwitch("a", out var b);
  public static Func<Event, bool> With<T>(string name, Func<T, bool> test)
  {
  }
  IEnumerator<Event> IEnumerable<Event>.GetEnumerator() => list();
}
`;
  assert.deepEqual(outline(csharp, "csharp"), [
    "1-8 class Matching",
    "4-6 method Matching.With",
    "7-7 method Matching.GetEnumerator",
  ]);
});
