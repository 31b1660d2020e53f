import { testCallers } from "../../tests/symbol_answers.ts";

/** Returns the path of the source of a class of `com.acme`. */
const at = (name: string, set = "main") => `src/${set}/java/com/acme/${name}.java`;

testCallers("of Java follows imports, packages and paths", {
  [at("scale/Scale")]: "package com.acme.scale;\npublic class Scale {\n" +
    "  public static int weigh(int n) { return n; }\n  public static int MAX = 1;\n" +
    "  public static class Pan {\n    public void hold() {}\n  }\n}\n",
  [at("Single")]:
    "package com.acme;\nimport com.acme.scale.Scale;\nclass Single {\n  void f() { Scale.weigh(1); }\n}\n",
  [at("Wild")]:
    "package com.acme;\nimport com.acme.scale.*;\nclass Wild {\n  void f() { Scale.weigh(1); }\n}\n",
  [at("Static")]:
    "package com.acme;\nimport static com.acme.scale.Scale.weigh;\nclass Static {\n  void f() { weigh(1); }\n}\n",
  [at("StaticWild")]:
    "package com.acme;\nimport static com.acme.scale.Scale.*;\nclass StaticWild {\n  void f() { weigh(1); new Pan().hold(); }\n}\n",
  [at("Full")]:
    "package com.acme;\nclass Full {\n  void f() { com.acme.scale.Scale.weigh(1); }\n  com.acme.scale.Scale.Pan pan;\n  void g() { pan.hold(); }\n}\n",
  [at("scale/ScaleTest", "test")]:
    "package com.acme.scale;\nimport static org.junit.Assert.*;\nclass ScaleTest {\n  void tests() { assertEquals(1, Scale.weigh(1)); }\n}\n",
  [at("Foreign")]:
    "package com.acme;\nimport org.other.Scale;\nclass Foreign {\n  void f() { Scale.weigh(1); }\n}\n",
}, {
  [`${at("scale/Scale")}#weigh`]: [
    `certain ${at("Full")}: Full.f 3`,
    `certain ${at("Single")}: Single.f 4`,
    `certain ${at("Static")}: Static.f 4`,
    `certain ${at("StaticWild")}: StaticWild.f 4`,
    `certain ${at("Wild")}: Wild.f 4`,
    `certain ${at("scale/ScaleTest", "test")}: ScaleTest.tests 4`,
  ],
  [`${at("scale/Scale")}#Scale.Pan.hold`]: [
    `certain ${at("Full")}: Full.g 5`,
    `certain ${at("StaticWild")}: StaticWild.f 4`,
  ],
});

testCallers("of Java distinguishes members, variables and types of one name", {
  "A.java": "class A {\n  int size;\n  int size() { return size; }\n" +
    "  void f() { int size = size(); use(size); }\n  void g(A a) { a.size(); a.size = 1; }\n" +
    "  Object h() { return this.size(); }\n  void use(int x) {}\n}\n",
  "Two.java":
    "class Two {\n  static class One {\n    static class Builder {\n      void build() {}\n    }\n    void f(Builder b) { b.build(); }\n  }\n" +
    "  static class Other {\n    static class Builder {\n      void build() {}\n    }\n    void g(Builder b) { b.build(); }\n  }\n}\n",
}, {
  "A.java#A.size": ["certain A.java: A.f 4", "certain A.java: A.g 5", "certain A.java: A.h 6"],
  "Two.java#Two.One.Builder.build": ["certain Two.java: Two.One.f 6"],
});

testCallers("of Java resolves inherited, overridden and outer members", {
  "Base.java": "class Base {\n  protected void start() {}\n  void stop() {}\n  int level;\n}\n",
  "Sub.java":
    "class Sub extends Base {\n  void start() { super.start(); }\n  void run() { start(); stop(); }\n" +
    "  class Inner {\n    void in() { start(); Sub.this.stop(); }\n  }\n}\n",
  "Use.java":
    "class Use {\n  void f(Base b, Sub s) { b.start(); s.stop(); }\n  void g() { new Sub() { void h() { stop(); } }; }\n}\n",
}, {
  "Base.java#Base.start": ["certain Sub.java: Sub.start 2", "certain Use.java: Use.f 2"],
  "Base.java#Base.stop": [
    "certain Sub.java: Sub.run 3",
    "certain Sub.java: Sub.Inner.in 5",
    "certain Use.java: Use.f 2",
    "certain Use.java: Use.g 3",
  ],
  "Sub.java#Sub.start": [
    "certain Sub.java: Sub.run 3",
    "certain Sub.java: Sub.Inner.in 5",
    "likely Use.java: Use.f 2",
  ],
});

