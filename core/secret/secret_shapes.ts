import type { SecretFinding } from "./mask_findings.ts";

/** The shape of a kind of secret. */
interface SecretShape {
  readonly rule: string;
  /** Source of an expression that matches every secret of the kind in full. */
  readonly source: string;
}

/** Text between a name and its value, in code and in configuration. */
const ASSIGNMENT = `["']?\\s*(?::|=>|=)\\s*["']?`;

/** The name of a token in settings of package managers; the value may be masked. */
const AUTH_TOKEN = "_authToken=(?!«masked: [\\w-]+»(?:\\s|$))[^$]";

/** An address with a token, which may be masked. */
const X_OAUTH = "https?:\\/\\/(?!«masked: [\\w-]+»:x-oauth).{1,256}:x-oauth-basic@";

/**
 * One shape for each rule of `@secretlint/secretlint-rule-preset-recommend`. Each is wider than its rule,
 * which also reads the text around and ignores placeholders.
 */
const SHAPES: readonly SecretShape[] = [
  {
    rule: "aws-access-key-id",
    source: "A(?:3T[A-Z\\d]|KIA|GPA|IDA|ROA|IPA|NPA|NVA|SIA)[A-Z\\d]{16,}",
  },
  {
    rule: "aws-secret-access-key",
    source: `(?:SECRET|secret|Secret)_?(?:ACCESS|access|Access)_?(?:KEY|key|Key)${ASSIGNMENT}` +
      "[A-Za-z\\d/+=]{40,}",
  },
  {
    rule: "aws-account-id",
    source: `(?:ACCOUNT|account|Account)_?(?:ID|id|Id)?${ASSIGNMENT}\\d{4}-?\\d{4}-?\\d{4}`,
  },
  { rule: "npm-access-token", source: "npm_\\w{36,}" },
  { rule: "npmrc-auth-token", source: `${AUTH_TOKEN}.*` },
  { rule: "package-json-x-oauth-token", source: X_OAUTH },
  {
    rule: "basic-auth",
    source: "(?:http|ftp)s?:\\/\\/[-\\w]{1,256}:[-\\w]{1,256}@[-\\w%.+~#=]",
  },
  { rule: "slack-token", source: "x(?:ox[abopr]|app)-[A-Za-z\\d]{1,40}-[A-Za-z\\d][A-Za-z\\d-]*" },
  {
    rule: "incoming-webhook",
    source: "[Hh][Oo][Oo][Kk][Ss]\\.[Ss][Ll][Aa][Cc][Kk]\\.[Cc][Oo][Mm]\\/\\w{8}\\/[Tt][\\w/]*",
  },
  { rule: "sendgrid-key", source: "(?<![A-Za-z])SG\\.\\w{1,128}\\.\\w[\\w-]*" },
  { rule: "shopify-key", source: "shp(?:pa|ca|at|ss)_[A-Za-z\\d]{32,}" },
  { rule: "stripe-key", source: "[rs]k_(?:live|test)_[A-Za-z\\d]{24,}" },
  { rule: "github-token", source: "gh(?:s_\\d{1,20}_[\\w.-]+|[oprsu]_\\w{36,})" },
  { rule: "github-token", source: "github_pat_\\w{82,}" },
  { rule: "gitlab-personal-access-token", source: "glpat-[\\w-]{20,}" },
  { rule: "grafana-cloud-api-token", source: "glc_[A-Za-z\\d+/]{32,}={0,2}" },
  { rule: "grafana-service-account-token", source: "glsa_[A-Za-z\\d]{32}_[A-Fa-f\\d]{8}" },
  { rule: "openai-token", source: "sk-[\\w-]{20,90}T3BlbkFJ[\\w-]*" },
  { rule: "anthropic-api-key", source: "sk-ant-api0\\d-[\\w-]{90,}" },
  { rule: "groq-api-key", source: "gsk_[A-Za-z\\d]{52,}" },
  { rule: "huggingface-user-access-token", source: "hf_[A-Za-z]{34,}" },
  { rule: "linear-api-token", source: "lin_api_\\w{32,}" },
  { rule: "notion-integration-token", source: "ntn_\\d{11}[A-Za-z\\d]{35,}" },
  { rule: "ops-token", source: "ops_ey[A-Za-z\\d+/=]{100,}" },
  { rule: "hashicorp-vault-token", source: "hv[brs]\\.[\\w-]{90,}" },
  { rule: "vercel-token", source: "vc[aikpr]_[A-Za-z\\d]{20,}" },
  { rule: "databricks-personal-access-token", source: "dapi[A-Fa-f\\d]{32}(?:-\\d)?" },
  { rule: "docker-personal-access-token", source: "dckr_pat_[\\w-]{27,}" },
  { rule: "figma-personal-access-token", source: "figd_[\\w-]{40,}" },
  { rule: "cloudflare-token", source: "cf(?:k|ut|at)_[A-Za-z\\d]{48,}" },
  { rule: "tailscale-key", source: "tskey-[a-z]{2,20}-\\w{8,40}-\\w{16,}" },
];

/** Addresses of databases, in any case. */
const DATABASE_SHAPE: SecretShape = {
  rule: "database-connection",
  source: "(?:mongodb(?:\\+srv)?|mysqlx?|postgres(?:ql)?):\\/\\/[^:/\\s]{1,100}:[^@/\\s]{1,200}@",
};

/** Part of the first and the last line of every private key. */
const KEY_MARK = "PRIVATE KEY(?: BLOCK)?-----";

const ANY_SHAPE_REGEXP = new RegExp([KEY_MARK, ...SHAPES.map(({ source }) => source)].join("|"));
const DATABASE_REGEXP = new RegExp(DATABASE_SHAPE.source, "i");

/**
 * Returns whether a text may have a secret: true for every text in which a detector finds one, and for few
 * others. Only then is the detector loaded. Reads about 50 MB a second.
 */
export function mayHoldSecret(text: string): boolean {
  return ANY_SHAPE_REGEXP.test(text) || DATABASE_REGEXP.test(text);
}

/**
 * Returns everything that looks like a secret, without private keys: too much rather than too little.
 */
export function findSecretShapes(text: string): SecretFinding[] {
  return [...SHAPES, DATABASE_SHAPE].flatMap(({ rule, source }) =>
    [...text.matchAll(new RegExp(source, rule === DATABASE_SHAPE.rule ? "gi" : "g"))]
      .map(({ index, 0: found }) => ({ rule, start: index, end: index + found.length }))
  );
}
