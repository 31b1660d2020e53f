import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { rules } from "@secretlint/secretlint-rule-preset-recommend";
import {
  findKeyBlocks,
  findLikelySecrets,
  maskFindings,
  mayContainDetectorSecret,
} from "@dossier/core/secret";
import fc from "fast-check";
import { noise, pemKey, sampleSecrets } from "../../tests/sample_secrets.ts";
import { maskSecrets } from "./mask_secrets.ts";
import { openSecretDetector } from "./secret_detector.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

const SEEDS = [1, 2, 3];

/** All samples, with the name of the rule of each. */
const SAMPLES = SEEDS.flatMap((seed) =>
  Object.entries(sampleSecrets(seed)).flatMap(([rule, samples]) =>
    samples.map((sample) => ({ rule, sample }))
  )
);

/** Texts that may contain a secret. */
const FRAMES: readonly ((secret: string) => string)[] = [
  (secret) => secret,
  (secret) => `const key = "${secret}";\nrun(key);\n`,
  (secret) => `# settings\n\nkey: ${secret}\nother: 1\n`,
  (secret) => `<a href='${secret}'>`,
  (secret) => `é ${secret}\t«${secret}»`,
];

/** Secret characters of a sample: long runs that are not part of the names around it. */
const SECRET_RUN_REGEXP = /[A-Za-z\d]{16,}|\d{12}|\d{4}-\d{4}-\d{4}/g;

async function maskOne(text: string, { path = ".npmrc", startLine = 1 } = {}) {
  const { texts, ...rest } = await maskSecrets([{ path, startLine, text }]);
  return { text: texts[0]?.text ?? "", ...rest };
}

Deno.test("there is one sample for each used rule of the preset", () => {
  const used = rules.map(({ meta }) => meta.id.replace(/^.*-rule-/, "")).toSorted();
  const sampled = [...Object.keys(sampleSecrets(1)), "filter-comments", "gcp"].toSorted();
  assert.deepEqual(sampled, used);
});

Deno.test("openSecretDetector() finds each sample", async () => {
  const detector = await openSecretDetector();
  for (const { rule, sample } of SAMPLES) {
    const found = await detector.find({ path: ".npmrc", text: `x ${sample}\n` });
    assert.ok(found.length > 0, `${rule}: ${sample}`);
  }
});

Deno.test("openSecretDetector() works with the permissions of the commands", async () => {
  const { tasks } = JSON.parse(Deno.readTextFileSync(`${ROOT}/deno.json`));
  const permissions = tasks.context.match(/--no-prompt|-P=\S+/g);
  assert.equal(permissions.length, 2);
  const program = `import { openSecretDetector } from "./retrieval/secrets/secret_detector.ts";
    const { find } = await openSecretDetector();
    const text = ["gh", "p_"].join("") + "a1".repeat(18);
    console.log(JSON.stringify(await find({ path: "a.ts", text })));`;
  const process = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "--cached-only", "--lock=deno.lock", ...permissions, "-"],
    cwd: ROOT,
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const writer = process.stdin.getWriter();
  await writer.write(new TextEncoder().encode(program));
  await writer.close();
  const { stdout } = await process.output();
  assert.deepEqual(JSON.parse(new TextDecoder().decode(stdout)), [
    { rule: "github-token", start: 0, end: 40 },
  ]);
});

Deno.test("mayContainDetectorSecret() returns true for every text in which the detector finds a secret", async () => {
  const detector = await openSecretDetector();
  const pieces = SAMPLES.flatMap(({ sample }) => [sample, sample.toLowerCase()]);
  const part = fc.tuple(fc.constantFrom(...pieces), fc.nat(300), fc.nat(300), fc.string())
    .map(([sample, from, less, other]) =>
      sample.slice(from % 7 === 0 ? from : 0, sample.length - (less % 3 === 0 ? less : 0)) + other
    );
  const glue = fc.constantFrom("", " ", "\n", "=", ":", "@", '"', "-", "_", "é", "$");
  let hits = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(part, glue), { maxLength: 3 }), async (parts) => {
      const text = parts.flat().join("");
      const found = await detector.find({ path: ".npmrc", text });
      if (found.length === 0) return;
      hits++;
      assert.ok(mayContainDetectorSecret(text), `${JSON.stringify(found)} in ${text}`);
    }),
    { numRuns: 3000 },
  );
  assert.ok(hits > 500, `Too few texts held a secret: ${hits}`);
  for (const { rule, sample } of SAMPLES) {
    for (const frame of FRAMES) {
      assert.ok(mayContainDetectorSecret(frame(sample)), `${rule}: ${sample}`);
    }
  }
});

