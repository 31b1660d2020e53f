import assert from "node:assert/strict";
import { SymbolAnswers, testCallers } from "../../tests/symbol_answers.ts";

testCallers("resolves prototypes in headers to the functions of C", {
  "include/weigh.h": "#ifndef WEIGH_H\n#define WEIGH_H\nint weigh(int n);\n" +
    "static inline int twice(int n) { return weigh(n) * 2; }\n#define HEAVY(n) (weigh(n) > 9)\n#endif\n",
  "src/weigh.c": '#include "weigh.h"\nint weigh(int n) {\n  return n;\n}\n',
  "src/use.c": '#include "weigh.h"\nstatic int other(int n) { return n; }\n' +
    "int use(int n) {\n  return HEAVY(n) ? weigh(other(n)) : twice(n);\n}\n",
  "src/own.c": "static int other(int n) { return 1; }\nstatic int weigh(int n) { return 2; }\n" +
    "int own(void) {\n  return weigh(other(1));\n}\n",
  "src/pointer.c": '#include "weigh.h"\nint (*table[])(int) = { weigh };\n' +
    "int shadow(int weigh) {\n  return weigh;\n}\n// weigh(1)\n",
}, {
  "src/weigh.c#weigh": [
    "certain include/weigh.h: twice 4",
    "certain include/weigh.h: HEAVY 5",
    "certain src/use.c: use 4",
    "certain src/pointer.c: - 2",
  ],
  "include/weigh.h#twice": ["certain src/use.c: use 4"],
  "include/weigh.h#HEAVY": ["certain src/use.c: use 4"],
  "src/own.c#other": ["certain src/own.c: own 4"],
  "src/use.c#other": ["certain src/use.c: use 4"],
});

testCallers("distinguishes the functions of several C programs by their includes", {
  "one/help.h": "void help(void);\n",
  "one/help.c": '#include "help.h"\nvoid help(void) {\n}\n',
  "one/main.c": '#include "help.h"\nint main(void) {\n  help();\n}\n',
  "two/help.h": "void help(void);\n",
  "two/help.c": '#include "help.h"\nvoid help(void) {\n}\n',
  "two/main.c": '#include "help.h"\nint main(void) {\n  help();\n}\n',
}, {
  "one/help.c#help": ["certain one/main.c: main 3"],
  "two/help.c#help": ["certain two/main.c: main 3"],
});

testCallers("resolves names that macros rename", {
  "conf.h": "#ifdef PREFIX\n#define weigh z_weigh\n#endif\n",
  "weigh.c": '#include "conf.h"\nint EXPORT weigh(int n) {\n  return n;\n}\n',
  "use.c": '#include "conf.h"\nint use(void) {\n  return weigh(1);\n}\n',
}, { "weigh.c#weigh": ["certain use.c: use 3"] });

testCallers("reports each of several definitions as likely when the build chooses", {
  "mem.h":
    "#ifndef MEM_H\n#define MEM_H\n#ifdef FAST\nstatic inline int take(int n) {\n  return n;\n}\n" +
    "#else\nint take(int n);\n#endif\n#endif\n",
  "mem.c": '#include "mem.h"\nint take(int n) {\n  return n;\n}\n',
  "use.c": '#include "mem.h"\nint use(void) {\n  return take(1);\n}\n',
}, { "mem.h#take": ["likely use.c: use 3"], "mem.c#take": ["likely use.c: use 3"] });

testCallers("resolves a type declared in a header to its definition", {
  "db.h": "#pragma once\ntypedef struct db db;\ndb *open_db(void);\n",
  "db.c": '#include "db.h"\nstruct db { int n; };\ndb *open_db(void) {\n  return 0;\n}\n',
}, { "db.h#db": ["certain db.c: open_db 3", "certain db.h: - 3"] });

testCallers("follows fields, function pointers and types of C", {
  "node.h": "typedef struct node node_t;\nstruct node { struct node *next; int (*call)(int); };\n" +
    "enum color { RED, GREEN };\nstruct other { int next; };\n",
  "use.c": '#include "node.h"\nint use(node_t *n, enum color c) {\n' +
    "  if (c == RED) return n->next->call(1);\n  return 0;\n}\n" +
    "void fill(struct other *o) {\n  node_t n = { .next = 0 };\n  o->next = 1;\n}\n",
}, {
  "node.h#node": ["certain node.h: node_t 1"],
  "node.h#node_t": ["certain use.c: fill 7", "certain use.c: use 2"],
  "node.h#color": ["certain use.c: use 2"],
});

