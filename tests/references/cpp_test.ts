import assert from "node:assert/strict";
import { listNames } from "../list_names.ts";

Deno.test("the rules of C++ read namespaces, using and aliases", async () => {
  const text =
    `namespace a::b { inline namespace v1 { int f(int x = 3, ...); } namespace { int hidden(); } }
using namespace std;
using a::b::f;
using Alias = std::vector<Node*>;
namespace fs = std::filesystem;
extern "C" { int plain(void); }
class Ahead;`;
  assert.deepEqual(await listNames(text, "cpp"), [
    "1 a: declares module in translation_unit",
    "1 b: declares module in translation_unit of a",
    "1 v1: declares module in declaration_list of b",
    "1 f: announces function in declaration_list of b : int",
    "1 x: declares value in function_declarator : int",
    "1 hidden: announces function in declaration_list of b : int",
    "2 std: use",
    "3 a: use",
    "3 b: use of a",
    "3 f: use of b",
    "4 Alias: declares type in translation_unit : std::vector<Node*>",
    "4 std: use",
    "4 vector: use of std",
    "4 Node: use",
    "5 fs: declares type in translation_unit : std::filesystem",
    "5 std: use",
    "5 filesystem: use of std",
    "6 plain: announces function in translation_unit : int",
    "7 Ahead: announces type in translation_unit",
  ]);
});

Deno.test("the rules of C++ read classes, and members inside and outside of them", async () => {
  const text = `template <typename T, int N = 3> class Box : public Base<T>, private ns::Other {
 public:
  explicit Box(T t) : t_(t), Base<T>(t) {}
  ~Box() override;
  bool operator==(const Box& o) const { return this->t_ == o.t_; }
  virtual int run(int a, int b = 2) = 0;
  static std::unique_ptr<Box> make();
  friend void helper(Box&);
  int n_ = 0, *p_{nullptr};
  enum class Kind : int { A, B };
  enum { PLAIN };
  struct Inner { int z; };
  using Self = Box;
};
int Box::count_ = next();
template <typename T> int Box<T>::run(int a, int b) { return n_ + go(a); }
Box::Box() {}
Box::~Box() {}
class Outer::Late : public Inner { int w; };
int Outer::Late::deep() const noexcept { return Kind::A; }
template <> struct hash<Node> { size_t operator()(const Node& n) const; };`;
  assert.deepEqual(await listNames(text, "cpp"), [
    "1 T: declares type in template_declaration",
    "1 N: declares value in template_declaration : int",
    "1 Box: declares type in translation_unit",
    "1 Base: use",
    "1 T: use",
    "1 ns: use",
    "1 Other: use of ns",
    "3 Box: declares function of Box",
    "3 T: use",
    "3 t: declares value in function_definition : T",
    "3 t_: new",
    "3 t: use",
    "3 Base: new",
    "3 T: use",
    "3 t: use",
    "4 ~Box: announces function of Box",
    "5 operator==: declares function of Box : bool",
    "5 Box: use",
    "5 o: declares value in function_definition : Box",
    "5 t_: use of this",
    "5 o: use",
    "5 t_: use of o",
    "6 run: announces function of Box : int",
    "6 a: declares value in function_declarator : int",
    "6 b: declares value in function_declarator : int",
    "7 std: use",
    "7 unique_ptr: use of std",
    "7 Box: use",
    "7 make: announces function of Box : std::unique_ptr<Box>",
    "8 helper: announces function in translation_unit : void",
    "8 Box: use",
    "9 n_: declares value of Box : int",
    "9 p_: declares value of Box : int",
    "10 Kind: declares type of Box",
    "10 A: declares value of Kind : enum class Kind : int { A, B }",
    "10 B: declares value of Kind : enum class Kind : int { A, B }",
    "11 PLAIN: declares value of Box : enum { PLAIN }",
    "12 Inner: declares type of Box",
    "12 z: declares value of Inner : int",
    "13 Self: declares type of Box : Box",
    "13 Box: use",
    "15 Box: use",
    "15 count_: declares value of Box : int",
    "15 next: call",
    "16 T: declares type in template_declaration",
    "16 Box: use",
    "16 T: use",
    "16 run: declares function of Box : int",
    "16 a: declares value in function_definition : int",
    "16 b: declares value in function_definition : int",
    "16 n_: use",
    "16 go: call",
    "16 a: use",
    "17 Box: use",
    "17 Box: declares function of Box",
    "18 Box: use",
    "18 ~Box: declares function of Box",
    "19 Outer: use",
    "19 Late: declares type of Outer",
    "19 Inner: use",
    "19 w: declares value of Late : int",
    "20 Outer: use",
    "20 Late: use of Outer",
    "20 deep: declares function of Late : int",
    "20 Kind: use",
    "20 A: use of Kind",
    "21 hash: declares type in translation_unit",
    "21 Node: use",
    "21 operator(): announces function of hash : size_t",
    "21 Node: use",
    "21 n: declares value in function_declarator : Node",
  ]);
});

