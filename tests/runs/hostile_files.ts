import { join } from "node:path";
import { get, type HostileCase, mapNumbers, MEGABYTE, post } from "./hostile_tree.ts";
import { COMPOSE_REQUESTS, PROFILE } from "./hostile_policies.ts";

/** Requests about the files of a tree. */
const ASKING = [
  post("/v1/search", { root: "tree", query: "retry uploads" }),
  post("/v1/context", { root: "tree", query: "retry uploads", budget: 1_000_000 }),
  post("/v1/structure", { root: "tree", kind: "map", budget: 1_000_000 }),
  get("/v1/status?root=tree"),
];

/** Cases of trees. */
export const HOSTILE_FILES: readonly HostileCase[] = [
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
      tree.write(
        ".gitignore",
        `${patterns}\n${mapNumbers(50_000, (at) => `x${at}*y`).join("\n")}\n`,
      );
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
      tree.write(
        "many.py",
        mapNumbers(120_000, (at) => `def retry_upload_${at}(): pass\n`).join(""),
      );
      tree.write(
        "many.ts",
        mapNumbers(100_000, (at) => `function f${at}(){f${at + 1}()}\n`).join(""),
      );
      tree.write("headings.md", mapNumbers(100_000, (at) => `# Retry ${at}\n\ntext\n`).join(""));
      tree.write(
        "links.md",
        `# L\n\n${
          mapNumbers(100_000, (at) => `[[l${at}]] [a](l${at}.md#x) \`f${at}()\`\n`).join("")
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
      const links = mapNumbers(1500, (at) => `[[n${at}]] retry upload`).join("\n");
      tree.writeMany(mapNumbers(3000, (at) => `wiki/n${at}.md`), `# N\n\n${links}\n`);
      tree.write(
        "issue.md",
        `---\ntitle: retry\n---\n${
          mapNumbers(9000, (at) => `[[n${at}]] ADR 000${at}`).join("\n")
        }\n`,
      );
    },
    requests: [...ASKING, post("/v1/context", { root: "tree", issue: "issue.md" })],
  },
  {
    name: "links in circles, pipes, devices and files without content",
    plant(tree) {
      tree.write("src/a.md", "# retry upload\n");
      tree.makePipes("pipe.md", "src/pipe.py", ".dossierignore");
      tree.write("docs/x.md", "# x\n");
      tree.write(".dossier/profiles/o.md", PROFILE);
      tree.write(".dossier/knowledge/fine.md", "Fine.");
      for (const name of ["zero.md", ".dossier/knowledge/zero.md", ".dossier/profiles/zero.md"]) {
        Deno.symlinkSync("/dev/zero", join(tree.root, name));
      }
      tree.makePipes(".dossier/manifest.yaml", "issue.md");
      for (const at of mapNumbers(20, (at) => at)) {
        Deno.symlinkSync("..", join(tree.root, `src/up${at}`));
      }
      for (const name of ["sparse.md", "sparse.py"]) {
        tree.write(name, "");
        Deno.truncateSync(join(tree.root, name), 20 * 1024 ** 3);
      }
    },
    requests: [
      ...ASKING,
      ...COMPOSE_REQUESTS,
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
      tree.write(".beads/issues.jsonl", mapNumbers(190_000, line).join(""));
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
        const text = mapNumbers(50_000, (more) => line(at + more)).join("");
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
        ...mapNumbers(100_000, (at) => `M 100644 :1 d${at % 500}/upload_retry_${at}.py\n`),
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
      const cells = mapNumbers(
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
