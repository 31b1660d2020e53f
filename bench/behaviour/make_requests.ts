import { join } from "node:path";
import type { BehaviourRequest } from "./behaviour_request.ts";
import { createRandomChoices } from "./random_choices.ts";
import { cycle, listQueries, listSignals, nameOf } from "./request_texts.ts";
import { type Commit, readFacts, type TreeFacts } from "./tree_facts.ts";
import { type BehaviourTree, git } from "./trees.ts";

/** Number of requests of each kind about a tree: eighty in all. */
const COUNTS = { queries: 24, searches: 10, explanations: 8, issues: 10, sessions: 5 };

const BUDGETS = [500, 1000, 4000, 12_000];
const FORMATS = ["markdown", "json", "xml"];
const ISSUE_FORMATS = ["prompt", "markdown", "json", "xml"];
const LIMITS = [10, 3, 25, 50];
const STEPS = [
  ...["term-place", "idf-exponent", "symbols", "heading", "path", "line", "phrase"],
  ...["file-saturation", "chunks", "text", "name", "named-symbol", "subjects", "meaning"],
  ...["definitions", "mention", "aside", "documents"],
];

/** Settings of tasks. Each changes what is planned, found or shown. */
const SETTINGS: readonly Readonly<Record<string, unknown>>[] = [
  {},
  { vault: "docs" },
  { expandNeighbors: true, neighborDepth: 2 },
  { referencesOnly: true },
  { proactiveSearch: false },
  { promptTokenLimit: 6000 },
  { maxContextDocs: 2, minScore: 0.02 },
  { staleDays: 5, alpha: 0.9, beta: 0.1 },
  { docFractionMin: 0.6, docFractionMax: 0.8, maxContextDocs: 12 },
  { resolveWikilinks: false, maxFileSizeKb: 4 },
];

/** Returns the requests about a tree, the same in each run. */
export function makeRequests(
  tree: BehaviourTree,
  folders: { readonly trees: string; readonly bench: string },
): BehaviourRequest[] {
  const maker = new RequestMaker(readFacts(tree, folders), join(folders.trees, tree.name));
  return [...maker.queries(), ...maker.searches(), ...maker.issues(), ...maker.sessions()];
}

/** Makes requests about one tree. */
class RequestMaker {
  readonly #facts: TreeFacts;
  readonly #root: string;
  readonly #chance: ReturnType<typeof createRandomChoices>;
  readonly #texts: readonly string[];

  constructor(facts: TreeFacts, root: string) {
    this.#facts = facts;
    this.#root = root;
    this.#chance = createRandomChoices(facts.name);
    this.#texts = listQueries(this.#facts, this.#chance);
  }

