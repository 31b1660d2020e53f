import { dirname, join } from "node:path";

/** A request to a server. */
export interface HostileRequest {
  readonly method: "GET" | "POST";
  /** With its query. */
  readonly path: string;
  /** Sent as JSON; a text as it is. */
  readonly body?: unknown;
}

/** A tree, and requests about it, that would take more of a server than it has. */
export interface HostileCase {
  readonly name: string;
  /** Writes the tree. */
  readonly plant: (tree: HostileTree) => void;
  readonly requests: readonly HostileRequest[];
}

const MEGABYTE = 1_000_000;

/** What most texts are made of. */
const SENTENCE = "retry the upload of a file when the network fails again\n";

/** Writes the files of a hostile tree. */
export class HostileTree {
  /** Absolute path. */
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  /** Writes a file and the folders above it. */
  write(path: string, text: string | Uint8Array): void {
    const file = this.#make(path);
    if (typeof text === "string") Deno.writeTextFileSync(file, text);
    else Deno.writeFileSync(file, text);
  }

  /** Writes one text under many names; the disk holds it once. */
  writeMany(paths: readonly string[], text: string): void {
    const [first = "", ...others] = paths;
    this.write(first, text);
    for (const path of others) Deno.linkSync(join(this.root, first), this.#make(path));
  }

  /** Runs git in the tree. */
  git(args: readonly string[], input?: string): void {
    const command = ["git", "-c", "user.name=t", "-c", "user.email=t@example.invalid", ...args];
    const quoted = command.map((one) => `'${one.replaceAll("'", "'\\''")}'`).join(" ");
    let file: string | undefined;
    if (input !== undefined) {
      file = Deno.makeTempFileSync();
      Deno.writeTextFileSync(file, input);
    }
    const { success, stderr } = new Deno.Command("bash", {
      args: ["-c", file === undefined ? quoted : `${quoted} < '${file}'`],
      cwd: this.root,
      env: { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
    }).outputSync();
    if (file !== undefined) Deno.removeSync(file);
    if (!success) throw new Error(`Cannot run git: ${new TextDecoder().decode(stderr)}`);
  }

  /** Runs a program in the tree, for what Deno cannot make. */
  run(program: string, ...args: readonly string[]): void {
    new Deno.Command(program, { args: [...args], cwd: this.root }).outputSync();
  }

  #make(path: string): string {
    const file = join(this.root, path);
    Deno.mkdirSync(dirname(file), { recursive: true });
    return file;
  }
}

function get(path: string): HostileRequest {
  return { method: "GET", path };
}

function post(path: string, body: unknown): HostileRequest {
  return { method: "POST", path, body };
}

/** Returns a text of about a million characters. */
function bigText(characters = MEGABYTE): string {
  return SENTENCE.repeat(Math.ceil(characters / SENTENCE.length)).slice(0, characters);
}

function numbered<T>(count: number, make: (number: number) => T): readonly T[] {
  return Array.from({ length: count }, (_, number) => make(number));
}

function hooks(count: number, lines: (number: number) => string): string {
  return `hooks:\n${numbered(count, (at) => `  - id: h${at}\n${lines(at)}\n`).join("")}`;
}

const PROFILE = "---\ndescription: d\n---\nDo it.\n";
const COMPOSING = [
  get("/v1/profiles/o?root=tree"),
  post("/v1/compose", { root: "tree", profile: "o", for: "anthropic" }),
  post("/v1/context", { root: "tree", query: "retry uploads", profile: "o" }),
];

/** What policies can hold. */
const POLICIES: readonly HostileCase[] = [
  {
    name: "300 hooks fetch 1 MB of knowledge",
    plant(tree) {
      tree.write(".dossier/knowledge/big.md", bigText());
      tree.write(".dossier/profiles/o.md", PROFILE);
      tree.write(
        ".dossier/hooks.yaml",
        hooks(300, () => "    event: start\n    action: { fetch: knowledge/big }"),
      );
    },
    requests: COMPOSING,
  },
  {
    name: "300 hooks fetch 1 MB for the system prompt",
    plant(tree) {
      tree.write(".dossier/knowledge/big.md", bigText());
      tree.write(".dossier/profiles/o.md", PROFILE);
      tree.write(
        ".dossier/hooks.yaml",
        hooks(300, () => "    event: system\n    action: { fetch: knowledge/big }"),
      );
    },
    requests: COMPOSING,
  },
  {
    name: "a profile asks for 400 items of 1 MB",
    plant(tree) {
      tree.writeMany(numbered(400, (at) => `.dossier/knowledge/k${at}.md`), bigText());
      const ids = numbered(400, (at) => `k${at}`).join(", ");
      tree.write(
        ".dossier/profiles/o.md",
        `---\ndescription: d\ncontext:\n  system: [${ids}]\n  before: [${ids}]\n---\nDo it.\n`,
      );
    },
    requests: COMPOSING,
  },
  {
    name: "the same within budgets",
    plant(tree) {
      tree.writeMany(numbered(400, (at) => `.dossier/knowledge/k${at}.md`), bigText());
      const ids = numbered(400, (at) => `k${at}`).join(", ");
      tree.write(".dossier/policy.yaml", "compose: budgeted\n");
      tree.write(
        ".dossier/profiles/o.md",
        `---\ndescription: d\ncontext:\n  system: [${ids}]\n  before: [${ids}]\n---\nDo it.\n`,
      );
    },
    requests: COMPOSING,
  },
  {
    name: "a chain of 2,000 profiles, each with a body of 500 KB and an item of its own",
    plant(tree) {
      const body = bigText(MEGABYTE / 2);
      tree.writeMany(numbered(2000, (at) => `.dossier/knowledge/k${at}.md`), bigText(MEGABYTE / 2));
      for (let at = 0; at < 2000; at++) {
        const parent = at === 1999 ? "" : `extends: p${at + 1}\n`;
        const text = at % 20 === 0 ? body : "Do it.";
        tree.write(
          `.dossier/profiles/${at === 0 ? "o" : `p${at}`}.md`,
          `---\n${parent}description: d\ncontext:\n  before: [k${at}]\n---\n${text}\n`,
        );
      }
    },
    requests: [...COMPOSING, get("/v1/profiles?root=tree")],
  },
  {
    name: "10,000 profiles of 200 KB",
    plant(tree) {
      tree.writeMany(
        numbered(10_000, (at) => `.dossier/profiles/p${at}.md`),
        `---\ndescription: d\n---\n${bigText(200_000)}`,
      );
      tree.write(".dossier/profiles/o.md", PROFILE);
    },
    requests: [get("/v1/profiles?root=tree"), ...COMPOSING],
  },
  {
    name: "a text of expressions that stand for the body of the profile",
    plant(tree) {
      tree.write(".dossier/knowledge/big.md", "${profile_body}".repeat(60_000));
      tree.write(".dossier/profiles/o.md", `---\ndescription: d\n---\n${bigText(900_000)}`);
      tree.write(
        ".dossier/hooks.yaml",
        hooks(1, () => "    event: system\n    action: { fetch: knowledge/big }"),
      );
    },
    requests: COMPOSING,
  },
  {
    name: "a body that names an input of 2 MB 60,000 times",
    plant(tree) {
      tree.write(
        ".dossier/profiles/o.md",
        `---\ndescription: d\ninputs:\n  a: { default: x }\n---\n${"{input:a}".repeat(60_000)}`,
      );
    },
    requests: [
      post("/v1/compose", {
        root: "tree",
        profile: "o",
        inputs: { a: "a".repeat(2 * MEGABYTE) },
      }),
      post("/v1/context", {
        root: "tree",
        query: "retry",
        profile: "o",
        inputs: { a: "a".repeat(2 * MEGABYTE) },
      }),
    ],
  },
  {
    name: "hooks whose ids and parameters multiply an input",
    plant(tree) {
      tree.write(".dossier/profiles/o.md", PROFILE);
      const many = "${inputs.a}".repeat(8000);
      tree.write(
        ".dossier/hooks.yaml",
        hooks(1, () => `    event: start\n    action: { fetch: "knowledge/${many}" }`),
      );
    },
    requests: [
      post("/v1/compose", {
        root: "tree",
        profile: "o",
        inputs: { a: "a".repeat(2 * MEGABYTE) },
      }),
    ],
  },
  {
    name: "900 regular expressions that take long",
    plant(tree) {
      tree.write(".dossier/profiles/o.md", `---\ndescription: d\n---\n${"ab".repeat(32_000)}`);
      const slow = "([ab]{1,30}){1,30}c";
      tree.write(
        ".dossier/hooks.yaml",
        hooks(
          900,
          () =>
            "    event: start\n    condition: { path: profile_body, op: regex, " +
            `value: "${slow}" }\n    action: { fetch: x }`,
        ),
      );
    },
    requests: COMPOSING,
  },
  {
    name: "YAML with aliases of aliases, in every file that is YAML",
    plant(tree) {
      const bomb = [
        'a0: &a0 "lol"',
        ...numbered(30, (at) => `a${at + 1}: &a${at + 1} [${`*a${at}, `.repeat(10)}1]`),
      ].join("\n");
      for (const name of ["hooks", "policy", "manifest", "config"]) {
        tree.write(`.dossier/${name}.yaml`, `${bomb}\n`);
      }
      tree.write(".dossier/knowledge/big.md", `---\n${bomb}\n---\ntext\n`);
      tree.write(".dossier/profiles/o.md", `---\n${bomb}\n---\ntext\n`);
      tree.write("issue.md", `---\ntitle: t\n${bomb}\n---\ntext\n`);
      tree.write("docs/note.md", `---\n${bomb}\n---\n# Title\n\ntext\n`);
    },
    requests: [
      ...COMPOSING,
      get("/v1/profiles?root=tree"),
      get("/v1/manifest?root=tree"),
      post("/v1/context", { root: "tree", issue: "issue.md" }),
    ],
  },
  {
    name: "YAML of 128 KB that takes its parser long",
    plant(tree) {
      const slow = `a: !!x |\n${"  [{'&b *c\n".repeat(11_000)}b: [${"? ,".repeat(20_000)}`;
      for (const name of ["hooks", "policy", "manifest", "config"]) {
        tree.write(`.dossier/${name}.yaml`, slow.slice(0, 60_000));
      }
      tree.write(".dossier/profiles/o.md", `---\n${slow.slice(0, 120_000)}\n---\ntext\n`);
      tree.writeMany(
        numbered(200, (at) => `.dossier/profiles/p${at}.md`),
        `---\nx: [${"{a: {b: ~}}, ".repeat(9000)}]\n---\ntext\n`,
      );
    },
    requests: [
      get("/v1/profiles?root=tree"),
      ...COMPOSING,
      post("/v1/compose", { root: "tree", profile: "p1" }),
    ],
  },
  {
    name: "2,000 tools of 900 KB",
    plant(tree) {
      const tool = '__tool_description__ = "d"\nCONFIG_SCHEMA = {"type": "object"}\n' +
        `X = "${"y".repeat(900_000)}"\n`;
      tree.writeMany(numbered(2000, (at) => `.dossier/tools/t${at}.py`), tool);
      tree.write(".dossier/profiles/o.md", "---\npermissions: ['*']\n---\nDo it.\n");
      tree.write(
        ".dossier/profiles/p.md",
        "---\npermissions: [execute.tool.*]\n---\nDo it.\n",
      );
    },
    requests: [...COMPOSING, get("/v1/profiles/p?root=tree")],
  },
  {
    name: "inputs that go a million levels deep",
    plant: (tree) => tree.write(".dossier/profiles/o.md", PROFILE),
    requests: [
      post(
        "/v1/compose",
        `{"root":"tree","profile":"o","inputs":{"a":${"[".repeat(MEGABYTE)}${
          "]".repeat(MEGABYTE)
        }}}`,
      ),
      post(
        "/v1/context",
        `{"root":"tree","issue":{"title":"t","a":${'{"a":'.repeat(300_000)}1${
          "}".repeat(300_000)
        }}}`,
      ),
      post("/mcp", `${"[".repeat(MEGABYTE)}${"]".repeat(MEGABYTE)}`),
    ],
  },
];

const MANIFEST_REQUESTS = [
  get("/v1/manifest?root=tree"),
  get("/v1/manifest?root=tree&session=s"),
  post("/v1/context", { root: "tree", query: "retry uploads", session: "s" }),
  post("/v1/context", { root: "tree", query: "retry uploads", session: "t", tiers: "all" }),
  post("/mcp", {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "read", arguments: { root: "tree", uri: "dossier://docs/rfcs/" } },
  }),
];

