import assert from "node:assert/strict";
import fc from "fast-check";
import { stem } from "./stem.ts";

// Whole-algorithm results for the examples of M. F. Porter, "An algorithm for suffix stripping",
// 1980, worked through all steps: the paper shows each word after one step only.
const EXAMPLES: Readonly<Record<string, string>> = {
  // Step 1a.
  caresses: "caress",
  ponies: "poni",
  ties: "ti",
  caress: "caress",
  cats: "cat",
  // Step 1b.
  feed: "feed",
  agreed: "agre",
  plastered: "plaster",
  bled: "bled",
  motoring: "motor",
  sing: "sing",
  conflated: "conflat",
  troubled: "troubl",
  sized: "size",
  hopping: "hop",
  tanned: "tan",
  falling: "fall",
  hissing: "hiss",
  fizzed: "fizz",
  failing: "fail",
  filing: "file",
  // Step 1c.
  happy: "happi",
  sky: "sky",
  // Step 2.
  relational: "relat",
  conditional: "condit",
  rational: "ration",
  valenci: "valenc",
  hesitanci: "hesit",
  digitizer: "digit",
  conformabli: "conform",
  radicalli: "radic",
  differentli: "differ",
  vileli: "vile",
  analogousli: "analog",
  vietnamization: "vietnam",
  predication: "predic",
  operator: "oper",
  feudalism: "feudal",
  decisiveness: "decis",
  hopefulness: "hope",
  callousness: "callous",
  formaliti: "formal",
  sensitiviti: "sensit",
  sensibiliti: "sensibl",
  // Step 3.
  triplicate: "triplic",
  formative: "form",
  formalize: "formal",
  electriciti: "electr",
  electrical: "electr",
  hopeful: "hope",
  goodness: "good",
  // Step 4.
  revival: "reviv",
  allowance: "allow",
  inference: "infer",
  airliner: "airlin",
  gyroscopic: "gyroscop",
  adjustable: "adjust",
  defensible: "defens",
  irritant: "irrit",
  replacement: "replac",
  adjustment: "adjust",
  dependent: "depend",
  adoption: "adopt",
  homologou: "homolog",
  communism: "commun",
  activate: "activ",
  angulariti: "angular",
  homologous: "homolog",
  effective: "effect",
  bowdlerize: "bowdler",
  // Step 5.
  probate: "probat",
  rate: "rate",
  cease: "ceas",
  controll: "control",
  roll: "roll",
  // The two long examples of the paper's discussion.
  generalizations: "gener",
  oscillators: "oscil",
};

Deno.test("stem() agrees with the examples of the paper", () => {
  for (const [word, expected] of Object.entries(EXAMPLES)) assert.equal(stem(word), expected, word);
});

Deno.test("stem() returns the same for the forms of a word", () => {
  for (const word of ["connect", "connected", "connecting", "connection", "connections"]) {
    assert.equal(stem(word), "connect");
  }
});

Deno.test("stem() reads y as a vowel after a consonant", () => {
  assert.equal(stem("syzygy"), "syzygi");
  assert.equal(stem("say"), "sai");
  assert.equal(stem("toying"), "toi");
  assert.equal(stem("yyyyyy"), "yyyyyi");
});

Deno.test("stem() returns any text unchanged that is not three or more lower-case ASCII letters", () => {
  for (const word of ["", "as", "is", "Connections", "utf8s", "naïves", "кошки", "don't"]) {
    assert.equal(stem(word), word);
  }
});

Deno.test("stem() never returns an empty or longer word", () => {
  const unit = fc.constantFrom(..."aeiouystlnedingz");
  fc.assert(fc.property(fc.string({ unit, minLength: 1, maxLength: 20 }), (word) => {
    const stemmed = stem(word);
    assert.ok(stemmed.length > 0 && stemmed.length <= word.length, `${word} ${stemmed}`);
  }));
});
