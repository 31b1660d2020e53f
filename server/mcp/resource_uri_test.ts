import fc from "fast-check";
import assert from "node:assert/strict";
import {
  contextUri,
  documentUri,
  isResourceUri,
  logUri,
  omittedUri,
  parseResourceUri,
  recordUri,
} from "./resource_uri.ts";

Deno.test("parseResourceUri() parses the result of documentUri(), also after it became a URL", () => {
  const name = fc.string({ minLength: 1, unit: "grapheme" });
  const part = name.filter((text) => text !== "." && text !== "..");
  const path = fc.array(part, { minLength: 1 }).map((parts) => parts.join("/"));
  fc.assert(fc.property(part, path, (root, path) => {
    const uri = documentUri({ root, path });
    assert.deepEqual(parseResourceUri(uri), { kind: "document", root, path });
    assert.ok(isResourceUri(uri));
    assert.equal(new URL(uri).href, uri);
  }));
});

Deno.test("parseResourceUri() reads the URIs of logs and records", () => {
  assert.deepEqual(parseResourceUri(logUri("a b")), { kind: "log", root: "a b" });
  const record = { root: "web", id: 12 };
  assert.deepEqual(parseResourceUri(recordUri(record)), { kind: "record", ...record });
  assert.deepEqual(parseResourceUri(omittedUri(record)), { kind: "omitted", ...record });
  const older = { kind: "log", root: "a?b", before: 7 };
  assert.deepEqual(parseResourceUri(logUri("a?b", 7)), older);
});

Deno.test("parseResourceUri() decodes once", () => {
  const { path } = parseResourceUri("dossier://document/web/%252e%252e%252fa") as { path: string };
  assert.equal(path, "%2e%2e%2fa");
});

Deno.test("parseResourceUri() parses sources of manifests, with the tree when there are several", () => {
  const sources = [
    "dossier://docs/adrs/",
    "blue://state/current-rfc",
    "knowledge:voice",
    "path:a/?.md",
  ];
  for (const uri of sources) {
    assert.deepEqual(parseResourceUri(uri), { kind: "context", uri });
    const target = { uri, root: "a b?" };
    assert.deepEqual(parseResourceUri(contextUri(target)), { kind: "context", ...target });
    assert.ok(isResourceUri(uri));
  }
  assert.deepEqual(parseResourceUri("dossier://docs/adrs/a%20b"), {
    kind: "context",
    uri: "dossier://docs/adrs/a b",
  });
});

Deno.test("parseResourceUri() accepts nothing else", () => {
  const wrong = [
    "dossier://document/web",
    "dossier://document/web/",
    "dossier://document//a.ts",
    "dossier://document/web/%ff",
    "dossier://log/web/0",
    "dossier://log/web/1.5",
    "dossier://log/web?before=0",
    "dossier://log/web?after=1",
    "dossier://log/web/1?before=1",
    "dossier://log/web/1/other",
    "dossier://log/web/99999999999999999999",
    "dossier://log/",
    "dossier://",
    "dossier://log",
    "dossier://docs/%ff",
    "knowledge:",
    "dossier:a.ts",
    "file:///a.ts",
    "",
  ];
  for (const uri of wrong) assert.equal(parseResourceUri(uri), undefined, uri);
});
