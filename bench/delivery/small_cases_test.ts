import assert from "node:assert/strict";
import { makeTree } from "../../tests/temp_tree.ts";
import { ISSUE_BUNDLE, openTree, queryBundle } from "./deliver.ts";
import { caseIssue, checkDelivery, type DeliveryCase } from "./delivery_case.ts";

/** Question about a separate tree, of one of the kinds of `cases.jsonl`. */
type SmallCase = Omit<DeliveryCase, "id" | "tree" | "budget"> & {
  readonly files: Readonly<Record<string, string>>;
  readonly budget?: number;
};

/** Returns lines whose names no question mentions. */
function filler(count: number, name = "value"): string {
  return Array.from({ length: count }, (_, i) => `  ${name}${i} = step(${name}${i});`).join("\n");
}

/** Files about other subjects. */
const OTHERS = Object.fromEntries(
  ["clock", "colour", "route"].map((name) => [
    `src/${name}.ts`,
    `/** Keeps a ${name}. */\nexport function keep_${name}(given) {\n  return given;\n}\n`,
  ]),
);

const MERGE = `export function mergeDeep(a: Row, b: Row): Row;
export function mergeDeep(a: Row, b: Row, options: Options): Row;
export function mergeDeep(a: Row, b: Row, options = {}): Row {
  return mergeRows(a, b, options.arrays ?? "merge");
}

/** Concatenates arrays unless they are to be replaced. */
function mergeRows(a: Row, b: Row, arrays: string) {
  if (Array.isArray(a) && Array.isArray(b)) return arrays === "merge" ? [...a, ...b] : b;
  return { ...a, ...b };
}
`;

const RETRY = `/**
 * Calls a function until it succeeds, and waits longer after each failure.
 *
${
  " * It says how long it waits, and how that wait is found from the options given.\n".repeat(40)
} */
export async function retry(call, options) {
  for (let attempt = 0; attempt < options.limit; attempt++) {
    const wait = options.base * options.multiplier ** attempt;
    await delay(Math.min(wait, options.maximum));
    const result = await call();
    if (result.ok) return result;
  }
}
`;

