import assert from "node:assert/strict";
import { noise } from "../../tests/sample_secrets.ts";
import { SECRET_WAYS } from "../../tests/secret_ways.ts";
import { maskValue } from "./mask_value.ts";

/** The only notation with the name after the value. */
const UNSEEN_REGEXP = /forHTTPHeaderField/;

Deno.test("maskValue() masks a secret in the notations of programs, settings and texts", async () => {
  for (const secret of [noise(24), noise(32, { alphabet: "0123456789abcdef" }), noise(12)]) {
    for (const [language, ways] of Object.entries(SECRET_WAYS)) {
      for (const way of ways) {
        if (UNSEEN_REGEXP.test(way)) continue;
        const masked = await maskValue(way.replace("§", () => secret));
        assert.ok(!masked.includes(secret), `${language}: ${masked}`);
        assert.equal(await maskValue(masked), masked);
      }
    }
  }
});

/** Notations of a key that only its form identifies. */
const KEY_WAYS = [
  '{"kty": "RSA", "d": "§"}',
  '{"d": "§", "kty": "EC"}',
  "PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 1\n§\nPrivate-MAC: 12",
  "https://app.blob.core.windows.net/files?sv=2020&sig=§%3D",
  "https://discord.com/api/webhooks/123456789012345678/§",
];

Deno.test("maskValue() masks long keys by their form, and those in base32", async () => {
  for (const way of KEY_WAYS) {
    const secret = noise(64);
    const masked = await maskValue(way.replace("§", () => secret));
    assert.ok(!masked.includes(secret), masked);
    assert.equal(await maskValue(masked), masked);
  }
  const secret = noise(32, { alphabet: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567" });
  for (const way of ["otpauth://totp/app?secret=§", 'TOTP_SECRET = "§"']) {
    const masked = await maskValue(way.replace("§", () => secret));
    assert.ok(!masked.includes(secret), masked);
  }
  for (
    const other of ['{"d": "main-navigation-of-the-page"}', "?sig=short", "Private-Lines: 1\n"]
  ) {
    assert.equal(await maskValue(other), other);
  }
});

Deno.test("maskValue() masks nothing when the same notations have a variable, a word or a placeholder", async () => {
  for (
    const value of [
      "${PASSWORD}",
      "changeme",
      "your-password",
      "<password>",
      "getPassword",
      "xxxxxxxxxxxx",
    ]
  ) {
    for (const way of Object.values(SECRET_WAYS).flat()) {
      // Any value in an address or after `Bearer` is masked.
      if (/:\/\/app:|Authorization/.test(way)) continue;
      const text = way.replace("§", () => value);
      assert.equal(await maskValue(text), text);
    }
  }
});

Deno.test("maskValue() masks the values of a Secret of Kubernetes, and no other manifest", async () => {
  const secret = [
    "apiVersion: v1",
    "kind: Secret",
    "metadata:",
    "  name: app-settings",
    "data:",
    "  user: YWRtaW5pc3RyYXRvcg==",
    '  file: "c3Vuc2hpbmU="',
    "  word: kdhxxxhdkzkb",
    "type: Opaque",
  ].join("\n");
  const masked = await maskValue(secret);
  assert.match(
    masked,
    /user: «masked: kubernetes-secret»\n {2}file: "«masked: kubernetes-secret»"\n {2}word: «masked: kubernetes-secret»\ntype: Opaque$/,
  );
  assert.match(masked, /name: app-settings/);
  const map = secret.replace("Secret", "ConfigMap");
  assert.equal(await maskValue(map), map);
  assert.equal(
    await maskValue(`${map}\n---\n${secret}\n---\n${map}`),
    `${map}\n---\n${masked}\n---\n${map}`,
  );
});
