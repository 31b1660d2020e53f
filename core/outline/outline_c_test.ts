import assert from "node:assert/strict";
import { outlineSymbols } from "./outline_symbols.ts";

/** Returns the definitions of a text as `first-last kind container.name`. */
function outline(text: string, language: string): string[] {
  return outlineSymbols(text, language).map(({ startLine, endLine, kind, container, name }) =>
    `${startLine}-${endLine} ${kind} ${container === undefined ? "" : `${container}.`}${name}`
  );
}

Deno.test("outlineSymbols() finds the definitions of C", () => {
  const text = `#ifndef FOO_H
#define FOO_H
#include <stdio.h>
#define MAX(a, b) \\
    ((a) > (b) ? (a) : (b))
#define LIMIT 10

struct point {
    int x, y;
};
typedef struct {
    int a;
} pair_t;
typedef struct node node_t;
typedef int (*compare_fn)(const void *, const void *);
typedef unsigned long size_type;
enum color { RED, GREEN };
union value { int i; };

static const struct ops table[] = {
    { "a", 1 },
};
int global = 3;
extern int declared(int a);

/* Adds two. */
static inline int add(int a, int b) { return a + b; }

struct point *
make_point(int x,
           int y)
{
    if (x) { return NULL; }
    switch (y) { case '{': break; }
    return malloc(sizeof(struct point));
}

#ifdef A
int variant(int a) {
#else
int variant(int a, int b) {
#endif
    return 1;
}

void __attribute__((noreturn)) die(const char *fmt, ...)
{
out:
    exit(1);
}
SYSCALL_DEFINE3(read, unsigned int, fd)
{
}
unsigned char *get_bytes(void) { return "}"; }
#endif
`;
  assert.deepEqual(outline(text, "c"), [
    "4-5 macro MAX",
    "6-6 macro LIMIT",
    "8-10 struct point",
    "11-13 struct pair_t",
    "14-14 type node_t",
    "15-15 type compare_fn",
    "16-16 type size_type",
    "17-17 enum color",
    "18-18 struct value",
    "20-22 constant table",
    "27-27 function add",
    "29-36 function make_point",
    "39-39 function variant",
    "41-44 function variant",
    "46-50 function die",
    "51-53 function read",
    "54-54 function get_bytes",
  ]);
});

Deno.test("outlineSymbols() finds the definitions of C++", () => {
  const text = `#pragma once
namespace app::core {

using Map = std::map<std::string, int>;
constexpr int kMax = 10;

// A widget.
template <typename T, typename U = std::vector<T>>
class APP_EXPORT Widget final : public Base<T>, private Other {
 public:
  explicit Widget(int a) : a_{a}, b_(2) { init(); }
  ~Widget() override = default;
  Widget(const Widget&) = delete;
  virtual std::vector<std::pair<int, T>> items() const noexcept;
  bool operator==(const Widget& other) const { return true; }
  void operator()(int x);
  static Widget* create(int a, int b = 2) {
    return new Widget(a);
  }
 private:
  enum class State : uint8_t { kOpen, kClosed };
  struct Node { int x; };
  int a_ = 3;
};

template <typename T>
std::vector<T> Widget<T>::items() const noexcept {
  auto f = [](int x) { return x; };
  return {};
}

Widget::Widget(int a)
    : a_{a},
      b_(2) {
}

auto trailing(int a) -> std::string { return R"(})"; }

static std::string
wrapped(const std::string& s) {
  return s;
}
}  // namespace app::core

extern "C" {
int exported(void) { return 1; }
}
TEST(WidgetTest, Works) {
  EXPECT_EQ(1, 1);
}
concept_like x;
int main(int argc, char** argv) { return 0; }
`;
  assert.deepEqual(outline(text, "cpp"), [
    "4-4 type Map",
    "5-5 constant kMax",
    "9-24 class Widget",
    "11-11 method Widget.Widget",
    "12-12 method Widget.~Widget",
    "13-13 method Widget.Widget",
    "14-14 method Widget.items",
    "15-15 method Widget.operator==",
    "16-16 method Widget.operator()",
    "17-19 method Widget.create",
    "21-21 enum Widget.State",
    "22-22 struct Widget.Node",
    "27-30 method Widget.items",
    "32-35 method Widget.Widget",
    "37-37 function trailing",
    "39-42 function wrapped",
    "46-46 function exported",
    "48-50 method WidgetTest.Works",
    "52-52 function main",
  ]);
});

Deno.test("outlineSymbols() returns the scope of a C++ name as its container", () => {
  const text = `struct DBImpl::Writer {
  explicit Writer(port::Mutex* mu) : batch(nullptr) {}
};

class Version::LevelFileNumIterator : public Iterator {
 public:
  bool Valid() const override { return true; }
};

template <>
class Map<int>::Node::Edge final {
};

enum class Log::Level : int { kLow };

size_t LogTest::initial_offsets_[] = {
    10000,
};
const double Histogram::kBucketLimit[kNumBuckets] = {
    1,
};
const char* const Names::kAll = "x";
static int table[] = {1};
static const Event
    kFirst = {1},
    kSecond = {2};
`;
  assert.deepEqual(outline(text, "cpp"), [
    "1-3 struct DBImpl.Writer",
    "2-2 method DBImpl.Writer.Writer",
    "5-8 class Version.LevelFileNumIterator",
    "7-7 method Version.LevelFileNumIterator.Valid",
    "11-12 class Map.Node.Edge",
    "14-14 enum Log.Level",
    "16-18 variable LogTest.initial_offsets_",
    "19-21 constant Histogram.kBucketLimit",
    "22-22 constant Names.kAll",
    "23-23 variable table",
    "25-25 variable kFirst",
    "26-26 variable kSecond",
  ]);
});

Deno.test("outlineSymbols() finds types of C++ whose arguments continue on the next line", () => {
  const text = `template <typename T>
struct is_open<T,
               enable_if_t<true>> : std::true_type {
  void check() {}
};
class Buffer<
    int> {
};
`;
  assert.deepEqual(outline(text, "cpp"), [
    "2-5 struct is_open",
    "4-4 method is_open.check",
    "6-8 class Buffer",
  ]);
});

Deno.test("outlineSymbols() does not read an initial value of a member as a function", () => {
  const text = `Pool::Pool(int a)
    : size_(a), open_(true) {
}
: size_(0), open_(false) {}
  , count_(1) {
}
`;
  assert.deepEqual(outline(text, "cpp"), ["1-3 method Pool.Pool"]);
});