testCallers("of Java uses the number of arguments of methods and constructors", {
  "Pack.java": "class Pack {\n  Pack() { this(1); }\n  Pack(int n) {}\n  void add(int a) {}\n" +
    "  void add(int a, int b) {}\n  void all(String s, int... more) {}\n}\n",
  "Use.java":
    "class Use {\n  void one(Pack p) { p.add(1); }\n  void two(Pack p) { p.add(1, 2); }\n" +
    '  void more() { new Pack().all("a", 1, 2, 3); }\n  Object made() { return new Pack(3); }\n}\n',
}, {
  "Pack.java#Pack.add": ["certain Use.java: Use.one 2"],
  "Pack.java#Pack.all": ["certain Use.java: Use.more 4"],
  "Pack.java#Pack.Pack": [
    "certain Use.java: Use.more 4",
  ],
});

testCallers("of Java follows types of expressions: generics, chains, patterns, lambdas", {
  "Box.java":
    "import java.util.*;\nclass Box {\n  void open() {}\n  Box with(int n) { return this; }\n" +
    "  record Pair(Box left, int right) {}\n  enum Kind { A, B; Box box() { return null; } }\n}\n",
  "Use.java":
    "import java.util.*;\nclass Use {\n  List<Box> list; Map<String, Box> map; Box[] array;\n" +
    "  void chain() { new Box().with(1).with(2).open(); }\n" +
    "  void each() { for (var b : list) b.open(); }\n" +
    "  void got() { list.get(0).open(); }\n" +
    "  void values() { for (Box b : map.values()) { b.open(); } }\n" +
    "  void stream() { list.stream().filter(b -> b != null).forEach(b -> b.open()); }\n" +
    "  void ref() { list.forEach(Box::open); }\n" +
    "  void pattern(Object o) { if (o instanceof Box b) b.open(); else if (o instanceof Other b) b.open(); }\n" +
    "  void cast(Object o) { ((Box) o).open(); array[0].open(); }\n" +
    "  void pair(Box.Pair p) { p.left().open(); }\n" +
    "  void kind() { Box.Kind.A.box().open(); }\n" +
    "  void other(Other o) { o.open(); }\n}\nclass Other { void open() {} }\n",
}, {
  "Box.java#Box.open": [
    "certain Use.java: Use.chain 4",
    "certain Use.java: Use.each 5",
    "certain Use.java: Use.got 6",
    "certain Use.java: Use.values 7",
    "certain Use.java: Use.stream 8",
    "certain Use.java: Use.pattern 10",
    "certain Use.java: Use.cast 11",
    "certain Use.java: Use.pair 12",
    "certain Use.java: Use.kind 13",
    "certain Use.java: Use.ref 9",
  ],
});

testCallers("of Java uses the argument types of overloads, also inherited ones", {
  "Out.java":
    "import java.util.*;\nclass Out {\n  void put(int n) {}\n  void put(String s) {}\n  void put(Object o) {}\n" +
    "  void put(int[] all) {}\n  void join(String s, Object... more) {}\n  void join(int[] n, int at) {}\n" +
    "  Out(String s) {}\n  Out(List<String> l) {}\n}\n" +
    "class Sub extends Out {\n  void put(Object o) { super.put(o); }\n}\n",
  "Use.java": "import java.util.*;\nclass Use {\n  int[] numbers; Other other;\n" +
    "  void number(Out o, short s) { o.put(1); o.put(s); }\n" +
    '  void text(Out o) { o.put("a" + 1); }\n' +
    "  void array(Sub s) { s.put(numbers); }\n" +
    "  void any(Out o) { o.put(other); o.put(true); }\n" +
    "  void unknown(Out o) { o.put(Library.make()); }\n" +
    '  void open(Out o) { o.join("a", 1); o.join("a"); o.join("a", "b", "c"); }\n' +
    '  Object made() { return new Out("a"); }\n' +
    "  Object list(ArrayList<String> l) { return new Out(l); }\n}\nclass Other {}\n",
}, {
  "Out.java:3#put": ["certain Use.java: Use.number 4", "likely Use.java: Use.unknown 8"],
  "Out.java:4#put": ["certain Use.java: Use.text 5", "likely Use.java: Use.unknown 8"],
  "Out.java:5#put": [
    "certain Out.java: Sub.put 13",
    "certain Use.java: Use.any 7",
    "likely Use.java: Use.unknown 8",
  ],
  "Out.java:6#put": ["certain Use.java: Use.array 6", "likely Use.java: Use.unknown 8"],
  "Out.java:7#join": ["certain Use.java: Use.open 9"],
  "Out.java:9#Out": ["certain Use.java: Use.made 10"],
  "Out.java:10#Out": ["certain Use.java: Use.list 11"],
});
