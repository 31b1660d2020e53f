import assert from "node:assert/strict";
import { prepareC } from "../../core/language/references/c_macros.ts";
import { listNames } from "../list_names.ts";

Deno.test("the rules of C read functions, prototypes and definitions private to a file", async () => {
  const text = `int mul(int a, int b);
static node_t *make(const char *name) { return mul(1, name); }
int old(a) char *a; { return (*make)(a); }
void (*on_exit(void (*call)(int)))(int) { call(1); }
extern int counter;
static int *first = &counter, table[LIMIT];
int (*apply)(int a) = old;`;
  assert.deepEqual(await listNames(text, "c"), [
    "1 mul: announces function in translation_unit : int",
    "1 a: declares value in function_declarator : int",
    "1 b: declares value in function_declarator : int",
    "2 node_t: use",
    "2 make: declares function in translation_unit : node_t",
    "2 name: declares value in function_definition : char",
    "2 mul: call",
    "2 name: use",
    "3 old: declares function in translation_unit : int",
    "3 a: announces value in function_definition",
    "3 a: declares value in function_definition : char",
    "3 make: call",
    "3 a: use",
    "4 on_exit: declares function in translation_unit : void",
    "4 call: declares value in function_definition : void",
    "4 call: call",
    "5 counter: announces value in translation_unit : int",
    "6 first: declares value in translation_unit : int",
    "6 counter: use",
    "6 table: declares value in translation_unit : int",
    "6 LIMIT: use",
    "7 apply: declares value in translation_unit : int",
    "7 a: declares value in init_declarator : int",
    "7 old: use",
  ]);
});

Deno.test("the rules of C read structs, fields, enumerators and types", async () => {
  const text =
    `typedef struct node { struct node *next; int (*call)(int a); union { int x; struct { int y; } in; }; } node_t, *node_p;
struct ahead;
enum color { RED, GREEN = RED };
struct { int z; } only;
typedef int (*handler)(node_t *n);
void f(node_p n) {
  n->next->call(only.z);
  ((node_t *) n)->in.y = (*n).x;
  struct node s = { .next = n }, all[] = {{ .call = 0 }};
  g(offsetof(struct node, next), (struct node){ .x = 1 });
  for (int i = 0; i < GREEN; i++) all[i].call(i);
  goto end;
end:
  return;
}`;
  assert.deepEqual(await listNames(text, "c"), [
    "1 node: declares type in translation_unit",
    "1 node: use",
    "1 next: declares value of node : struct node",
    "1 call: declares value of node : int",
    "1 a: declares value in function_declarator : int",
    "1 x: declares value of node : int",
    "1 y: declares value of in : int",
    "1 in: declares value of node : struct { int y; }",
    "1 node_t: declares type in translation_unit : struct node { struct node *next; int (*call)(int a); union { int x; struct { int y; } in; }; }",
    "1 node_p: declares type in translation_unit : struct node { struct node *next; int (*call)(int a); union { int x; struct { int y; } in; }; }",
    "2 ahead: announces type in translation_unit",
    "3 color: declares type in translation_unit",
    "3 RED: declares value in translation_unit : enum color { RED, GREEN = RED }",
    "3 GREEN: declares value in translation_unit : enum color { RED, GREEN = RED }",
    "3 RED: use",
    "4 z: declares value of only : int",
    "4 only: declares value in translation_unit : struct { int z; }",
    "5 handler: declares type in translation_unit : int",
    "5 node_t: use",
    "5 n: declares value in function_declarator : node_t",
    "6 f: declares function in translation_unit : void",
    "6 node_p: use",
    "6 n: declares value in function_definition : node_p",
    "7 n: use",
    "7 next: use of n",
    "7 call: call of n->next",
    "7 only: use",
    "7 z: use of only",
    "8 node_t: use",
    "8 n: use",
    "8 in: use of ((node_t *) n)",
    "8 y: use of ((node_t *) n)->in",
    "8 n: use",
    "8 x: use of (*n)",
    "9 node: use",
    "9 s: declares value in compound_statement : struct node",
    "9 next: use of { .next = n }",
    "9 n: use",
    "9 all: declares value in compound_statement : struct node",
    "9 call: use of { .call = 0 }",
    "10 g: call",
    "10 node: use",
    "10 next: use of struct node",
    "10 node: use",
    "10 x: use of { .x = 1 }",
    "11 i: declares value in for_statement : int",
    "11 i: use",
    "11 GREEN: use",
    "11 i: use",
    "11 all: use",
    "11 i: use",
    "11 call: call of all[i]",
    "11 i: use",
  ]);
});

Deno.test("the rules of C read names in the bodies of macros, and code under conditions", async () => {
  const text = `#define MAX 10
#define SQUARE(x) (mul((x), MAX) + "no name" /* nor this */ + \\
  x->field)
#undef MAX
#ifdef MAX
int under(void) { return SQUARE(2); }
#endif
EXPORT(int) exported(void) { return 1; }
TEST(Suite, Name) { run(); }`;
  assert.deepEqual(await listNames(text, "c"), [
    "1 MAX: declares value in translation_unit",
    "2 SQUARE: declares function in translation_unit",
    "2 x: declares value in preproc_function_def",
    "2 mul: call",
    "2 x: use",
    "2 MAX: use",
    "3 x: use",
    '3 field: use of (mul((x), MAX) + "no name"                + \\\n  x->field)',
    "4 MAX: use",
    "5 MAX: use",
    "6 under: declares function in translation_unit : int",
    "6 SQUARE: call",
    "8 EXPORT: call",
    "8 exported: declares function in translation_unit : EXPORT(int)",
    "9 TEST: call",
    "9 Suite: use",
    "9 Name: declares function",
    "9 run: call",
  ]);
});

Deno.test("the rules of C read around macros that the grammar would take for types", async () => {
  const text = `struct PACKED_HEAD pair { int a; };
API_FUNCTION int first(int a);
static API_INLINE char *second(void) { return 0; }
API_BEGIN_DECLS
int third(void);
API_RESULT fourth(void);`;
  assert.deepEqual(await listNames(text, "c"), [
    "1 pair: declares type in translation_unit",
    "1 a: declares value of pair : int",
    "2 first: announces function in translation_unit : int",
    "2 a: declares value in function_declarator : int",
    "3 second: declares function in translation_unit : char",
    "5 third: announces function in translation_unit : int",
    "6 API_RESULT: use",
    "6 fourth: announces function in translation_unit : API_RESULT",
  ]);
});

Deno.test("prepareC() takes time in proportion to the text, and keeps its length", () => {
  for (
    const part of ["A_B ", "a ", "static ", "class A_B ", "#define a \\\n", "A_B\n\n", "long "]
  ) {
    const text = `A_B ${part.repeat(20_000)}x(`;
    const start = performance.now();
    assert.equal(prepareC(text).length, text.length);
    assert.ok(performance.now() - start < 1000, part);
  }
});

Deno.test("the rules of C ignore keywords in the body of a macro", async () => {
  const text = "#define TWICE(a) do { if (a) run(sizeof(int)); } while (0)\n";
  assert.deepEqual(await listNames(text, "c"), [
    "1 TWICE: declares function in translation_unit",
    "1 a: declares value in preproc_function_def",
    "1 a: use",
    "1 run: call",
  ]);
});