  /** Returns plain queries, with every kind of option. */
  queries(): BehaviourRequest[] {
    return Array.from({ length: COUNTS.queries }, (_, i) =>
      this.#request("context", `query-${i}`, {
        text: this.#texts[i % this.#texts.length]!,
        options: {
          budget: cycle(BUDGETS, i),
          format: cycle(FORMATS, i),
          ...this.#filter(i),
          ...disabledSteps(i),
          ...(i % 8 === 5 ? { explain: true } : {}),
          ...(i % 8 === 3 ? { estimator: i % 16 === 3 ? "o200k" : "chars4" } : {}),
          ...(i % 12 === 7 ? { maxSent: 1500 } : {}),
        },
      }));
  }

  /** Returns searches, and then explanations. */
  searches(): BehaviourRequest[] {
    const { searches, explanations } = COUNTS;
    return Array.from({ length: searches + explanations }, (_, i) => {
      const kind = i < searches ? "search" : "explain";
      return this.#request(kind, `${kind}-${i}`, {
        text: cycle(this.#texts, i + 5),
        options: {
          ...(i % 3 === 0 ? {} : { limit: cycle(LIMITS, i) }),
          ...this.#filter(i + 2),
          ...disabledSteps(i + 3),
        },
      });
    });
  }

  /** Returns single issues. */
  issues(): BehaviourRequest[] {
    return Array.from({ length: COUNTS.issues }, (_, i) => {
      const commit = cycle(this.#facts.commits, i * 7 + 1);
      return this.#request("issue", `issue-${i}`, {
        text: "",
        issue: this.#issue(commit, i),
        options: {
          format: cycle(ISSUE_FORMATS, i),
          ...(i % 3 === 0 ? { budget: cycle([3000, 9000, 40_000, 700], i / 3) } : {}),
          settings: cycle(SETTINGS, i),
          ...(i % 4 === 1 ? { retry: this.#retry(commit) } : {}),
          ...(i % 5 === 2 ? { explain: true } : {}),
          ...(i % 5 === 4 ? { ...this.#filter(3), trackerPaths: [cycle(commit.paths, 0)] } : {}),
          ...disabledSteps(i + 1),
        },
      });
    });
  }

  /**
   * Returns the requests of an agent: its issue, answers to three texts, a query, and its issue
   * again.
   */
  sessions(): BehaviourRequest[] {
    return Array.from({ length: COUNTS.sessions }, (_, i) => {
      const session = `agent-${i}`;
      const commit = cycle(this.#facts.commits, i * 11 + 3);
      const issue = this.#issue(commit, i + 1);
      const settings = cycle(SETTINGS, i * 3);
      const budget = i % 2 === 0 ? {} : { budget: cycle([5000, 14_000], i) };
      const needs = [0, 1, 2].map((round) => this.#need({ session, turn: i * 3 + round, round }));
      const query = (turn: number, more = {}) =>
        this.#request("issue", `${session}-issue-${turn}`, {
          text: "",
          issue,
          options: { session, settings, format: cycle(ISSUE_FORMATS, i), ...budget, ...more },
        });
      const repeat = { ...needs[1]!, id: `${needs[1]!.id}-again` };
      return [
        query(1),
        needs[0]!,
        needs[1]!,
        ...(i < 3 ? [repeat] : []),
        query(2, { retry: this.#retry(commit) }),
        needs[2]!,
      ];
    }).flat();
  }

  /** Returns an agent's text with requests of each form between other words. */
  #need(
    { session, turn, round }: { session: string; turn: number; round: number },
  ): BehaviourRequest {
    const { code, documents } = this.#facts;
    const forms = listSignals(this.#facts, this.#chance);
    const lines = [0, 1, 2, 3, 4, 5].map((i) => cycle(forms, turn * 5 + i));
    const ended = cycle(["", "", "BLOCKED: the lines above are needed", "ISSUE_COMPLETE"], turn);
    const locked = [this.#chance.pick(code).path, this.#chance.pick(documents).path];
    return this.#request("need", `${session}-need-${round}`, {
      text: ["I have looked at the task.", "", ...lines, "", ended].join("\n"),
      options: {
        session,
        ...(turn % 2 === 0 ? { round: round + 1 } : {}),
        format: cycle(["markdown", "xml"], turn),
        locks: { [locked[0]!]: "agent-x", [locked[1]!]: "agent-y" },
        ...(turn % 4 === 3 ? { budget: cycle([400, 3000], turn) } : {}),
        settings: {
          ...(turn % 4 === 0 ? {} : { needMaxRounds: 3 }),
          ...(turn % 5 === 4 ? { needMaxItems: 2 } : { needMaxItems: 6 }),
          ...(turn % 7 === 6 ? { needMode: cycle(["delegate", "observe"], turn) } : {}),
        },
      },
    });
  }

  #issue(commit: Commit, i: number): Readonly<Record<string, unknown>> {
    const { pick } = this.#chance;
    const { code, documents } = this.#facts;
    const named = [pick(code), pick(code)];
    const links = i % 2 === 0 ? [] : [nameOf(pick(documents).path).replace(/\.\w+$/, "")];
    const description = [
      commit.body,
      `\`${pick(named[0]!.symbols)}\` of ${named[0]!.path} and ${
        pick(named[1]!.symbols)
      } are part of it.`,
      ...links.map((slug) => `See [[${slug}]] and [[a-note-that-nobody-wrote]].`),
      ...(i % 4 === 3 ? ["Refactor the protocol across all modules. ".repeat(20)] : []),
    ].join("\n\n");
    const manifest = {
      primary: [...commit.paths.slice(0, 2), ...(i % 5 === 1 ? ["src/not/there.ts"] : [])],
      read: [named[0]!.path, ...commit.paths.slice(2, 4), ...(i % 3 === 1 ? ["docs/**"] : [])],
      forbidden: i % 2 === 0 ? [named[1]!.path] : [],
      version: 1,
    };
    return {
      id: `t-${i}`,
      title: commit.subject,
      description,
      type: cycle(["bug", "feature", "task"], i),
      labels: i % 2 === 0 ? ["area", "good first issue"] : [],
      ...(i % 4 === 0 ? {} : { manifest }),
    };
  }

  /** Returns the changes of a commit, and an error that names locations of the tree. */
  #retry({ revision }: Commit): Readonly<Record<string, string>> {
    const file = this.#chance.pick(this.#facts.code);
    const symbol = this.#chance.pick(file.symbols);
    const diff = git(this.#root, "show", "--format=", "--unified=2", revision).slice(0, 6000);
    const line = 1 + Math.floor(file.lines / 2);
    return {
      diff,
      error: `error: test failed\n  at ${symbol} (${file.path}:${line}:5)\nexpected 1, got 2\n`,
    };
  }

  #filter(i: number): { readonly filter?: Readonly<Record<string, unknown>> } {
    const { code } = this.#facts;
    const path = this.#chance.pick(code).path;
    const folder = path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "*";
    const extension = path.slice(path.lastIndexOf("."));
    const language = { ".py": "python", ".go": "go", ".rs": "rust", ".java": "java" }[extension] ??
      "typescript";
    const filters = [
      ...[undefined, undefined, { kind: "code" }, { paths: [`${folder}/**`] }, {
        kind: "document",
      }],
      ...[undefined, { languages: [language] }, {
        paths: ["*.md", `**/*${extension}`],
        kind: "code",
      }],
    ];
    const filter = cycle(filters, i);
    return filter === undefined ? {} : { filter };
  }

  #request(
    kind: BehaviourRequest["kind"],
    name: string,
    rest: Pick<BehaviourRequest, "text" | "issue" | "options">,
  ): BehaviourRequest {
    return { id: `${this.#facts.name}/${name}`, tree: this.#facts.name, kind, ...rest };
  }
}

function disabledSteps(i: number): { readonly disabled?: readonly string[] } {
  if (i % 3 !== 2) return {};
  const first = cycle(STEPS, i);
  return { disabled: i % 6 === 5 ? [first, cycle(STEPS, i + 7), cycle(STEPS, i + 11)] : [first] };
}
