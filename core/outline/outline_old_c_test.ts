import assert from "node:assert/strict";
import { outlineSymbols } from "./outline_symbols.ts";

/** Returns the definitions of a text as `first-last kind name`. */
function outline(text: string, language = "c"): string[] {
  return outlineSymbols(text, language).map(({ startLine, endLine, kind, name }) =>
    `${startLine}-${endLine} ${kind} ${name}`
  );
}

Deno.test("outlineSymbols() returns a type of C by its tag and by the names of its typedef", () => {
  const text = `typedef struct redis_object {
  int n;
} robj;
typedef struct same { int a; } same;
typedef enum color { RED, GREEN } color_t, *color_p;
typedef union
{
  int i;
} __attribute__((packed)) value_t;
typedef struct PACKED tag_s
{
  int (*call)(int);
} PACKED tag_t, tags_t[4],
  *tag_p;
typedef struct node node_t, *node_p;
struct plain { int a; } variable;
int after(void) { return 1; }
`;
  assert.deepEqual(outline(text), [
    "1-3 struct redis_object",
    "1-3 struct robj",
    "4-4 struct same",
    "5-5 enum color",
    "5-5 enum color_t",
    "5-5 enum color_p",
    "6-9 struct value_t",
    "10-13 struct tag_s",
    "10-13 struct tag_t",
    "10-13 struct tags_t",
    "10-13 struct tag_p",
    "15-15 type node_t",
    "15-15 type node_p",
    "16-16 struct plain",
    "17-17 function after",
  ]);
  assert.deepEqual(outline(text, "cpp"), outline(text));
});

Deno.test("outlineSymbols() returns types of functions by their name", () => {
  const text = `typedef int (*compare_fn)(const void *, const void *);
typedef void (push_fn)(struct ctx *, void *);
typedef voidpf (ZCALLBACK *open_fn) (voidpf opaque, int mode);
typedef int handler(int a,
                    int b);
typedef unsigned char BYTE, *PBYTE;
typedef int (*table_t[4])(void);
typedef void (^block_t)(NSString *name);
`;
  assert.deepEqual(outline(text), [
    "1-1 type compare_fn",
    "2-2 type push_fn",
    "3-3 type open_fn",
    "4-5 type handler",
    "6-6 type BYTE",
    "6-6 type PBYTE",
    "7-7 type table_t",
    "8-8 type block_t",
  ]);
});

Deno.test("outlineSymbols() finds functions of C whose parameters are declared below the head", () => {
  const text = `int kr_one(s, len)
    char *s;          /* the text; */
    unsigned len;
{
  return 1;
}

local void ZLIB_INTERNAL fill OF((int));
static int
kr_two (a)
int (*a)();
{
}
struct s *kr_three(argc, argv) int argc; char **argv; {
}
DECLARE(a, b)
int declared(a, b);
int plain(void)
{
}
`;
  assert.deepEqual(outline(text), [
    "1-6 function kr_one",
    "9-13 function kr_two",
    "14-15 function kr_three",
    "18-20 function plain",
  ]);
});

Deno.test("outlineSymbols() finds functions of C with their name or type in brackets", () => {
  const text = `void (guarded_max)(int a, int b)
{
}
PyAPI_FUNC(int) PyList_Size(PyObject *list) {
}
static PyObject *NAME(PyObject *self) {
}
JNIEXPORT jint JNICALL Java_init(JNIEnv *env) {
}
STDMETHOD(QueryInterface)(REFIID riid) {
}
static int FUNC(inner)(int a) {
}
API(const char *) *get_text(int a)
{
}
void (*signal(int sig, void (*call)(int)))(int)
{
}
int (*callback)(int);
EXPORT_SYMBOL(plain)
int plain(void) {
}
`;
  assert.deepEqual(outline(text), [
    "1-3 function guarded_max",
    "4-5 function PyList_Size",
    "6-7 function NAME",
    "8-9 function Java_init",
    "10-11 function QueryInterface",
    "12-13 function inner",
    "14-16 function get_text",
    "17-19 function signal",
    "22-23 function plain",
  ]);
});