/** What manifests can hold. */
const MANIFESTS: readonly HostileCase[] = [
  {
    name: "200 sources of a manifest that each name all of 150 files of 900 KB",
    plant(tree) {
      tree.writeMany(numbered(150, (at) => `src/f${at}.md`), `# File\n\n${bigText(900_000)}`);
      const sources = numbered(100, (at) => `    - uri: "path:{src,${at}}/f*"\n`).join("");
      tree.write(
        ".dossier/manifest.yaml",
        `version: 1\nidentity:\n  sources:\n${sources}workflow:\n  sources:\n${sources}`,
      );
    },
    requests: MANIFEST_REQUESTS,
  },
  {
    name: "100 sources that name all of 20,000 small files",
    plant(tree) {
      tree.writeMany(numbered(20_000, (at) => `src/d${at % 100}/f${at}.md`), "# File\n\ntext\n");
      const sources = numbered(100, (at) => `    - uri: "path:{src,${at}}/**"\n`).join("");
      tree.write(".dossier/manifest.yaml", `version: 1\nidentity:\n  sources:\n${sources}`);
    },
    requests: MANIFEST_REQUESTS,
  },
  {
    name: "1,000 sources, plugins and regular expressions of a manifest",
    plant(tree) {
      tree.write("src/a.md", "# A\n");
      const pattern = "(a|b){1000}x";
      const triggers = numbered(900, () => `      - commit_msg_pattern: "${pattern}"\n`).join("");
      tree.write(
        ".dossier/manifest.yaml",
        "version: 1\nidentity:\n  sources:\n" +
          numbered(900, (at) => `    - "path:a${at}*"\n`).join("") +
          `plugins:\n  - uri: dossier://p/\n    provides: [a]\n    salience_triggers:\n${triggers}`,
      );
    },
    requests: MANIFEST_REQUESTS,
  },
  {
    name: "globs of a manifest with many braces",
    plant(tree) {
      tree.writeMany(numbered(2000, (at) => `src/f${at}.md`), "# File\n\ntext\n");
      const globs = [
        "path:{1..1000000}",
        "path:{{1..1000},{1..1000}}{1..1000}",
        `path:${"**/".repeat(20)}x`,
        `path:${"{a,b}".repeat(20)}`,
        `path:${"*a".repeat(30)}`,
        "path:+(+(+(a)))b",
      ];
      const sources = globs.map((uri) => `    - uri: "${uri}"\n`).join("");
      tree.write(
        ".dossier/manifest.yaml",
        `version: 1\nidentity:\n  sources:\n${sources}knowledge:\n` +
          `  - id: k\n    from: ["{1..1000000}", "${"**/".repeat(20)}x"]\n`,
      );
    },
    requests: MANIFEST_REQUESTS,
  },
  {
    name: "200 RFCs in progress of 900 KB",
    plant(tree) {
      tree.writeMany(
        numbered(200, (at) => `docs/rfcs/${String(at).padStart(4, "0")}-x.md`),
        `# RFC\n\nStatus: In Progress\n\n${
          "- [ ] retry ADR 0005 dossier://docs/rfcs/1\n".repeat(21_000)
        }`,
      );
      tree.write(
        ".dossier/manifest.yaml",
        "version: 1\nworkflow:\n  sources:\n    - uri: dossier://state/active-tasks\n" +
          "    - uri: dossier://docs/rfcs/\n  refresh_triggers: [on_rfc_change]\n" +
          "reference:\n  graph: dossier://context/relevance\n",
      );
    },
    requests: MANIFEST_REQUESTS,
  },
];

