/**
 * Samples of secrets for tests, assembled when a test runs: no line of this repository contains
 * one, and none of them grants access.
 */

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const DIGITS = "0123456789";
const HEX = "0123456789abcdef";

/** Returns `length` characters of the alphabet that look random, the same ones each time. */
export function noise(length: number, { alphabet = LETTERS + DIGITS, seed = 7 } = {}): string {
  let state = seed;
  return Array.from({ length }, () => {
    // A linear congruential generator with the constants of Numerical Recipes.
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return alphabet[Math.floor(state / 2 ** 32 * alphabet.length)];
  }).join("");
}

/** Returns the lines of a private key in PEM with the given number of characters in its body. */
export function pemKey(length = 1600, label = "RSA ", start = "MIIE"): string {
  const body = start + noise(length - start.length, { alphabet: `${LETTERS + DIGITS}+/` });
  const mark = (word: string) => ["-----", word, ` ${label}PRIVATE`, " KEY-----"].join("");
  return [mark("BEGIN"), ...body.match(/.{1,64}/g) ?? [], mark("END")].join("\n");
}

/** Returns a sample of each form that the rules report, by the last part of the rule's name. */
export function sampleSecrets(seed: number): Readonly<Record<string, readonly string[]>> {
  const of = (alphabet: string) => (length: number) => noise(length, { alphabet, seed });
  const word = of(LETTERS + DIGITS);
  const letter = of(LETTERS);
  const digit = of(DIGITS);
  const hex = of(HEX);
  const upper = of(LETTERS.slice(26) + DIGITS);
  const url = (scheme: string, rest: string) => [scheme, "://", rest].join("");
  const assign = (name: readonly string[], sign: string, value: string) =>
    name.join("_") + sign + value;
  return {
    aws: [
      ["AK", "IA"].join("") + upper(16),
      ["A3", "TX"].join("") + upper(16),
      assign(["AWS", "SECRET", "ACCESS", "KEY"], "=", word(40)),
      assign(["aws", "secret", "access", "key"], ": ", `"${word(19)}/${word(20)}"`),
      `"${["Secret", "Access", "Key"].join("")}" => "${word(40)}"`,
      assign(["AWS", "ACCOUNT", "ID"], "=", digit(12)),
      assign(["account"], ": ", `${digit(4)}-${digit(4)}-${digit(4)}`),
    ],
    privatekey: [
      pemKey(),
      pemKey(800, ""),
      pemKey(360, "OPENSSH ", ["b3BlbnNzaC1r", "ZXktdjE"].join("")),
      pemKey(300, "EC ").replaceAll("\n", "\r\n"),
      JSON.stringify(pemKey(900, "")),
    ],
    npm: [
      ["np", "m_"].join("") + word(36),
      `//registry.npmjs.org/:_auth${["To", "ken="].join("")}${word(20)}`,
      url("https", `${word(40)}:x-oauth-basic@github.com/a/b.git`),
    ],
    basicauth: [
      url("https", `admin7:${word(9)}@example.com/x`),
      url("ftp", `us-er:${word(5)}@files.example.org`),
      url("ftps", `us_er:${word(5)}@a.b`),
    ],
    slack: [
      ["xo", "xb-"].join("") + `${digit(12)}-${digit(12)}-${word(24)}`,
      ["xa", "pp-"].join("") + `1-${word(11)}-${digit(13)}-${word(40)}`,
      url(
        "https",
        ["hooks.slack", ".com/services"].join("") + `/T${word(8)}/B${word(8)}/${word(24)}`,
      ),
      url(
        "https",
        ["HOOKS.slack", ".com/services"].join("") + `/T${word(8)}/B${word(8)}/${word(24)}`,
      ),
    ],
    sendgrid: [["S", "G."].join("") + `${word(22)}.${word(43)}`],
    shopify: ["at", "pa", "ca", "ss"].map((kind) => `sh${"p"}${kind}_${hex(32)}`),
    stripe: ["sk_live", "sk_test", "rk_live", "rk_test"].map((kind) => `${kind}${"_"}${word(24)}`),
    github: [
      ...["p", "o", "u", "s", "r"].map((kind) => `gh${kind}${"_"}${word(36)}`),
      ["github", "pat", ""].join("_") + word(82),
      ["gh", "s_"].join("") + `${digit(6)}_${word(60)}.${word(200)}.${word(43)}`,
    ],
    gitlab: [["gl", "pat-"].join("") + word(20)],
    grafana: [
      ["gl", "c_"].join("") + `${word(64)}==`,
      ["gl", "sa_"].join("") + `${word(32)}_${hex(8)}`,
    ],
    openai: [
      ["s", "k-"].join("") + word(20) + ["T3Blbk", "FJ"].join("") + word(20),
      ["s", "k-proj-"].join("") + word(74) + ["T3Blbk", "FJ"].join("") + word(74),
      ["s", "k-admin-"].join("") + word(58) + ["T3Blbk", "FJ"].join("") + word(58),
    ],
    anthropic: [["s", "k-ant-api03-"].join("") + `${word(93)}AA`],
    groq: [["gs", "k_"].join("") + word(52)],
    huggingface: [["h", "f_"].join("") + letter(34)],
    linear: [["lin", "api", ""].join("_") + word(40)],
    notion: [["nt", "n_"].join("") + digit(11) + word(35)],
    "1password": [["op", "s_"].join("") + btoa(JSON.stringify({ email: "a@b.c", key: word(200) }))],
    "database-connection-string": [
      url("mongodb+srv", `app:${word(12)}@cluster.example.net/db`),
      url("mysql", `app:${word(12)}@db.example.net:3306/db`),
      url("POSTGRES", `app:${word(12)}@db/app?sslmode=require`),
      url("jdbc:mysqlx", `app:${word(4)}@db`),
      url("postgresql", `app:${word(12)}@db/app`),
    ],
    "hashicorp-vault": [
      ["hv", "s."].join("") + word(95),
      ["hv", "b."].join("") + word(150),
      ["hv", "r."].join("") + word(95),
    ],
    vercel: ["p", "i", "a", "r", "k"].map((kind) => `vc${kind}${"_"}${word(24)}`),
    databricks: [["da", "pi"].join("") + hex(32), ["da", "pi"].join("") + `${hex(32)}-2`],
    docker: [["dckr", "pat", ""].join("_") + word(27)],
    figma: [["fi", "gd_"].join("") + word(40)],
    cloudflare: ["k", "ut", "at"].map((kind) => `cf${kind}${"_"}${word(40)}${hex(8)}`),
    tailscale: ["api", "auth", "client"].map((kind) =>
      `ts${"key"}-${kind}-${word(12)}-${word(32)}`
    ),
  };
}