Deno.test("findLikelySecrets() and findKeyBlocks() find every sample without the detector", () => {
  for (const { rule, sample } of SAMPLES) {
    const found = [...findLikelySecrets(sample), ...findKeyBlocks(sample, { isPart: false })];
    assert.ok(found.length > 0, `${rule}: ${sample}`);
    const { text } = maskFindings(sample, found);
    assertMasked(sample, text);
  }
});

/** Asserts that no long run of characters of the secret is left. */
function assertMasked(secret: string, text: string): void {
  for (const [run] of secret.matchAll(SECRET_RUN_REGEXP)) {
    assert.ok(!text.includes(run), `"${run}" of "${secret}" is left in "${text}"`);
  }
}

Deno.test("maskSecrets() masks each sample completely, keeps the lines and is idempotent", async () => {
  for (const { rule, sample } of SAMPLES) {
    for (const frame of FRAMES) {
      const before = frame(sample);
      const { text, masked, notes } = await maskOne(before);
      assert.ok(masked.length > 0, `${rule}: ${before}`);
      assertMasked(sample, text);
      assert.equal(text.split("\n").length, before.split("\n").length, before);
      assert.deepEqual(notes.map(({ code }) => code), ["secrets-masked"]);
      assert.deepEqual(await maskOne(text), { text, masked: [], notes: [] }, text);
    }
  }
});

Deno.test("maskSecrets() names the kind of the secret and its file", async () => {
  const token = ["gh", "p_"].join("") + noise(36);
  const { text, masked, notes } = await maskOne(`a\n  key = "${token}"; // new\n`, {
    path: "src/a.ts",
    startLine: 40,
  });
  assert.equal(text, 'a\n  key = "«masked: github-token»"; // new\n');
  assert.deepEqual(masked, [{ rule: "github-token", start: 11, end: 51, path: "src/a.ts" }]);
  assert.deepEqual(notes, [{
    code: "secrets-masked",
    message: 'A secret in "src/a.ts" may not be shown and is replaced by «masked: …»',
  }]);
});

Deno.test("maskSecrets() masks the end of values for which the rule reports a range that is too short", async () => {
  const name = ["AWS", "SECRET", "ACCESS", "KEY"].join("_");
  const { text } = await maskOne(`export ${name}=${noise(40)} # end`);
  assert.equal(text, `export ${name}=«masked: aws-secret-access-key» # end`);
  const npm = await maskOne(`//r/:_auth${["To", "ken"].join("")}=${noise(30)}\nnext=1`);
  assert.equal(npm.text, `//r/:_auth${["To", "ken"].join("")}=«masked: npmrc-auth-token»\nnext=1`);
});

Deno.test("maskSecrets() leaves the rest of an address and of an account readable", async () => {
  const url = ["postgres", `://app:${noise(12)}@db.example.net:5432/app`].join("");
  const { text } = await maskOne(`open("${url}");`);
  assert.equal(
    text,
    'open("postgres://«masked: postgre-sql-connection»@db.example.net:5432/app");',
  );
  const account = await maskOne(`account_id: "${noise(12, { alphabet: "0123456789" })}"`);
  assert.equal(account.text, 'account_id: "«masked: aws-account-id»"');
});

Deno.test("maskSecrets() keeps the number of lines of a private key", async () => {
  const key = pemKey();
  const { text, masked } = await maskOne(`before\n${key}\nafter\n`, { startLine: 5 });
  const breaks = "\n".repeat(key.split("\n").length - 1);
  assert.equal(text, `before\n«masked: private-key»${breaks}\nafter\n`);
  assert.deepEqual(masked.map(({ start, end }) => [start, end - start]), [[7, key.length]]);
});

Deno.test("maskSecrets() masks a key that is cut at the start or the end of a passage", async () => {
  const lines = pemKey().split("\n");
  for (const quote of [(line: string) => line, (line: string) => `  "${line}\\n" +`]) {
    const file = ["const a = 1;", ...lines.map(quote), "const b = 2;"];
    for (let start = 0; start < file.length; start++) {
      for (const count of [3, 8, file.length]) {
        const part = file.slice(start, start + count);
        const shown = part.filter((line) => /[A-Za-z\d+/]{40}/.test(line));
        // A single line from the middle of a key is not recognizable.
        if (shown.length < 2 && !part.some((line) => line.includes("-----"))) continue;
        const { text } = await maskOne(part.join("\n"), { path: "a.ts", startLine: start + 1 });
        assert.doesNotMatch(text, /[A-Za-z\d+/]{40}/, `${start} ${count}`);
        assert.equal(text.split("\n").length, part.length);
        assert.equal(text.includes("const b"), part.includes("const b = 2;"));
      }
    }
  }
});

