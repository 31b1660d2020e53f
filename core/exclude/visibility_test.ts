import assert from "node:assert/strict";
import fc from "fast-check";
import { createVisibility, formatExclusionReason, type PathFacts } from "./visibility.ts";
import { DEFAULT_EXCLUSIONS, MAX_DATA_BYTES } from "./exclusion_rules.ts";

const EXCLUSIONS = createVisibility(DEFAULT_EXCLUSIONS);

function ruleOf(
  { path, ...facts }: PathFacts & { readonly path: string },
  visibility = EXCLUSIONS,
): string | undefined {
  const rule = visibility.findHidingRule(path, facts);
  return rule && `${rule.kind} ${rule.pattern}`;
}

Deno.test("findHidingRule() hides folders by their whole name at any depth", () => {
  assert.equal(ruleOf({ path: "vendor/a.go" }), "folder vendor");
  assert.equal(ruleOf({ path: "a/b/node_modules/c/d.js" }), "folder node_modules");
  assert.equal(ruleOf({ path: "build/" }), "folder build");
  for (
    const path of ["node_modules_backup/a.js", "vendorlib/a.go", "build.sh", "src/builder/a.c"]
  ) {
    assert.equal(ruleOf({ path }), undefined);
  }
});

Deno.test("findHidingRule() hides files by the end of their name and by their name", () => {
  for (const path of ["a.min.js", "a.min.css", "x/a.pb.go", "a.pb.zig", "a_pb2.py", "a.js.map"]) {
    assert.match(ruleOf({ path }) ?? "", /^extension /);
  }
  for (const path of ["a.js", "min.js.ts", "pb.go", "maps.ts", "block.rs"]) {
    assert.equal(ruleOf({ path }), undefined);
  }
  for (
    const path of ["package-lock.json", "a/yarn.lock", "Cargo.lock", "go.sum", "composer.lock"]
  ) {
    assert.match(ruleOf({ path }) ?? "", /^file |^extension .lock/);
  }
  assert.equal(ruleOf({ path: "package.json" }), undefined);
});

Deno.test("findHidingRule() treats both Unicode forms of letters with marks as equal", () => {
  const rules = {
    ...DEFAULT_EXCLUSIONS,
    dirs: ["größe".normalize("NFC")],
    files: ["é".normalize("NFD")],
  };
  for (const form of ["NFC", "NFD"]) {
    assert.match(
      ruleOf({ path: "größe/a.ts".normalize(form) }, createVisibility(rules)) ?? "",
      /^folder/,
    );
    assert.match(ruleOf({ path: "a/é".normalize(form) }, createVisibility(rules)) ?? "", /^file/);
  }
});

Deno.test("findHidingRule() allows a file of exactly the maximum size", () => {
  const visibility = createVisibility({ ...DEFAULT_EXCLUSIONS, maxFileBytes: 100 });
  assert.equal(ruleOf({ path: "a.c", size: 100 }, visibility), undefined);
  assert.equal(ruleOf({ path: "a.c", size: 101 }, visibility), "size 100");
  assert.equal(ruleOf({ path: "a.json", size: MAX_DATA_BYTES }), undefined);
  assert.equal(ruleOf({ path: "a.json", size: MAX_DATA_BYTES + 1 }), `data ${MAX_DATA_BYTES}`);
  assert.equal(ruleOf({ path: "a.ts", size: MAX_DATA_BYTES + 1 }), undefined);
});

Deno.test("findHidingRule() lifts only the rules on size for an explicit request", () => {
  assert.equal(ruleOf({ path: "a.csv", size: 1e9, isExplicit: true }), undefined);
  assert.equal(ruleOf({ path: "a.map", size: 1, isExplicit: true }), "extension .map");
  assert.equal(ruleOf({ path: ".env", isExplicit: true }), "sensitive .env");
  assert.equal(
    ruleOf({ path: "a.c", head: Uint8Array.of(0), isExplicit: true }),
    "binary NUL",
  );
});

