import {
  get,
  type HostileCase,
  type HostileRequest,
  largeText,
  mapNumbers,
  MEGABYTE,
  post,
} from "./hostile_tree.ts";

/** Profile with little text. */
export const PROFILE = "---\ndescription: d\n---\nDo it.\n";
/** Requests for the context of a profile. */
export const COMPOSE_REQUESTS: readonly HostileRequest[] = [
  get("/v1/profiles/o?root=tree"),
  post("/v1/compose", { root: "tree", profile: "o", for: "anthropic" }),
  post("/v1/context", { root: "tree", query: "retry uploads", profile: "o" }),
];

function hooks(count: number, lines: (number: number) => string): string {
  return `hooks:\n${mapNumbers(count, (at) => `  - id: h${at}\n${lines(at)}\n`).join("")}`;
}

/** Cases of policies. */
export const HOSTILE_POLICIES: readonly HostileCase[] = [
  {
    name: "300 hooks fetch 1 MB of knowledge",
    plant(tree) {
      tree.write(".dossier/knowledge/big.md", largeText());
      tree.write(".dossier/profiles/o.md", PROFILE);
      tree.write(
        ".dossier/hooks.yaml",
        hooks(300, () => "    event: start\n    action: { fetch: knowledge/big }"),
      );
    },
    requests: COMPOSE_REQUESTS,
  },
  {
    name: "300 hooks fetch 1 MB for the system prompt",
    plant(tree) {
      tree.write(".dossier/knowledge/big.md", largeText());
      tree.write(".dossier/profiles/o.md", PROFILE);
      tree.write(
        ".dossier/hooks.yaml",
        hooks(300, () => "    event: system\n    action: { fetch: knowledge/big }"),
      );
    },
    requests: COMPOSE_REQUESTS,
  },
  {
    name: "a profile asks for 400 items of 1 MB",
    plant(tree) {
      tree.writeMany(mapNumbers(400, (at) => `.dossier/knowledge/k${at}.md`), largeText());
      const ids = mapNumbers(400, (at) => `k${at}`).join(", ");
      tree.write(
        ".dossier/profiles/o.md",
        `---\ndescription: d\ncontext:\n  system: [${ids}]\n  before: [${ids}]\n---\nDo it.\n`,
      );
    },
    requests: COMPOSE_REQUESTS,
  },
  {
    name: "the same within budgets",
    plant(tree) {
      tree.writeMany(mapNumbers(400, (at) => `.dossier/knowledge/k${at}.md`), largeText());
      const ids = mapNumbers(400, (at) => `k${at}`).join(", ");
      tree.write(".dossier/policy.yaml", "compose: budgeted\n");
      tree.write(
        ".dossier/profiles/o.md",
        `---\ndescription: d\ncontext:\n  system: [${ids}]\n  before: [${ids}]\n---\nDo it.\n`,
      );
    },
    requests: COMPOSE_REQUESTS,
  },
  {
    name: "a chain of 2,000 profiles, each with a body of 500 KB and an item of its own",
    plant(tree) {
      const body = largeText(MEGABYTE / 2);
      tree.writeMany(
        mapNumbers(2000, (at) => `.dossier/knowledge/k${at}.md`),
        largeText(MEGABYTE / 2),
      );
      for (let at = 0; at < 2000; at++) {
        const parent = at === 1999 ? "" : `extends: p${at + 1}\n`;
        const text = at % 20 === 0 ? body : "Do it.";
        tree.write(
          `.dossier/profiles/${at === 0 ? "o" : `p${at}`}.md`,
          `---\n${parent}description: d\ncontext:\n  before: [k${at}]\n---\n${text}\n`,
        );
      }
    },
    requests: [...COMPOSE_REQUESTS, get("/v1/profiles?root=tree")],
  },
  {
    name: "10,000 profiles of 200 KB",
    plant(tree) {
      tree.writeMany(
        mapNumbers(10_000, (at) => `.dossier/profiles/p${at}.md`),
        `---\ndescription: d\n---\n${largeText(200_000)}`,
      );
      tree.write(".dossier/profiles/o.md", PROFILE);
    },
    requests: [get("/v1/profiles?root=tree"), ...COMPOSE_REQUESTS],
  },
  {
    name: "a text of expressions that stand for the body of the profile",
    plant(tree) {
      tree.write(".dossier/knowledge/big.md", "${profile_body}".repeat(60_000));
      tree.write(".dossier/profiles/o.md", `---\ndescription: d\n---\n${largeText(900_000)}`);
      tree.write(
        ".dossier/hooks.yaml",
        hooks(1, () => "    event: system\n    action: { fetch: knowledge/big }"),
      );
    },
    requests: COMPOSE_REQUESTS,
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
    requests: COMPOSE_REQUESTS,
  },
  {
    name: "YAML with aliases of aliases, in every file that is YAML",
    plant(tree) {
      const bomb = [
        'a0: &a0 "lol"',
        ...mapNumbers(30, (at) => `a${at + 1}: &a${at + 1} [${`*a${at}, `.repeat(10)}1]`),
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
      ...COMPOSE_REQUESTS,
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
        mapNumbers(200, (at) => `.dossier/profiles/p${at}.md`),
        `---\nx: [${"{a: {b: ~}}, ".repeat(9000)}]\n---\ntext\n`,
      );
    },
    requests: [
      get("/v1/profiles?root=tree"),
      ...COMPOSE_REQUESTS,
      post("/v1/compose", { root: "tree", profile: "p1" }),
    ],
  },
  {
    name: "2,000 tools of 900 KB",
    plant(tree) {
      const tool = '__tool_description__ = "d"\nCONFIG_SCHEMA = {"type": "object"}\n' +
        `X = "${"y".repeat(900_000)}"\n`;
      tree.writeMany(mapNumbers(2000, (at) => `.dossier/tools/t${at}.py`), tool);
      tree.write(".dossier/profiles/o.md", "---\npermissions: ['*']\n---\nDo it.\n");
      tree.write(
        ".dossier/profiles/p.md",
        "---\npermissions: [execute.tool.*]\n---\nDo it.\n",
      );
    },
    requests: [...COMPOSE_REQUESTS, get("/v1/profiles/p?root=tree")],
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