const RENDERER = `package app

${
  Array.from({ length: 12 }, (_, i) =>
    `// closePane${i} closes pane ${i}.\nfunc (r *paneRenderer) closePane${i}() {\n\tr.close(${i})\n}\n`)
    .join("\n")
}
func (r *paneRenderer) flush(closing bool) {
\tfor row := range r.rows {
\t\tr.draw(r.cells[row])
\t}
}
`;

const CASES: readonly SmallCase[] = [
  {
    kind: "1-behaviour",
    query: "how does mergeDeep treat arrays",
    files: { ...OTHERS, "src/merge.ts": MERGE },
    shows: ["src/merge.ts:3-5", "src/merge.ts#mergeRows"],
  },
  {
    kind: "2-where",
    query: "where is the door code computed and checked?",
    files: {
      ...OTHERS,
      "src/door.ts":
        `export function compute_door_code(key) {\n${filler(30)}\n  return key;\n}\n\n` +
        `export function check_door_code(code) {\n${filler(30)}\n  return code;\n}\n`,
      "src/page.ts": `export function log_door(request) {\n${filler(10)}\n  return "door";\n}\n`,
    },
    shows: ["src/door.ts#compute_door_code", "src/door.ts#check_door_code"],
  },
  {
    kind: "3-refactor",
    query: "Split applyChange: move the rollback into a function of its own",
    files: {
      ...OTHERS,
      "src/change.ts": `export function applyChange(change) {\n${filler(90)}\n\n${
        filler(90, "undo")
      }\n}\n`,
    },
    shows: ["src/change.ts#applyChange"],
    budget: 6000,
  },
  {
    kind: "4-symbol",
    query: "Adapter.match",
    files: {
      ...OTHERS,
      "src/adapter.py":
        "class Adapter:\n    @overload\n    def match(self, path: str) -> Rule: ...\n" +
        "    @overload\n    def match(self, path: None) -> None: ...\n\n" +
        `    def match(self, path=None):\n${
          "        path = self.walk(path)\n".repeat(40)
        }        return path\n`,
    },
    shows: ["src/adapter.py#Adapter.match"],
    ordered: true,
  },
  {
    kind: "5-vague",
    query: "retry waits far too long",
    files: { ...OTHERS, "src/retry.ts": RETRY },
    shows: ["src/retry.ts#retry"],
  },
  {
    kind: "6-feature",
    query: "Range requests in the file server",
    files: {
      ...OTHERS,
      "src/file_server.ts":
        `/**\n${" * Serves the files of a folder to who requests them.\n".repeat(30)} */\n` +
        `export function serveFolder(request) {\n  return serveFile(request);\n}\n\n` +
        "function parseRangeHeader(value, size) {\n  const parsed = value.match(/bytes=(\\d+)-/);\n" +
        "  return parsed === null ? null : { start: Number(parsed[1]), end: size };\n}\n\n" +
        "function serveFile(request) {\n  const range = parseRangeHeader(request.headers.get('range'));\n" +
        "  return range;\n}\n",
    },
    shows: ["src/file_server.ts#parseRangeHeader", "src/file_server.ts#serveFile"],
  },
  {
    kind: "7-trace",
    query: "Crash on resize.\n\npanic: index out of range [24]\n\ngoroutine 37 [running]:\n" +
      "example.org/app/v2.(*paneRenderer).flush(0xc0001a2000, 0x0)\n" +
      "\t/home/u/go/pkg/mod/example.org/app/v2@v2.0.9/pane_renderer.go:412 +0x8c5\n" +
      "example.org/app/v2.(*Program).start.func1()\n" +
      "\t/home/u/go/pkg/mod/example.org/app/v2@v2.0.9/program.go:3 +0x11c\n",
    files: {
      "pane_renderer.go": RENDERER,
      "program.go": "package app\n\nfunc (p *Program) start() {\n\tgo p.renderer.flush(false)\n}\n",
      "color.go": "package app\n\nfunc color() int {\n\treturn 1\n}\n",
    },
    shows: ["pane_renderer.go#flush", "program.go#start"],
    ordered: true,
  },
  {
    kind: "7-trace",
    query: "TypeError: dispose is not a function\n" +
      "    at keepSubscription (webpack-internal:///./node_modules/rows/dist/live/index.mjs:63:25)\n" +
      "    at unmount (webpack-internal:///./node_modules/react-dom/cjs/react-dom.js:22932:5)\n",
    files: {
      ...OTHERS,
      "src/live/index.ts":
        "export function keepSubscription(source) {\n  return () => source.stop();\n}\n",
      "src/index.ts": 'export * from "./live/index.ts";\n',
    },
    shows: ["src/live/index.ts#keepSubscription"],
    ordered: true,
  },
  {
    kind: "8-documents",
    query: "which error class and which message style should new code use?",
    files: {
      ...OTHERS,
      "CONTRIBUTING.md": `# Contributing\n\n## Tests\n\n${"Write tests.\n".repeat(20)}\n` +
        "## Error messages\n\nNew code uses a `TypeError` or `RangeError`.\nA message has no full stop.\n",
      "src/errors.ts": "export class NewError extends Error {\n  message = 'new';\n}\n",
      "src/style.ts":
        "export function styleMessage(message) {\n  return new NewError(message);\n}\n",
    },
    shows: ["CONTRIBUTING.md:26-29"],
  },
  {
    kind: "9-focus",
    query: "csv: allow a custom quote character when parsing",
    files: {
      "csv/parse.ts": `export function parseRow(line, quote) {\n${
        filler(20, "quote")
      }\n  return line;\n}\n`,
      "csv/read.ts": `export function readCell(text, quote) {\n${
        filler(20, "character")
      }\n  return text;\n}\n`,
      ...Object.fromEntries(["json", "toml", "yaml"].map((name) => [
        `${name}/parse.ts`,
        `export function parse_${name}(text) {\n${filler(20)}\n  return text;\n}\n`,
      ])),
    },
    shows: ["csv/parse.ts", "csv/read.ts"],
    inside: "csv/",
  },
  {
    kind: "10-german",
    query: "Wo werden Passwörter gehasht?",
    files: {
      ...OTHERS,
      "src/security.py": "def hash_password(password, salt):\n    return digest(salt + password)\n",
    },
    shows: ["src/security.py#hash_password"],
  },
  {
    kind: "11-issue",
    query: "Warning about a forced push is wrong",
    description:
      "After a rebase the warning about a forced push is shown though nothing was pushed.",
    files: {
      ...OTHERS,
      "CHANGELOG.md": `# Changelog\n\n${
        "- Warning about a forced push after a rebase.\n".repeat(20)
      }`,
      "src/push.ts": "export function warnOfForcedPush(branch) {\n  return branch.rebased;\n}\n\n" +
        "export function push(branch) {\n  if (warnOfForcedPush(branch)) ask();\n}\n",
    },
    shows: ["src/push.ts#warnOfForcedPush"],
    hides: ["CHANGELOG.md"],
  },
];

for (const { files, budget = 4000, ...small } of CASES) {
  Deno.test(`a bundle has the required content: ${small.kind}, ${small.query.split("\n")[0]}`, async () => {
    using tree = makeTree(files);
    using state = makeTree();
    using opened = await openTree({ root: tree.root, history: undefined }, state.root);
    const deliveryCase: DeliveryCase = { ...small, id: small.kind, tree: "", budget };
    const issue = caseIssue(deliveryCase);
    const method = issue === undefined ? queryBundle() : ISSUE_BUNDLE;
    const question = {
      query: deliveryCase.query,
      names: [],
      root: tree.root,
      issue: issue ?? { id: "", title: deliveryCase.query, description: "", labels: [] },
    };
    const bundle = await method.deliver(opened, question, budget);
    assert.deepEqual(
      checkDelivery(deliveryCase, bundle, tree.root),
      [],
      JSON.stringify(bundle.passages),
    );
  });
}