Deno.test("maskSecrets() masks the key in the JSON of a service account, and only that", async () => {
  const account = JSON.stringify(
    { type: "service_account", private_key_id: "7", private_key: `${pemKey(1600, "")}\n`, x: 1 },
    null,
    2,
  );
  const { text, masked } = await maskOne(account, { path: "account.json" });
  assert.equal(masked.length, 1);
  assert.equal(JSON.parse(text).private_key, "«masked: private-key»\n");
  assert.equal(JSON.parse(text).type, "service_account");
});

Deno.test("maskSecrets() ignores comments that turn rules off", async () => {
  const token = ["gh", "p_"].join("") + noise(36);
  const { masked } = await maskOne(`// secretlint-disable\nkey = "${token}"`);
  assert.equal(masked.length, 1);
});

Deno.test("maskSecrets() returns texts that only mention secrets unchanged, as the same objects", async () => {
  const texts = [
    "A key starts with -----BEGIN PRIVATE KEY----- and ends with -----END PRIVATE KEY-----.",
    "url = `https://${user}:${password}@example.com`",
    "DATABASE_URL=postgres://postgres:postgres@localhost/app",
    "const token = process.env.GITHUB_TOKEN; // ghp_...",
    "",
  ].map((text) => ({ path: "README.md", startLine: 1, text }));
  const masked = await maskSecrets(texts);
  assert.deepEqual(masked, { texts, masked: [], notes: [] });
  for (const [index, text] of masked.texts.entries()) assert.equal(text, texts[index]);
});

Deno.test("maskSecrets() loads the detector for suspicious texts only, and once", async () => {
  let opened = 0;
  const openDetector = () => {
    opened++;
    return openSecretDetector();
  };
  const plain = { path: "a.ts", startLine: 1, text: "export const a = 1;\n".repeat(50) };
  await maskSecrets(Array(20).fill(plain), { openDetector });
  assert.equal(opened, 0);
  const token = ["gh", "p_"].join("") + noise(36);
  const secret = { path: "b.ts", startLine: 1, text: `const b = "${token}";` };
  const { texts, masked, notes } = await maskSecrets([secret, plain, secret], { openDetector });
  assert.equal(opened, 1);
  assert.deepEqual(texts.map(({ text }) => text.includes("«")), [true, false, true]);
  assert.equal(masked.length, 2);
  assert.match(notes[0]?.message ?? "", /^2 secrets in "b.ts" may not be shown/);
});

for (
  const [how, openDetector] of [
    ["cannot be loaded", () => Promise.reject(new TypeError("Cannot find module"))],
    ["fails", () => Promise.resolve({ find: () => Promise.reject(new Error("no")) })],
  ] as const
) {
  Deno.test(`maskSecrets() masks texts that look like a secret when the detector ${how}`, async () => {
    for (const { rule, sample } of SAMPLES) {
      for (const frame of FRAMES) {
        const before = { path: ".npmrc", startLine: 1, text: frame(sample) };
        const { texts: [after], notes } = await maskSecrets([before], { openDetector });
        const text = after?.text ?? "";
        assertMasked(sample, text);
        assert.equal(text.split("\n").length, before.text.split("\n").length, rule);
        assert.deepEqual(notes.map(({ code }) => code), [
          "secrets-masked",
          "secret-detector-missing",
        ]);
        const again = await maskSecrets([{ ...before, text }], { openDetector });
        assert.equal(again.texts[0]?.text, text);
      }
    }
  });
}

Deno.test("maskSecrets() reads long texts of any shape", async () => {
  for (
    const unit of [
      "a",
      "/",
      "+",
      "-",
      "-----",
      "-----BEGIN PRIVATE KEY-----",
      "http://a:b",
      "sk-",
      "x:",
      "«masked: ",
      "A3T",
      "_authToken=",
      "postgres://u:",
      "AbC/",
      "\n",
      "AbC/\n",
      '"MII" +\n',
      "account = ",
      "npm_",
    ]
  ) {
    const text = unit.repeat(300_000 / unit.length);
    const { texts } = await maskSecrets([{ path: ".npmrc", startLine: 2, text: `${text}! x` }]);
    assert.equal(texts[0]?.text.split("\n").length, text.split("\n").length);
  }
});
