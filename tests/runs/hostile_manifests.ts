import { get, type HostileCase, largeText, mapNumbers, post } from "./hostile_tree.ts";

/** Requests for the context of a manifest. */
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

/** Cases of manifests. */
export const HOSTILE_MANIFESTS: readonly HostileCase[] = [
  {
    name: "200 sources of a manifest that each name all of 150 files of 900 KB",
    plant(tree) {
      tree.writeMany(mapNumbers(150, (at) => `src/f${at}.md`), `# File\n\n${largeText(900_000)}`);
      const sources = mapNumbers(100, (at) => `    - uri: "path:{src,${at}}/f*"\n`).join("");
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
      tree.writeMany(mapNumbers(20_000, (at) => `src/d${at % 100}/f${at}.md`), "# File\n\ntext\n");
      const sources = mapNumbers(100, (at) => `    - uri: "path:{src,${at}}/**"\n`).join("");
      tree.write(".dossier/manifest.yaml", `version: 1\nidentity:\n  sources:\n${sources}`);
    },
    requests: MANIFEST_REQUESTS,
  },
  {
    name: "1,000 sources, plugins and regular expressions of a manifest",
    plant(tree) {
      tree.write("src/a.md", "# A\n");
      const pattern = "(a|b){1000}x";
      const triggers = mapNumbers(900, () => `      - commit_msg_pattern: "${pattern}"\n`).join("");
      tree.write(
        ".dossier/manifest.yaml",
        "version: 1\nidentity:\n  sources:\n" +
          mapNumbers(900, (at) => `    - "path:a${at}*"\n`).join("") +
          `plugins:\n  - uri: dossier://p/\n    provides: [a]\n    salience_triggers:\n${triggers}`,
      );
    },
    requests: MANIFEST_REQUESTS,
  },
  {
    name: "globs of a manifest with many braces",
    plant(tree) {
      tree.writeMany(mapNumbers(2000, (at) => `src/f${at}.md`), "# File\n\ntext\n");
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
        mapNumbers(200, (at) => `docs/rfcs/${String(at).padStart(4, "0")}-x.md`),
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
