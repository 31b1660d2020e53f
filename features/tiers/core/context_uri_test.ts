import assert from "node:assert/strict";
import fc from "fast-check";
import {
  BLUE_FORM,
  DOSSIER_FORM,
  findDocumentFolder,
  formatContextUri,
  parseContextUri,
} from "./context_uri.ts";

Deno.test("B-4: a parsed URI of each form is formatted as it was written", () => {
  const uris = [
    "blue://docs/adrs/",
    "blue://docs/rfcs/0016",
    "blue://docs/rfcs/0016/plan",
    "blue://context/voice",
    "blue://context/voice/tone",
    "blue://state/current-rfc",
    "blue://jira/",
    "blue://jira/PROJECT-123",
  ];
  for (const uri of uris) {
    const parsed = parseContextUri(uri, BLUE_FORM);
    assert.ok(parsed.kind !== "invalid", uri);
    assert.equal(formatContextUri(parsed, BLUE_FORM), uri);
  }
  assert.deepEqual(parseContextUri("blue://docs/rfcs/a/b", BLUE_FORM), {
    kind: "document",
    type: "rfcs",
    id: "a/b",
  });
});

Deno.test("B-4: a slash at the end of a collection, and empty parts, mean nothing", () => {
  const [plain, slash, empty] = ["blue://docs/adrs", "blue://docs/adrs/", "blue:////docs//adrs"]
    .map((uri) => parseContextUri(uri, BLUE_FORM));
  assert.deepEqual(plain, slash);
  assert.deepEqual(plain, empty);
});

Deno.test("B-4: an invalid URI has a reason", () => {
  const reasons = {
    "http://x": "unknown-scheme",
    "adrs": "unknown-scheme",
    "dossier://docs/adrs": "unknown-scheme",
    "path:docs/*.md": "unknown-scheme",
    "blue:docs": "unknown-scheme",
    "blue://": "invalid-format",
    "blue://docs": "invalid-format",
    "blue://docs/": "invalid-format",
    "blue://context/": "invalid-format",
    "blue://state": "invalid-format",
    "blue://docs/adrs/../../x": "invalid-format",
    "blue://docs/adrs/a\\b": "invalid-format",
    "blue://docs/adrs/a\0b": "invalid-format",
  };
  for (const [uri, reason] of Object.entries(reasons)) {
    const parsed = parseContextUri(uri, BLUE_FORM);
    assert.equal(parsed.kind === "invalid" && parsed.reason, reason, uri);
  }
});

Deno.test("parseContextUri() accepts globs and knowledge in our own form", () => {
  const own = (uri: string) => parseContextUri(uri, DOSSIER_FORM);
  assert.deepEqual(own("path:docs/**/*.md"), { kind: "path", glob: "docs/**/*.md" });
  assert.deepEqual(own("knowledge:house/voice"), { kind: "knowledge", id: "house/voice" });
  for (const uri of ["path:", "path:/etc/*", "path:../*", "knowledge:a/../../b"]) {
    assert.equal(own(uri).kind, "invalid", uri);
  }
});

Deno.test("parseContextUri() reads formatted URIs of any text, and never leaves the root", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => {
    for (const uri of [text, `dossier://${text}`, `dossier://docs/${text}`, `path:${text}`]) {
      const parsed = parseContextUri(uri, DOSSIER_FORM);
      if (parsed.kind === "invalid") continue;
      const printed = formatContextUri(parsed, DOSSIER_FORM);
      assert.deepEqual(parseContextUri(printed, DOSSIER_FORM), parsed);
      assert.ok(!printed.split("/").includes(".."));
    }
  }));
});

Deno.test("B-5: an unknown type has no folder in Blue's form, and an alias has that of its plural", () => {
  const blue = (type: string) => findDocumentFolder(type, { form: BLUE_FORM });
  assert.equal(blue("adrs"), ".blue/docs/adrs");
  assert.equal(blue("adr"), ".blue/docs/adrs");
  assert.equal(blue("spike"), ".blue/docs/spikes");
  assert.equal(blue("novels"), undefined);
  assert.equal(blue("constructor"), undefined);
  const types = { adrs: "decisions" };
  assert.equal(findDocumentFolder("adr", { form: DOSSIER_FORM, types }), "decisions");
  assert.equal(findDocumentFolder("guides", { form: DOSSIER_FORM, types }), "docs/guides");
});
