import assert from "node:assert/strict";
import { extractSymbols, listSymbols } from "../../../tests/list_symbols.ts";

const C = `#ifndef POOL_H
#define POOL_H
#define LIMIT 10
#define SQUARE(x) ((x) * (x))
struct forward;
struct pool { int size; };
typedef struct node { int value; } node_t, *node_p;
typedef struct { int x; } point;
typedef int (*callback)(int);
typedef unsigned int u32;
enum level { LOW, HIGH };
union raw { int a; };
extern int count;
static const char *names[] = {
  "a",
};
int run(struct pool *pool, int wait);
int (*hook)(int) = 0;
/* Opens one. */
static struct pool *open_pool(int size)
{
  int local = 1;
  return 0;
}
int (*choose(int which))(int) { return 0; }
#ifdef DEBUG
void dump(void) {}
#else
void no_dump(void) {}
#endif
#endif
`;

Deno.test("extractSymbols() finds the definitions of C through its declarators", async () => {
  assert.deepEqual(await listSymbols(C, "c"), [
    "3-3 macro ::LIMIT",
    "4-4 macro ::SQUARE",
    "6-6 struct ::pool",
    "7-7 struct ::node",
    "7-7 struct ::node_t",
    "7-7 struct ::node_p",
    "8-8 struct ::point",
    "9-9 type ::callback",
    "10-10 type ::u32",
    "11-11 enum ::level",
    "12-12 struct ::raw",
    "13-13 variable ::count",
    "14-16 constant ::names",
    "17-17 function ::run",
    "18-18 variable ::hook",
    "20-24 function ::open_pool",
    "25-25 function ::choose",
    "27-27 function ::dump",
    "29-29 function ::no_dump",
  ]);
  const open = (await extractSymbols(C, "c"))?.find(({ name }) => name === "open_pool");
  assert.equal(open?.doc, "Opens one.");
  assert.equal(open?.signature, "static struct pool *open_pool(int size)");
});

const CPP = `namespace app::core {
template <typename T>
class Pool : public Base {
 public:
  Pool();
  ~Pool() {}
  virtual int run(int task) const = 0;
  static constexpr int kLimit = 10;
  bool operator==(const Pool&) const;
  explicit operator bool() const;
  enum class Level { Low };
  struct Inner { void deep(); };
  using Name = std::string;
  template <class U> void add(U u);
  friend class Other;
  T value;
  const T fixed;
};
int Pool<int>::run(int task) const { return 1; }
app::core::Pool<int>::Pool() : Base(1), value(2) {}
bool Pool<int>::operator<(int) { return true; }
namespace { int hidden() { return 1; } }
template <class T> concept Sized = true;
using Alias = Pool<int>;
constexpr int kDepth = 3;
class EXPORT_MACRO Tagged : public Base {
  void tag();
};
}
extern "C" { void entry(); }
int& reference();
TEST_F(PoolTest, RunsOnce) {}
`;

Deno.test("extractSymbols() finds the definitions of C++, members outside of their class too", async () => {
  assert.deepEqual(await listSymbols(CPP, "cpp"), [
    "1-29 module ::app::core",
    "3-18 class app.core::Pool",
    "5-5 method app.core.Pool::Pool",
    "6-6 method app.core.Pool::~Pool",
    "7-7 method app.core.Pool::run",
    "8-8 constant app.core.Pool::kLimit",
    "9-9 method app.core.Pool::operator==",
    "10-10 method app.core.Pool::operator bool",
    "11-11 enum app.core.Pool::Level",
    "12-12 struct app.core.Pool::Inner",
    "12-12 method app.core.Pool.Inner::deep",
    "13-13 type app.core.Pool::Name",
    "14-14 method app.core.Pool::add",
    "19-19 method app.core.Pool::run",
    "20-20 method app.core.Pool::Pool",
    "21-21 method app.core.Pool::operator<",
    "22-22 function app.core::hidden",
    "23-23 type app.core::Sized",
    "24-24 type app.core::Alias",
    "25-25 constant app.core::kDepth",
    "26-28 class app.core::Tagged",
    "27-27 method app.core.Tagged::tag",
    "30-30 function ::entry",
    "31-31 function ::reference",
    "32-32 method PoolTest::RunsOnce",
  ]);
});

const MACROS = `API Iterator find_first(int from) { return {}; }
API std::vector<int> find_all() { return {}; }
LOCAL Node *split(Node *node) { return node; }
API_BEGIN
class Later;
`;

Deno.test("extractSymbols() reads the names behind a macro and a type", async () => {
  assert.deepEqual(await listSymbols(MACROS, "cpp"), [
    "1-1 function ::find_first",
    "2-2 function ::find_all",
    "3-3 function ::split",
    "4-5 variable ::Later",
  ]);
});
