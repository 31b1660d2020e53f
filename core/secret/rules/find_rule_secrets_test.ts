import assert from "node:assert/strict";
import fc from "fast-check";
import { noise } from "../../../tests/sample_secrets.ts";
import { findBuiltInSecrets } from "../find_built_in_secrets.ts";
import { maskFindings } from "../mask_findings.ts";
import { findLikelyRuleSecrets, mayContainRuleSecret } from "../rule_hints.ts";
import { findRuleSecrets } from "./find_rule_secrets.ts";
import { NAME_ROWS, PART_ROWS, TOKEN_ROWS } from "./rule_table.ts";

const HEX = "0123456789abcdef";
const LOWER = "abcdefghijklmnopqrstuvwxyz0123456789";

const hex = (length: number) => noise(length, { alphabet: HEX });
const lower = (length: number) => noise(length, { alphabet: LOWER });

/**
 * Tokens in the formats that their services document, joined here: no line of this file is a token.
 */
const TOKENS: readonly (readonly string[])[] = [
  ["gl", "dt-", noise(20)],
  ["gl", "rt-", noise(20)],
  ["xa", "pp-1-", "A0", noise(9).toUpperCase(), "-7093184625091-", hex(64)],
  ["S", "G.", noise(22), ".", noise(43)],
  ["PM", "AK-", hex(24), "-", hex(34)],
  ["pu", "l-", hex(40)],
  ["do", "p_v1_", hex(64)],
  ["AI", "za", noise(35)],
  ["npm", "_", noise(36)],
  ["A", "3-", ["ASDWQ7", "BR6KM2P9XTC", "4HN8V", "Z5JWF", "QL3GD"].join("-")],
  ["shp", "at_", hex(32)],
  ["lin", "_api_", noise(40)],
  ["gs", "k_", noise(52)],
  ["sk-or", "-v1-", hex(64)],
  ["sb_", "secret_", noise(31)],
  ["rubygems", "_", hex(48)],
  ["dp", ".pt.", lower(43)],
  ["https://a.webhook", ".office.com/webhookb2/", "UUID@UUID/IncomingWebhook/", hex(32), "/UUID"],
];

/** Values of services by the name of a variable. */
const SERVICES: readonly (readonly [name: string, value: string])[] = [
  ["adafruit_api_key", lower(32)],
  ["NETLIFY_TOKEN", lower(44)],
  ["herokuKey", "7d1e4a9c-52b8-4f36-90ad-c8e15b7f2046"],
  ["mailchimpKey", `${hex(32)}-us20`],
  ["my.okta-thing", `00${noise(40)}`],
  ["datadog", hex(40)],
];

function mask(text: string): string {
  return maskFindings(text, findRuleSecrets(text)).text;
}

Deno.test("findRuleSecrets() finds tokens of services in any variable, by their start", () => {
  for (const parts of TOKENS) {
    const token = parts.join("").replaceAll("UUID", "7d1e4a9c-52b8-4f36-90ad-c8e15b7f2046");
    for (const frame of ['x = "§"', "value: §\nnext", "<a>§</a>", '"a\\n§\\n"', "(§)"]) {
      const text = frame.replace("§", () => token);
      assert.ok(mayContainRuleSecret(text), text);
      const masked = mask(text);
      assert.ok(!masked.includes(token.slice(-12)) && masked.includes("«masked: "), masked);
      assert.equal(mask(masked), masked);
      assert.ok(findLikelyRuleSecrets(text).length > 0, text);
    }
  }
});

Deno.test("findRuleSecrets() finds the values of names of services, by their form", () => {
  for (const [name, value] of SERVICES) {
    for (const frame of [`${name} = "§"`, `${name}: §`, `"${name}": "§",`, `export ${name}=§`]) {
      const text = frame.replace("§", () => value);
      assert.ok(mayContainRuleSecret(text), text);
      assert.ok(!mask(text).includes(value), text);
    }
    // Neither a value of another length, nor a name that only contains the same letters.
    assert.equal(mask(`${name} = "${value}a1b2"`), `${name} = "${value}a1b2"`);
  }
  for (const name of ["camera", "rookTable", "sumObject", "glimmer"]) {
    const text = `${name} = "${lower(32)}"`;
    assert.equal(mask(text), text);
  }
});

Deno.test("findRuleSecrets() ignores text that only begins like a token", () => {
  for (
    const text of [
      `github_pat_${"x".repeat(82)}`,
      "see ghp_EXAMPLEexampleEXAMPLEexampleEXAMPLEex",
      `sk_${"live"}_...`,
      `x${["gl", "dt-"].join("")}${noise(20)}`,
      `box.${["ic", "o-"].join("")}${noise(32)}.png`,
      `hf_${"some_function_of_a_long_name_in_code"}`,
      "const pathname = path.join(pathToFolder, 'patterns', 'pattern_of_tokens.ts');",
    ]
  ) assert.equal(mask(text), text);
});

Deno.test("mayContainRuleSecret() is true for every text in which findRuleSecrets() finds a secret", () => {
  const names = NAME_ROWS.map(([, name]) => /[a-z]{3,}/.exec(name)?.[0] ?? "x");
  const unit = fc.oneof(
    fc.constantFrom(
      ...TOKENS.map((parts) => parts.join("")),
      ...names,
      lower(32),
      hex(40),
      noise(24),
    ),
    fc.constantFrom(
      "=",
      ": ",
      '"',
      "'",
      "_key",
      " ",
      "\n",
      "\\n",
      ".",
      "-",
      "key",
      "token",
      ":",
      "/",
      "@",
    ),
  );
  fc.assert(fc.property(fc.array(unit, { maxLength: 12 }), (units) => {
    const text = units.join("");
    const found = findRuleSecrets(text);
    for (const { start, end } of found) assert.ok(0 <= start && start < end && end <= text.length);
    assert.ok(found.length === 0 || mayContainRuleSecret(text), text);
  }));
});

Deno.test("each rule compiles, and has a unique name among those of its kind", () => {
  assert.ok(TOKEN_ROWS.length > 150 && NAME_ROWS.length > 100 && PART_ROWS.length > 3);
  for (const [id, source] of [...TOKEN_ROWS, ...PART_ROWS]) {
    assert.ok(!new RegExp(source).test(""), id);
    assert.match(id, /^[\w-]+$/);
  }
  for (const [id, name, value] of NAME_ROWS) {
    assert.ok(!new RegExp(name).test("") && !new RegExp(value).test(""), id);
  }
});

Deno.test("findRuleSecrets() and findBuiltInSecrets() take linear time", () => {
  // Each would take minutes if any expression read it in quadratic time.
  for (
    const unit of [
      ...[
        "glpat-",
        "_eyJ",
        "ops_eyJa1",
        "hooks.slack.com",
        "adafruit=",
        "pwd|",
        "token=",
        "password: a",
      ],
      ...[
        "password.password.",
        "kind: Secret\ndata:\n",
        "secret {",
        "name: token\n",
        "mysql ",
        "a:b",
      ],
    ]
  ) {
    const text = unit.repeat(1_000_000 / unit.length);
    findRuleSecrets(text);
    findBuiltInSecrets(text);
  }
});
