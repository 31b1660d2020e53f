import { type HostileCase, mapNumbers, post } from "./hostile_tree.ts";
import { PROFILE } from "./hostile_policies.ts";

const WORDS = mapNumbers(20_000, (at) => `word${at}`).join(" ");

/** Cases of requests of clients. */
export const HOSTILE_CLIENTS: readonly HostileCase[] = [
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
        names: mapNumbers(640, (at) => `name${at}`.repeat(20)),
      }),
      post("/v1/search", {
        root: "tree",
        query: "x",
        names: mapNumbers(100_000, (at) => `n${at}`),
      }),
      post("/v1/search", {
        root: "tree",
        query: "x",
        filter: { paths: mapNumbers(64, () => "{1..1000000}{1..1000000}") },
      }),
      post("/v1/search", {
        root: "tree",
        query: "x",
        filter: { paths: mapNumbers(64, () => "{".repeat(500) + "a,b" + "}".repeat(500)) },
      }),
      post("/v1/structure", {
        root: "tree",
        kind: "callers",
        targets: mapNumbers(100, () => "retry_upload_".repeat(300)),
      }),
      post("/v1/need", {
        root: "tree",
        session: "m",
        text: mapNumbers(9000, (at) => `NEED_CODE: src/f${at % 300}.py:1-9`).join("\n"),
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