const STORE = "#pragma once\n#include <memory>\n#include <vector>\nnamespace db {\n" +
  "class API_EXPORT Store {\n public:\n  Store(int size);\n  virtual ~Store();\n" +
  "  virtual int get(int key, int other = 1) = 0;\n  static std::unique_ptr<Store> open();\n" +
  "  int size() const { return size_; }\n private:\n  int size_;\n};\n" +
  "class Memory : public Store {\n public:\n  Memory() : Store(1) {}\n  int get(int key, int other) override;\n" +
  "  std::vector<std::unique_ptr<Memory>> parts;\n};\nint hash(int n);\nint hash(int n, int m);\n}\n";

testCallers("follows receivers, smart pointers, containers and bases of C++", {
  "store.h": STORE,
  "store.cc": '#include "store.h"\nnamespace db {\nStore::Store(int size) : size_(size) {}\n' +
    "int Memory::get(int key, int other) {\n  for (auto& part : parts) part->get(key, other);\n" +
    "  return size() + hash(key);\n}\nint hash(int n) { return n; }\n" +
    "int hash(int n, int m) { return n + m; }\n}\n",
  "use.cc": '#include "store.h"\nusing namespace db;\nint byBase() {\n' +
    "  auto store = db::Store::open();\n  return store->get(1);\n}\n" +
    "int byValue() {\n  Memory memory;\n  return memory.get(1, 2) + memory.parts.back()->size();\n}\n" +
    "int byMap(std::map<int, Memory>& all) {\n  auto it = all.find(1);\n" +
    "  for (auto& [key, value] : all) value.size();\n  return it->second.size();\n}\n" +
    "int other(Unknown& u) {\n  return u.size() + std::hash(1, 2);\n}\n" +
    "int overload() {\n  return hash(1, 2);\n}\n",
}, {
  "store.h#Memory.get": [
    "certain store.cc: Memory.get 5",
    "certain use.cc: byValue 9",
    "likely use.cc: byBase 5",
  ],
  "store.h#Store.get": ["certain use.cc: byBase 5"],
  "store.h#Store.size": [
    "certain store.cc: Memory.get 6",
    "certain use.cc: byValue 9",
    "certain use.cc: byMap 13, 14",
    "name only use.cc: other 17",
  ],
  "store.h#Store.open": ["certain use.cc: byBase 4"],
  "store.cc#Store.Store": ["certain store.h: Memory.Memory 17"],
});

testCallers("of C++ takes the qualifier of a constructor for the class", {
  "box.h": "class Box {\n public:\n  Box();\n};\n",
  "box.cc": '#include "box.h"\nBox::Box() {}\n',
}, { "box.h#Box": ["certain box.cc: Box.Box 2"] });

testCallers("resolves the members of the class of a C++ test", {
  "gauge_test.cc":
    "class GaugeTest : public testing::Test {\n public:\n  int read() { return 1; }\n};\n" +
    "TEST_F(GaugeTest, Reads) {\n  EXPECT_EQ(read(), 1);\n}\n" +
    "TEST(Other, read) {\n  EXPECT_EQ(2, 2);\n}\n",
}, { "gauge_test.cc#GaugeTest.read": ["certain gauge_test.cc: GaugeTest.Reads 6"] });

Deno.test("findCallees() resolves declarations in a class of C++ to the definitions", async () => {
  using tree = await SymbolAnswers.open({
    "gauge.h": "#pragma once\nclass Gauge {\n public:\n  int read(int n);\n  int read();\n" +
      "  virtual int ask() = 0;\n};\n",
    "gauge.cc": '#include "gauge.h"\nint Gauge::read() { return 1; }\n' +
      "int Gauge::read(int n) { return n; }\n",
    "use.cc": '#include "gauge.h"\nint use(Gauge& g) {\n' +
      "  return static_cast<int>(g.read(2)) + g.ask();\n}\n",
  });
  assert.deepEqual(await tree.callees("use.cc#use"), [
    "certain gauge.cc: Gauge.read 3",
    "certain gauge.h: Gauge.ask 3",
  ]);
});