Deno.test("the rules of C++ read receivers, constructed values and loops", async () => {
  const text = `int main() {
  auto x = std::make_unique<Box<int>>(3);
  x->run(1);
  Box<int> b(3), *q = new Box<int>(4);
  Status none, one{1};
  for (auto& n : nodes) n->go();
  for (const auto& [k, v] : m) v.go();
  auto l = [&](int z) { return z + b.run(1); };
  if (auto it = m.find(3); it != m.end()) it->second.go();
  static_cast<Derived*>(q)->run(2);
  (*q).run(ns::Other::make());
  try { throw Err(1); } catch (const Err& e) { e.what(); }
  tmpl<int>(3); q->template tmpl<int>(3);
}
auto trailing(int x) -> Box<int>;`;
  assert.deepEqual(await listNames(text, "cpp"), [
    "1 main: declares function in translation_unit : int",
    "2 x: declares value in compound_statement = std::make_unique<Box<int>>(3)",
    "2 std: use",
    "2 make_unique: call of std",
    "2 Box: use",
    "3 x: use",
    "3 run: call of x",
    "4 Box: new",
    "4 b: declares value in compound_statement : Box<int>",
    "4 q: declares value in compound_statement : Box<int>",
    "4 Box: new",
    "5 Status: new",
    "5 none: declares value in compound_statement : Status",
    "5 one: declares value in compound_statement : Status",
    "6 n: declares value in for_range_loop each of nodes",
    "6 nodes: use",
    "6 n: use",
    "6 go: call of n",
    "7 k: declares value in for_range_loop each of m",
    "7 v: declares value in for_range_loop each of m",
    "7 m: use",
    "7 v: use",
    "7 go: call of v",
    "8 l: declares value in compound_statement = [&](int z) { return z + b.run(1); }",
    "8 z: declares value in lambda_expression : int",
    "8 z: use",
    "8 b: use",
    "8 run: call of b",
    "9 it: declares value in if_statement = m.find(3)",
    "9 m: use",
    "9 find: call of m",
    "9 it: use",
    "9 m: use",
    "9 end: call of m",
    "9 it: use",
    "9 second: use of it",
    "9 go: call of it->second",
    "10 Derived: use",
    "10 q: use",
    "10 run: call of static_cast<Derived*>(q)",
    "11 q: use",
    "11 run: call of (*q)",
    "11 ns: use",
    "11 Other: use of ns",
    "11 make: call of Other",
    "12 Err: call",
    "12 Err: use",
    "12 e: declares value in catch_clause : Err",
    "12 e: use",
    "12 what: call of e",
    "13 tmpl: call",
    "13 q: use",
    "13 tmpl: call of q",
    "15 trailing: announces function in translation_unit : Box<int>",
    "15 x: declares value in function_declarator : int",
    "15 Box: use",
  ]);
});

Deno.test("the rules of C++ read around macros and the tests that macros make", async () => {
  const text =
    `class DB_EXPORT Status final : public Base { public: static Status OK() { return Status(); } };
LIB_BEGIN_NAMESPACE
LIB_CONSTEXPR auto size() -> int;
struct Wide {
  LIB_CONSTEXPR explicit Wide(int w);
};
LIB_END_NAMESPACE
TEST_F(StatusTest, Ok) { ASSERT_EQ(run(1), 2); }`;
  assert.deepEqual(await listNames(text, "cpp"), [
    "1 Status: declares type in translation_unit",
    "1 Base: use",
    "1 Status: use",
    "1 OK: declares function of Status : Status",
    "1 Status: call",
    "3 size: announces function in translation_unit : int",
    "4 Wide: declares type in translation_unit",
    "5 Wide: announces function of Wide",
    "5 w: declares value in function_declarator : int",
    "8 TEST_F: call",
    "8 StatusTest: use",
    "8 Ok: declares function of StatusTest",
    "8 ASSERT_EQ: call",
    "8 run: call",
  ]);
});