const ASKING = [
  post("/v1/search", { root: "tree", query: "retry uploads" }),
  post("/v1/context", { root: "tree", query: "retry uploads", budget: 1_000_000 }),
  post("/v1/structure", { root: "tree", kind: "map", budget: 1_000_000 }),
  get("/v1/status?root=tree"),
];

/** What trees can hold. */
const TREES: readonly HostileCase[] = [
  {
    name: "patterns of ignore files that match in very many ways",
    plant(tree) {
      const patterns = [
        `${"*a".repeat(40)}b`,
        `${"**/".repeat(60)}x`,
        `${"a*".repeat(200)}/**/${"*?".repeat(50)}`,
        `[${"a-z".repeat(2000)}]`,
        `${"(a+)+".repeat(10)}$`,
        `${"\\*".repeat(3000)}`,
      ].join("\n");
      tree.write(".dossierignore", `${patterns}\n`);
      tree.write(".gitignore", `${patterns}\n${numbered(50_000, (at) => `x${at}*y`).join("\n")}\n`);
      for (let at = 0; at < 300; at++) {
        tree.write(`${"a".repeat(40)}/${"a".repeat(80)}${at}.md`, "# a\n");
      }
    },
    requests: ASKING,
  },
  {
    name: "a file with one line of 4 MB, one with 200,000 definitions, 100,000 headings and links",
    plant(tree) {
      tree.write("one.js", `var a=${"f(1),".repeat(800_000)}0;`);
      tree.write("many.py", numbered(120_000, (at) => `def retry_upload_${at}(): pass\n`).join(""));
      tree.write(
        "many.ts",
        numbered(100_000, (at) => `function f${at}(){f${at + 1}()}\n`).join(""),
      );
      tree.write("headings.md", numbered(100_000, (at) => `# Retry ${at}\n\ntext\n`).join(""));
      tree.write(
        "links.md",
        `# L\n\n${
          numbered(100_000, (at) => `[[l${at}]] [a](l${at}.md#x) \`f${at}()\`\n`).join("")
        }`,
      );
      tree.write("nested.json", `${"[".repeat(400_000)}${"]".repeat(400_000)}`);
      tree.write("nested.py", `x = ${"(".repeat(100_000)}1${")".repeat(100_000)}\n`);
      tree.write("quotes.md", `${">".repeat(200_000)} a\n\n${"*_".repeat(200_000)}\n`);
    },
    requests: [
      ...ASKING,
      post("/v1/structure", { root: "tree", kind: "outline", targets: ["many.py"] }),
      post("/v1/structure", { root: "tree", kind: "callers", targets: ["f500"] }),
      post("/v1/structure", { root: "tree", kind: "related", targets: ["many.ts:5"] }),
      post("/v1/search", { root: "tree", query: "f1 f2 f3", names: ["f500", "retry_upload_77"] }),
    ],
  },
  {
    name: "20,000 wiki pages that all link to each other",
    plant(tree) {
      const links = numbered(1500, (at) => `[[n${at}]] retry upload`).join("\n");
      tree.writeMany(numbered(3000, (at) => `wiki/n${at}.md`), `# N\n\n${links}\n`);
      tree.write(
        "issue.md",
        `---\ntitle: retry\n---\n${numbered(9000, (at) => `[[n${at}]] ADR 000${at}`).join("\n")}\n`,
      );
    },
    requests: [...ASKING, post("/v1/context", { root: "tree", issue: "issue.md" })],
  },
  {
    name: "links in circles, pipes, devices and files without content",
    plant(tree) {
      tree.write("src/a.md", "# retry upload\n");
      tree.run("mkfifo", "pipe.md", "src/pipe.py", ".dossierignore");
      tree.write("docs/x.md", "# x\n");
      tree.run("mkdir", "-p", ".dossier/profiles", ".dossier/knowledge");
      tree.write(".dossier/profiles/o.md", PROFILE);
      for (const name of ["zero.md", ".dossier/knowledge/zero.md", ".dossier/profiles/zero.md"]) {
        Deno.symlinkSync("/dev/zero", join(tree.root, name));
      }
      tree.run("mkfifo", ".dossier/manifest.yaml", "issue.md");
      for (const at of numbered(20, (at) => at)) {
        Deno.symlinkSync("..", join(tree.root, `src/up${at}`));
      }
      tree.run("truncate", "-s", "20G", "sparse.md", "sparse.py");
    },
    requests: [
      ...ASKING,
      ...COMPOSING,
      get("/v1/manifest?root=tree"),
      post("/v1/context", { root: "tree", issue: "issue.md" }),
      post("/v1/context", { root: "tree", issue: "sparse.md" }),
    ],
  },
  {
    name: "a tracker of 16 MB",
    plant(tree) {
      const line = (at: number) =>
        `{"id":"up-${at}","title":"Retry","dependencies":[{"depends_on_id":"up-${at + 1}"}]}\n`;
      tree.write(".beads/issues.jsonl", numbered(190_000, line).join(""));
      tree.write(".beads/more.jsonl", `{"id":"a","title":"t","x":${"[".repeat(7_000_000)}`);
    },
    requests: [
      post("/v1/context", { root: "tree", issue: ".beads/issues.jsonl#up-7" }),
      post("/v1/context", { root: "tree", issue: ".beads/issues.jsonl#up-189999" }),
      post("/v1/context", { root: "tree", issue: ".beads/more.jsonl#a" }),
    ],
  },
  {
    name: "a tracker with a million lines",
    plant(tree) {
      const line = (at: number) =>
        `{"id":"up-${at}","title":"Retry ${at}","description":"retry uploads","status":"open",` +
        `"dependencies":[{"depends_on_id":"up-${at + 1}","type":"blocks"}]}\n`;
      for (let at = 0; at < 1_000_000; at += 50_000) {
        const text = numbered(50_000, (more) => line(at + more)).join("");
        Deno.mkdirSync(join(tree.root, ".beads"), { recursive: true });
        Deno.writeTextFileSync(join(tree.root, ".beads/issues.jsonl"), text, { append: true });
      }
    },
    requests: [
      post("/v1/context", { root: "tree", issue: ".beads/issues.jsonl#up-7" }),
      post("/v1/context", { root: "tree", issue: ".beads/issues.jsonl#up-999999" }),
      post("/v1/context", { root: "tree", query: "up-7" }),
      ...ASKING,
    ],
  },
  {
    name: "a commit with a message of 50 MB and one of 100,000 files",
    plant(tree) {
      tree.write("src/upload.py", "def retry_upload(file):\n    return send(file)\n");
      tree.git(["init", "-q"]);
      tree.git(["add", "-A"]);
      tree.git(
        ["commit", "-q", "-F", "-"],
        `${"retry ".repeat(1_000_000)}\n\n${"retry uploads\n".repeat(3_500_000)}`,
      );
      const blob = "def f(): pass\n";
      const stream = [
        `blob\nmark :1\ndata ${blob.length}\n${blob}\n`,
        "commit refs/heads/wide\ncommitter t <t@example.invalid> 1700000000 +0000\ndata 1\nx\n",
        ...numbered(100_000, (at) => `M 100644 :1 d${at % 500}/upload_retry_${at}.py\n`),
      ].join("");
      tree.git(["fast-import", "--quiet"], stream);
      tree.git(["reset", "-q", "--soft", "wide"]);
      tree.write("src/x.py", "def g(): pass\n");
      tree.git(["add", "src"]);
      tree.git(["commit", "-q", "-m", "wide"]);
    },
    requests: ASKING,
  },
  {
    name: "notebooks, tables and markup that take long to cut",
    plant(tree) {
      const cells = numbered(
        40_000,
        (at) => ({ cell_type: "code", source: [`def f${at}(): pass\n`] }),
      );
      tree.write("n.ipynb", JSON.stringify({ cells }));
      tree.write("table.md", `# T\n\n${"|a".repeat(500_000)}\n${"|-".repeat(500_000)}\n`);
      tree.write("lines.md", "\n".repeat(3 * MEGABYTE));
      tree.write("html.html", "<div><h1>".repeat(300_000));
      tree.write("x.xml", `<a>${"<b c='".repeat(300_000)}`);
      tree.write("x.sql", "select (".repeat(300_000));
      tree.write("x.c", "#define A(B) A(B)(A)\n".repeat(100_000));
      tree.write("x.cpp", "template<".repeat(100_000));
      tree.write("x.rs", "macro_rules! a { ($".repeat(100_000));
      tree.write("x.rb", "%q(<<A #{".repeat(100_000));
      tree.write("x.md", `${"[".repeat(200_000)}${"](".repeat(200_000)}`);
      tree.write("y.md", "```".repeat(300_000));
      tree.write("z.md", `${"-".repeat(MEGABYTE)}\n${"=".repeat(MEGABYTE)}\n`);
      tree.write("secrets.env.md", `${'password = "'.repeat(200_000)}\n${"A".repeat(MEGABYTE)}`);
    },
    requests: ASKING,
  },
];

const WORDS = numbered(20_000, (at) => `word${at}`).join(" ");

/** What clients can send. */
const CLIENTS: readonly HostileCase[] = [
  {
    name: "questions as long as they may be",
    plant(tree) {
      for (let at = 0; at < 300; at++) {
        tree.write(
          `src/f${at}.py`,
          `def retry_upload_${at}(file):\n    return send(file, word${at})\n`.repeat(50),
        );
      }
    },
    requests: [
      post("/v1/search", { root: "tree", query: WORDS }),
      post("/v1/context", { root: "tree", query: WORDS, budget: 1_000_000 }),
      post("/v1/explain", { root: "tree", query: WORDS, limit: 100 }),
      ...[
        " ",
        "a.",
        "/",
        "at f(",
        '"',
        "::",
        "[[",
        "A_",
        "NEED_CODE: ",
        "src/f1.py:1\n",
        "上传重试",
        "`",
      ]
        .flatMap((piece) => {
          const query = `x${piece.repeat(Math.floor(190_000 / piece.length))}`;
          return [
            post("/v1/search", { root: "tree", query }),
            post("/v1/context", { root: "tree", query }),
            post("/v1/need", { root: "tree", session: "n", text: query }),
            post("/v1/context", {
              root: "tree",
              issue: { title: "t", description: query.repeat(5) },
              retry: { error: query, diff: query },
            }),
          ];
        }),
      post("/v1/search", {
        root: "tree",
        query: "x",
        names: numbered(640, (at) => `name${at}`.repeat(20)),
      }),
      post("/v1/search", { root: "tree", query: "x", names: numbered(100_000, (at) => `n${at}`) }),
      post("/v1/search", {
        root: "tree",
        query: "x",
        filter: { paths: numbered(64, () => "{1..1000000}{1..1000000}") },
      }),
      post("/v1/search", {
        root: "tree",
        query: "x",
        filter: { paths: numbered(64, () => "{".repeat(500) + "a,b" + "}".repeat(500)) },
      }),
      post("/v1/structure", {
        root: "tree",
        kind: "callers",
        targets: numbered(100, () => "retry_upload_".repeat(300)),
      }),
      post("/v1/need", {
        root: "tree",
        session: "m",
        text: numbered(9000, (at) => `NEED_CODE: src/f${at % 300}.py:1-9`).join("\n"),
      }),
    ],
  },
  {
    name: "transcripts as long as they may be",
    plant: (tree) => {
      tree.write(".dossier/profiles/o.md", PROFILE);
      tree.write("src/a.py", "def retry(): pass\n");
    },
    requests: [
      post("/v1/compose", {
        root: "tree",
        profile: "o",
        transcript: '{"role":"user","content":"a"}\n'.repeat(90_000),
        for: "anthropic",
      }),
      post("/v1/compose", {
        root: "tree",
        profile: "o",
        transcript: `{"role":"user","content":"${"a b. ".repeat(550_000)}"}\n`,
      }),
      post("/v1/compose", {
        root: "tree",
        profile: "o",
        transcript: '{"event_type":"checkpoint","payload":{"byte_offset":0,"hash":"x"}}\n'.repeat(
          40_000,
        ),
        lenient: true,
      }),
    ],
  },
];

/** All cases, those of policies first. */
export const HOSTILE_CASES: readonly HostileCase[] = [
  ...POLICIES,
  ...MANIFESTS,
  ...TREES,
  ...CLIENTS,
];
