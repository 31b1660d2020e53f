import assert from "node:assert/strict";
import fc from "fast-check";
import { findBuiltInSecrets } from "./find_built_in_secrets.ts";
import { maskFindings } from "./mask_findings.ts";

/** Letters and digits that look random and are joined here: no line of this file is a secret. */
function noise(
  length: number,
  alphabet = "ABCDEFGHKLMNPQRSTUVWXYZabcdefghkmnpqrstuvwxyz23456789",
): string {
  return Array.from(
    { length },
    (_, at) => alphabet[(at * at * 31 + at * 17 + 5) % alphabet.length],
  ).join("");
}

const HEX = "0123456789abcdef";

/** Returns the text with its findings masked, by the first rule that found them. */
function mask(text: string): string {
  return maskFindings(text, findBuiltInSecrets(text)).text;
}

/** Asserts that only the value is masked. */
function assertMasked(rule: string, value: string, frame: (value: string) => string): void {
  assert.equal(mask(frame(value)), frame(`«masked: ${rule}»`));
  assert.equal(mask(mask(frame(value))), mask(frame(value)));
}

Deno.test("findBuiltInSecrets() finds tokens by their start", () => {
  const cases: readonly [rule: string, token: string][] = [
    ["azure-client-secret", `${noise(3)}7${"Q~"}${noise(33)}`],
    ["stripe-webhook-secret", `whs${"ec_"}${noise(32)}`],
    ["google-oauth-secret", `GOC${"SPX-"}${noise(28)}`],
    ["pypi-token", `py${"pi-"}${noise(120)}`],
    ["twilio-key", `S${"K"}${noise(32, HEX)}`],
    ["twilio-key", `A${"C"}${noise(32, HEX)}`],
    ["json-web-token", `ey${"J"}${noise(20)}.ey${"J"}${noise(40)}.${noise(43)}`],
    ["telegram-bot-token", `123456789:A${"A"}${noise(33)}`],
  ];
  for (const [rule, token] of cases) {
    assertMasked(rule, token, (value) => `call("${value}")`);
    assertMasked(rule, token, (value) => `# ${value}\nnext`);
    // After other letters it is a part of a name.
    assert.equal(mask(`x${token}`), `x${token}`);
  }
});

Deno.test("findBuiltInSecrets() finds the credentials of headers and addresses", () => {
  const value = noise(40);
  for (
    const frame of [
      (value: string) => `extraheader = AUTHORIZATION: basic ${value}`,
      (value: string) => `curl -H "Authorization: Bearer ${value}" https://example.com`,
      (value: string) => `{"authorization": "token ${value}"}`,
      (value: string) => `headers["Authorization"] = "Bearer ${value}"`,
    ]
  ) assertMasked("authorization-header", value, frame);
  for (
    const [credentials, frame] of [
      [`user:${noise(12)}`, (value: string) => `url = https://${value}@host/x`],
      ["user:p$ss!w0rd", (value: string) => `amqp://${value}@host`],
      [`:${noise(9)}`, (value: string) => `redis://${value}@cache:6379/0`],
      [noise(30), (value: string) => `git clone https://${value}@github.com/a/b`],
    ] as const
  ) assertMasked("url-credentials", credentials, frame);
});

Deno.test("findBuiltInSecrets() finds random values of names such as password", () => {
  for (
    const frame of [
      (value: string) => `password = "${value}"`,
      (value: string) => `  db_password: ${value}\n  host: db`,
      (value: string) => `export SMTP_PASS=${value}`,
      (value: string) => `api_key: str = "${value}"`,
      (value: string) => `const SECRET: &str = "${value}";`,
      (value: string) => `var apiKey = @"${value}";`,
      (value: string) => `"client_secret": "${value}",`,
      (value: string) => `:secret => '${value}'`,
      (value: string) => `token := "${value}"`,
      (value: string) => `define('DB_PASSWORD', '${value}');`,
      (value: string) => `<password>${value}</password>`,
      (value: string) => `login --password ${value} --quiet`,
      (value: string) => `CREATE USER x WITH PASSWORD '${value}';`,
      (value: string) => `Server=db;User Id=a;Password=${value};Pooling=true`,
      (value: string) => `AccountName=x;AccountKey=${value};Suffix=y`,
      (value: string) => `if (token === "${value}") return;`,
      (value: string) => `os.environ["ACCESS_KEY"] = "${value}"`,
      (value: string) => `password:\n  "${value}"`,
      (value: string) => `x-api-key: ${value}`,
    ]
  ) assertMasked("named-secret", noise(24), frame);
  for (const value of ["hunter2", "Summer2024!", "P@55w0rd!"]) {
    assertMasked("named-secret", value, (value) => `password = "${value}"`);
  }
});

Deno.test("findBuiltInSecrets() ignores code that only handles secrets", () => {
  for (
    const text of [
      "We need to pass `batch=1` as a parameter.",
      "  proxy_pass http://127.0.0.1:8000/;",
      "const password = process.env.DB_PASSWORD;",
      "password: string;",
      "token = tokens.nextToken();",
      "secretName: my-app-secret-v2",
      'password = "changeme"',
      'apiKey: "YOUR_API_KEY_123456"',
      'tokenType: "urn:ietf:params:oauth:token-type:jwt"',
      `author = "${noise(12)}"`,
      `tokenizer = "${noise(24)}"`,
      `secret_id_path = "${noise(24)}"`,
      "https://user:password@example.com",
      "url = `https://${user}:${password}@example.com`",
      "DATABASE_URL=postgres://postgres:postgres@localhost/app",
      'password: "{{ vault_password2 }}"',
      "Authorization: Bearer <token>",
      "It takes Basic authentication, or a Bearer token.",
      'csrf_token = request.form["token"]',
      '"password": "Passwort"',
      '"pass": "ドキュメントには少なくとも1つのランドマークがあります"',
      '["password", "sha256sum1", "x2y3z4w5v6u7"]',
      '"AWS::IAM::AccessKey": "48205d4ffd7feba3"',
      'password = "550e8400-e29b-41d4-a716-446655440000"',
      'token = "2026-01-02T03:04:05Z"',
      'secret = "projects/web/secrets/name2"',
    ]
  ) assert.equal(mask(text), text);
});

Deno.test("findBuiltInSecrets() takes linear time, and its findings are inside the text", () => {
  const unit = fc.constantFrom(
    ...["password", "token", "=", '"', "'", " ", "\n", ":", "//", "@", "a1B", "ey", "J", ".", ">"],
    ...["Authorization: Bearer ", "-", "_", "key", "\t", ",", "("],
  );
  fc.assert(fc.property(fc.array(unit, { maxLength: 40 }), (units) => {
    const text = units.join("");
    for (const { start, end } of findBuiltInSecrets(text)) {
      assert.ok(0 <= start && start < end && end <= text.length);
    }
  }));
  // Each would take minutes if any expression read it in quadratic time.
  for (
    const unit of [
      ...["a", "password", "password ", "password:", "token=", "pass_", "://", "://a:", "://a:b@"],
      ...[
        "authorization:",
        "bearer ",
        'secret="',
        "eyJ",
        "eyJaaaaaaaa.",
        "AIza",
        "--token ",
        "auth,",
      ],
      ...["password: a", "\n", "key-", "secret: x="],
    ]
  ) findBuiltInSecrets(unit.repeat(1_000_000 / unit.length));
});
