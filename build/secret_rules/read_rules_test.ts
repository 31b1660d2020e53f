import assert from "node:assert/strict";
import { parseRegExp, writeRegExp } from "./parse_regexp.ts";
import { readRules } from "./read_rules.ts";
import { writeRules } from "./write_rules.ts";

const RULES = `
[[rules]]
id = "letter-token"
regex = '''\\b(lt_(?:live|test)_[[:alnum:]]{12})(?:[\\x60'"\\s;]|\\\\[nr]|$)'''
entropy = 3

[[rules]]
id = "post-key.2"
regex = '''(?i)[\\w.-]{0,50}?(?:post)(?:[ \\t\\w.-]{0,20})[\\s'"]{0,3}(?:=|>|:{1,3}=|\\|\\||:|=>|\\?=|,)[\\x60'"\\s=]{0,5}([a-f0-9]{16})(?:[\\x60'"\\s;]|\\\\[nr]|$)'''
filter = 'entropy(finding["secret"]) <= 2.5'

[[rules]]
id = "any-key"
regex = '''[a-z0-9]{32}'''

[[rules]]
id = "post-host"
regex = '''host_[a-z]{9}'''
skipReport = true
`;

Deno.test("readRules() reads tokens and names of services, and lists the unused rules", () => {
  assert.deepEqual(readRules([RULES, RULES]), {
    tokens: [{
      id: "letter-token",
      source: "(?:lt_(?:live|test)_[A-Za-z0-9]{12})(?!\\w|[.-]\\w)",
      marks: ["lt_live_", "lt_test_"],
      isInner: false,
      entropy: 3,
    }],
    names: [{
      id: "post-key",
      name: "(?:(?i:post))",
      texts: ["post"],
      value: "(?:[A-Fa-f0-9]{16})",
      entropy: 2.5,
    }],
    unused: [
      "any-key: it begins with nothing and holds nothing that is known",
      "post-host: not a secret, or found in another way",
    ],
  });
});

Deno.test("writeRules() writes modules from which the rules can be read", async () => {
  const written = writeRules(readRules([RULES]), { from: ["a test"] });
  const load = (text: string) => import(`data:application/typescript,${encodeURIComponent(text)}`);
  assert.deepEqual({ ...await load(written["rule_table.ts"]) }, {
    TOKEN_ROWS: [["letter-token", "(?:lt_(?:live|test)_[A-Za-z0-9]{12})(?!\\w|[.-]\\w)", 3]],
    PART_ROWS: [],
    NAME_ROWS: [["post-key", "(?:(?i:post))", "(?:[A-Fa-f0-9]{16})", 2.5]],
  });
  const { TOKEN_STARTS, SERVICE_NAMES } = await load(written["rule_marks.ts"]);
  assert.deepEqual([TOKEN_STARTS, SERVICE_NAMES], [["lt_live_", "lt_test_"], ["post"]]);
  assert.ok(Object.values(written).every((text) => text.includes("// From a test.")));
});

Deno.test("writeRegExp() translates to JavaScript what parseRegExp() parses of RE2", () => {
  for (
    const [re2, javascript] of [
      ["a(?i)b[c-e]|f", "a(?i:b)[C-Ec-e]|(?i:f)"],
      ["(?i)x(?-i:Y)z", "(?i:x)(?:Y)(?i:z)"],
      ["(?P<name>a)(?s:.)\\z", "(?:a)(?:[^])$"],
      ["[[:alnum:]]{3}?\\x60", "[A-Za-z0-9]{3}?\\x60"],
      ["a/b{2,}c+d*?", "a\\/b{2,}c+d*?"],
      ["(?i)a{2}", "(?i:a){2}"],
    ] as const
  ) {
    assert.equal(writeRegExp(parseRegExp(re2)), javascript);
    assert.ok(new RegExp(javascript));
  }
  assert.throws(() => parseRegExp("a)"), SyntaxError);
  assert.throws(() => parseRegExp("(a"), SyntaxError);
});

Deno.test("readRules() also finds values with a distinctive beginning without the name before them", () => {
  const between = String
    .raw`(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}`;
  const end = String.raw`(?:[\x60'"\s;]|\\[nr]|$)`;
  const toRule = (id: string, value: string) => {
    const regex = String.raw`(?i)[\w.-]{0,50}?(?:post)${between}(${value})${end}`;
    return `[[rules]]\nid = "${id}"\nregex = '''${regex}'''\n`;
  };
  const { tokens, names } = readRules([
    toRule("post-key", "pstk-[a-f0-9]{9}") + toRule("post-id", "[a-f0-9]{9}") +
    toRule("gocardless-key", "live_[a-z_]{9}"),
  ]);
  assert.deepEqual(tokens, [{
    id: "post-key",
    source: String.raw`(?:(?i:pstk)-[A-Fa-f0-9]{9})(?!\w|[.-]\w)`,
    marks: ["pstk-[A-Fa-f0-9]{9}"],
    isInner: false,
    entropy: 0,
  }]);
  assert.deepEqual(names.map(({ id }) => id), ["post-key", "post-id", "gocardless-key"]);
});