Deno.test("findHidingRule() reads a NUL in the first 8,000 bytes as binary, except in UTF-16", () => {
  const head = new Uint8Array(9000).fill(65);
  head[7999] = 0;
  assert.equal(ruleOf({ path: "a", head }), "binary NUL");
  head[7999] = 65;
  head[8000] = 0;
  assert.equal(ruleOf({ path: "a", head }), undefined);
  assert.equal(ruleOf({ path: "a", head: Uint8Array.of(0xff, 0xfe, 65, 0) }), undefined);
});

Deno.test("findHidingRule() hides names that suggest secrets in every part of the path", () => {
  for (
    const path of [
      ".env",
      "a/.ENV.production",
      ".env/x.txt",
      "my-Secrets/readme.md",
      "aws_credentials.json",
      "lib/Credentials/x.rb",
    ]
  ) assert.match(ruleOf({ path }) ?? "", /^sensitive /);
  for (const path of ["env.ts", "x.env", ".environment", "credential.ts", "a.envrc"]) {
    assert.equal(ruleOf({ path }), undefined);
  }
});

Deno.test("findHidingRule() hides files in which programs store passwords, keys and typed commands", () => {
  const files = [
    ...[".netrc", "a/_netrc", ".pgpass", ".my.cnf", "web/.npmrc", ".pypirc", ".git-credentials"],
    ...[".docker/config.json", "home/.docker/config.json", ".dockercfg", ".htpasswd", ".s3cfg"],
    ...[".bash_history", ".zsh_history", "a/.psql_history", ".node_repl_history"],
    ...["id_rsa", "keys/id_rsa.pub", "ID_RSA.old", "id_ed25519", "id_ed25519_sk", "id_ecdsa"],
    ...[
      "a.pem",
      "tls/Server.PEM",
      "a.p12",
      "a.pfx",
      "a.kdbx",
      "release.keystore",
      "a.jks",
      "a.ppk",
    ],
    ...["terraform.tfstate", "env/terraform.tfstate.backup"],
    ...[
      ".kube/config",
      ".aws/config",
      ".ssh/config",
      "a/.gnupg/x/y",
      ".azure/a",
      ".config/gh/a.yml",
    ],
  ];
  const all = createVisibility({ ...DEFAULT_EXCLUSIONS, dirs: [], extensions: [] }, () => true);
  for (const path of files) assert.match(ruleOf({ path }, all) ?? "", /^sensitive /, path);
  for (const path of [".kube/", ".aws/", ".ssh/", ".gnupg/", ".docker/config.json"]) {
    assert.equal(ruleOf({ path }, all), `sensitive ${path}`);
  }
});

Deno.test("findHidingRule() allows names that only resemble those that suggest secrets", () => {
  for (
    const path of [
      ...["netrc.ts", "npmrc.md", "src/order_history/list.ts", "order_history/", "history.ts"],
      ...["config.json", "docker/config.json", ".docker/Dockerfile", "kube/a.ts", "aws/a.ts"],
      ...["src/id_rsa/", "valid_rsa.ts", "pem.ts", "a.pem.md", "tfstate.go", "keystore.ts"],
      ...["ssh/config", ".sshd", "a.ssh/b", ".config/a.yml"],
    ]
  ) assert.equal(ruleOf({ path }), undefined, path);
});

Deno.test("findHidingRule() lets include lift rules on names, but not on secrets or content", () => {
  const visibility = createVisibility(
    DEFAULT_EXCLUSIONS,
    (path) => path.startsWith("vendor/own/"),
  );
  assert.equal(ruleOf({ path: "vendor/own/a.go" }, visibility), undefined);
  assert.equal(ruleOf({ path: "vendor/other/a.go" }, visibility), "folder vendor");
  assert.equal(ruleOf({ path: "vendor/own/.env" }, visibility), "sensitive .env");
  assert.equal(
    ruleOf({ path: "vendor/own/a", head: Uint8Array.of(0) }, visibility),
    "binary NUL",
  );
});

