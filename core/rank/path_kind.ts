/** A role that a file's place in the tree gives it, in which it is seldom what a question is about. */
export type PathKind =
  | "test"
  | "example"
  | "legacy"
  | "declaration"
  | "contract"
  /** Made by a program from other files: bundles, lock files, built pages. */
  | "generated"
  /** Pages and pictures, which hold much text that is not theirs. */
  | "markup"
  /** Records rather than program text. */
  | "data";

/** How a kind is told by the path, and by which words a query asks for it. */
interface PathKindRule {
  readonly kind: PathKind;
  readonly path: RegExp;
  /** Index terms, one of which in the query means that such files are wanted. */
  readonly askedBy: readonly string[];
}

const RULES: readonly PathKindRule[] = [
  {
    kind: "test",
    path:
      /(?:^|\/)(?:tests?|__tests__|specs?|testing|testdata|fixtures?)\/|(?:^|\/)test_[^/]*$|(?:[._-](?:test|spec)|[a-z](?:Tests?|Spec))\.[^./]+$/,
    askedBy: ["test", "tester", "spec", "fixtur", "unittest", "pytest", "jest"],
  },
  {
    kind: "example",
    path: /(?:^|\/)(?:examples?|samples?|demos?|bench(?:marks?|es)?)\//,
    askedBy: ["exampl", "sampl", "demo", "benchmark", "bench"],
  },
  {
    kind: "legacy",
    path: /(?:^|\/)(?:v1|deprecat(?:ed|ions?)|legacy|_?compat|old)(?:\/|\.[^./]+$)/i,
    askedBy: ["v1", "deprec", "legaci", "compat", "old"],
  },
  { kind: "declaration", path: /\.d\.[cm]?ts$/, askedBy: ["type", "declar", "typescript"] },
  {
    kind: "contract",
    path: /(?:^|\/)(?:contracts|facades|interfaces)\//i,
    askedBy: ["contract", "facad", "interfac"],
  },
  {
    kind: "generated",
    path:
      /(?:^|\/)(?:dist|build|out|_site|vendor|third_party|node_modules|generated|__generated__|gen|static\/assets|public\/assets)\/|[.-]min\.|\.(?:bundle|chunk|generated|gen|pb)\.|_pb2(?:_grpc)?\.py$|\.(?:map|snap|lock)$|-lock\.|-[\w-]{8}\.(?:js|css)$/,
    askedBy: ["generat", "bundl", "lock", "lockfil", "vendor", "dist", "build", "snapshot"],
  },
  {
    kind: "markup",
    path: /\.(?:html?|xhtml|svg)$/,
    askedBy: ["html", "page", "templat", "markup", "svg", "icon"],
  },
  {
    kind: "data",
    path: /\.(?:jsonl?|ndjson|csv|tsv|geojson|ipynb)$/,
    askedBy: [
      "json",
      "csv",
      "data",
      "dataset",
      "config",
      "configur",
      "packag",
      "depend",
      "manifest",
    ],
  },
];

/**
 * Returns the kinds that a path has.
 *
 * @param path Path relative to the root, with `/`.
 *
 * @example
 * ```ts
 * import { pathKinds } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(pathKinds("src/v1/tests/test_main.py"), ["test", "legacy"]);
 * assert.deepEqual(pathKinds("src/contest.py"), []);
 * ```
 */
export function pathKinds(path: string): PathKind[] {
  return RULES.filter((rule) => rule.path.test(path)).map(({ kind }) => kind);
}

/** Index terms, one of which in the query means that documents are wanted. */
const DOCUMENT_TERMS = [
  "readm",
  "document",
  "doc",
  "guid",
  "tutori",
  "changelog",
  "manual",
  "licens",
] as const;

/** Returns the kinds that a query asks for, told by its terms. */
export function askedKinds(terms: Iterable<string>): ReadonlySet<PathKind | "document"> {
  const known = new Set(terms);
  const asked = new Set<PathKind | "document">();
  for (const { kind, askedBy } of RULES) {
    if (askedBy.some((term) => known.has(term))) asked.add(kind);
  }
  if (DOCUMENT_TERMS.some((term) => known.has(term))) asked.add("document");
  return asked;
}
