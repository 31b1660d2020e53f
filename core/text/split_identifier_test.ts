import assert from "node:assert/strict";
import fc from "fast-check";
import { findNameParts, splitIdentifier } from "./split_identifier.ts";

Deno.test("splitIdentifier() splits names in every case style", () => {
  const expected: readonly (readonly [string, readonly string[]])[] = [
    ["word", ["word"]],
    ["snake_case_name", ["snake", "case", "name"]],
    ["SCREAMING_SNAKE", ["SCREAMING", "SNAKE"]],
    ["camelCaseName", ["camel", "Case", "Name"]],
    ["PascalCase", ["Pascal", "Case"]],
    ["kebab-case", ["kebab", "case"]],
    ["__init__", ["init"]],
    ["$scope", ["scope"]],
    ["jQuery$Plugin", ["j", "Query", "Plugin"]],
    ["HTTPServer", ["HTTP", "Server"]],
    ["parseHTTP", ["parse", "HTTP"]],
    ["getHTTPServerURL", ["get", "HTTP", "Server", "URL"]],
    ["parseURLs", ["parse", "URLs"]],
    ["URLsOf", ["URLs", "Of"]],
    ["userIDs", ["user", "IDs"]],
    ["IsSet", ["Is", "Set"]],
    ["iOS", ["i", "OS"]],
    ["utf8", ["utf", "8"]],
    ["sha256sum", ["sha", "256", "sum"]],
    ["HTTP2Server", ["HTTP", "2", "Server"]],
    ["Int32Array", ["Int", "32", "Array"]],
    ["A", ["A"]],
    ["AB", ["AB"]],
    ["Ab", ["Ab"]],
    ["ABc", ["A", "Bc"]],
  ];
  for (const [identifier, parts] of expected) {
    assert.deepEqual(splitIdentifier(identifier), parts, identifier);
  }
});

Deno.test("splitIdentifier() splits letters of other scripts by their case", () => {
  assert.deepEqual(splitIdentifier("größeÄndern"), ["größe", "Ändern"]);
  assert.deepEqual(splitIdentifier("ПервыйЗаказ"), ["Первый", "Заказ"]);
  assert.deepEqual(splitIdentifier("cafe\u0301E\u0301te\u0301"), ["cafe\u0301", "E\u0301te\u0301"]);
  assert.deepEqual(splitIdentifier("𝒜𝒷𝒜𝒜𝒷"), ["𝒜𝒷", "𝒜", "𝒜𝒷"]);
});

Deno.test("splitIdentifier() is empty for separators", () => {
  assert.deepEqual(splitIdentifier(""), []);
  assert.deepEqual(splitIdentifier("__$-"), []);
});

Deno.test("splitIdentifier() drops only separators", () => {
  const unit = fc.constantFrom(..."abYZ09_$-é\u0301漢");
  fc.assert(fc.property(fc.string({ unit }), (word) => {
    const parts = splitIdentifier(word);
    assert.equal(parts.join(""), word.replaceAll(/[_$-]/g, ""));
    assert.ok(parts.every((part) => part.length > 0));
  }));
});

Deno.test("findNameParts() returns ranges of the word and stops after the requested number of parts", () => {
  assert.deepEqual(findNameParts("_ab_Cd"), [{ start: 1, end: 3 }, { start: 4, end: 6 }]);
  assert.deepEqual(findNameParts("ab_cd_ef", 2), [{ start: 0, end: 2 }, { start: 3, end: 5 }]);
});