Deno.test("findHidingRule() applies the rule of a folder to all paths below it", () => {
  const name = fc.stringMatching(/^[a-z.]{1,6}$/);
  fc.assert(fc.property(fc.array(name), fc.array(name, { minLength: 1 }), (before, after) => {
    const path = [...before, "dist", ...after].join("/");
    assert.notEqual(EXCLUSIONS.findHidingRule(path), undefined);
  }));
});

Deno.test("formatExclusionReason() names the pattern of each rule that has one", () => {
  for (const kind of ["folder", "extension", "file", "size", "data", "sensitive"] as const) {
    assert.match(formatExclusionReason({ kind, pattern: "PATTERN" }), /PATTERN/);
  }
  assert.equal(formatExclusionReason({ kind: "binary", pattern: "NUL" }), "it is binary");
});

Deno.test("findHidingRule() hides the folders of tools in spite of any list or glob", () => {
  const visibility = createVisibility({ ...DEFAULT_EXCLUSIONS, dirs: ["x"] }, () => true);
  for (
    const path of [".git", ".git/config", "a/.git/config", ".dossier/state/a.db", "x/.hg/hgrc"]
  ) {
    assert.notEqual(visibility.findHidingRule(path), undefined, path);
  }
  assert.equal(visibility.findHidingRule("x/a.ts"), undefined);
});

Deno.test("findHidingRule() hides the folders of tools in any letter case", () => {
  const visibility = createVisibility({ ...DEFAULT_EXCLUSIONS, dirs: [] }, () => true);
  for (const path of [".GIT", ".Git/hooks/pre-commit", "a/.DOSSIER/state/a.db", "x/.hG/hgrc"]) {
    assert.notEqual(visibility.findHidingRule(path), undefined, path);
  }
  assert.equal(visibility.findHidingRule(".GITHUB/a.yml"), undefined);
});

Deno.test("findHidingRule() accepts extensions in all usual spellings", () => {
  for (const extension of ["map", ".map", "*.map", "MAP"]) {
    const visibility = createVisibility({ ...DEFAULT_EXCLUSIONS, extensions: [extension] });
    assert.equal(ruleOf({ path: "a.map" }, visibility), "extension .map");
    assert.equal(ruleOf({ path: "src/sitemap" }, visibility), undefined);
  }
});

Deno.test("findHidingRule() finds NUL characters in text that is marked as UTF-16", () => {
  assert.equal(ruleOf({ path: "a", head: Uint8Array.of(0xff, 0xfe, 0x61, 0) }), undefined);
  assert.equal(ruleOf({ path: "a", head: Uint8Array.of(0xff, 0xfe, 0, 0, 0x61, 0) }), "binary NUL");
});

Deno.test("findHidingRule() returns the kind of a path that is no regular file inside the root", () => {
  for (const place of ["symlink", "special", "outside_root"] as const) {
    assert.equal(ruleOf({ path: "a.ts", irregularKind: place }), `${place} `);
  }
  assert.equal(ruleOf({ path: "vendor/a.ts", irregularKind: "symlink" }), "folder vendor");
});

Deno.test("hide() hides further paths after the rules, and does not change the original", () => {
  const narrowed = EXCLUSIONS.hide("forbidden", (path) => path.startsWith("b/"))
    .hide("tracker", (path, { isExplicit = false }) => path === "c.md" && !isExplicit);
  assert.equal(ruleOf({ path: "b/a.ts" }, narrowed), "forbidden ");
  assert.equal(ruleOf({ path: "b/vendor/a.ts" }, narrowed), "folder vendor");
  assert.equal(ruleOf({ path: "c.md" }, narrowed), "tracker ");
  assert.equal(narrowed.isVisible("c.md", { isExplicit: true }), true);
  assert.equal(narrowed.isVisible("a.ts"), true);
  assert.equal(EXCLUSIONS.isVisible("b/a.ts"), true);
  assert.equal(narrowed.rules, EXCLUSIONS.rules);
});
