import { anyOf, raw } from "../text/match_at.ts";

/** A role that a file's place in the tree gives it, in which it is seldom what a question is about. */
export type PathKind =
  | "test"
  | "example"
  | "legacy"
  | "declaration"
  | "contract"
  | "generated"
  | "markup"
  | "data";

/** How a kind is told by the path, and by which words a query asks for it. */
interface PathKindRule {
  readonly kind: PathKind;
  readonly path: RegExp;
  /** Index terms, one of which in the query means that such files are wanted; separated by spaces. */
  readonly askedBy: string;
}

/** The beginning of a name in a path: `/`. */
const FOLDER = "(?:^|/)";

/** A folder of tests: `__tests__`. */
const TEST_FOLDER = "(?:tests?|__tests__|specs?|testing|testdata|fixtures?)";

/** The end of a test's name before its ending: `.test`, `aTest`. */
const TEST_ENDING = "(?:[._-](?:test|spec)|[a-z](?:Tests?|Spec))";

/** A folder of what programs made: `dist`. */
const MADE_FOLDER = anyOf(
  "dist|build|out|_site|vendor|third_party|node_modules|generated|__generated__|gen",
  "static/assets|public/assets",
);

/** A part of a name that programs give: `a.min.js`, `a_pb2.py`, `index-1a2b3c4d.js`. */
const MADE_NAME = [
  raw`[.-]min\.|\.(?:bundle|chunk|generated|gen|pb)\.|_pb2(?:_grpc)?\.py$`,
  raw`\.(?:map|snap|lock)$|-lock\.|-[\w-]{8}\.(?:js|css)$`,
].join("|");

const RULES: readonly PathKindRule[] = [
  {
    kind: "test",
    path: new RegExp(raw`${FOLDER}${TEST_FOLDER}/|${FOLDER}test_[^/]*$|${TEST_ENDING}\.[^./]+$`),
    askedBy: "test tester spec fixtur unittest pytest jest",
  },
  {
    kind: "example",
    path: /(?:^|\/)(?:examples?|samples?|demos?|bench(?:marks?|es)?)\//,
    askedBy: "exampl sampl demo benchmark bench",
  },
  {
    kind: "legacy",
    path: /(?:^|\/)(?:v1|deprecat(?:ed|ions?)|legacy|_?compat|old)(?:\/|\.[^./]+$)/i,
    askedBy: "v1 deprec legaci compat old",
  },
  { kind: "declaration", path: /\.d\.[cm]?ts$/, askedBy: "type declar typescript" },
  {
    kind: "contract",
    path: /(?:^|\/)(?:contracts|facades|interfaces)\//i,
    askedBy: "contract facad interfac",
  },
  // Made by a program from other files: bundles, lock files, built pages.
  {
    kind: "generated",
    path: new RegExp(raw`${FOLDER}${MADE_FOLDER}/|${MADE_NAME}`),
    askedBy: "generat bundl lock lockfil vendor dist build snapshot",
  },
  // Pages and pictures, which hold much text that is not theirs.
  {
    kind: "markup",
    path: /\.(?:html?|xhtml|svg)$/,
    askedBy: "html page templat markup svg icon",
  },
  // Records rather than program text.
  {
    kind: "data",
    path: /\.(?:jsonl?|ndjson|csv|tsv|geojson|ipynb)$/,
    askedBy: "json csv data dataset config configur packag depend manifest",
  },
];

/**
 * Returns the kinds that a path has.
 *
 * @param path Path relative to the root, with `/`.
 */
export function pathKinds(path: string): PathKind[] {
  return RULES.filter((rule) => rule.path.test(path)).map(({ kind }) => kind);
}

/** Index terms, one of which in the query means that documents are wanted; separated by spaces. */
const DOCUMENT_TERMS = "readm document doc guid tutori changelog manual licens";

/** Returns the kinds that a query asks for, told by its terms. */
export function askedKinds(terms: Iterable<string>): ReadonlySet<PathKind | "document"> {
  const known = new Set(terms);
  const isAsked = (words: string) => words.split(" ").some((term) => known.has(term));
  const kinds = RULES.filter(({ askedBy }) => isAsked(askedBy)).map(({ kind }) => kind);
  return new Set([...kinds, ...(isAsked(DOCUMENT_TERMS) ? ["document" as const] : [])]);
}

/** Returns whether a path is that of a test or an example. */
export function isTestPath(path: string): boolean {
  return pathKinds(path).some((kind) => kind === "test" || kind === "example");
}
