import type { SecretFinding } from "./mask_findings.ts";

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
const SHAPES: Readonly<Record<string, string>> = {
  "aws-access-key-id": "A(?:3T[A-Z\\d]|KIA|GPA|IDA|ROA|IPA|NPA|NVA|SIA)[A-Z\\d]{16,}",
  "aws-secret-access-key":
    `(?:SECRET|secret|Secret)_?(?:ACCESS|access|Access)_?(?:KEY|key|Key)${ASSIGNMENT}` +
    "[A-Za-z\\d/+=]{40,}",
  "aws-account-id": `(?:ACCOUNT|account|Account)_?(?:ID|id|Id)?${ASSIGNMENT}\\d{4}-?\\d{4}-?\\d{4}`,
  "npm-access-token": "npm_\\w{36,}",
  "npmrc-auth-token": `${AUTH_TOKEN}.*`,
  "package-json-x-oauth-token": X_OAUTH,
  "basic-auth": "(?:http|ftp)s?:\\/\\/[-\\w]{1,256}:[-\\w]{1,256}@[-\\w%.+~#=]",
  "slack-token": "x(?:ox[abopr]|app)-[A-Za-z\\d]{1,40}-[A-Za-z\\d][A-Za-z\\d-]*",
  "incoming-webhook":
    "[Hh][Oo][Oo][Kk][Ss]\\.[Ss][Ll][Aa][Cc][Kk]\\.[Cc][Oo][Mm]\\/\\w{8}\\/[Tt][\\w/]*",
  "sendgrid-key": "(?<![A-Za-z])SG\\.\\w{1,128}\\.\\w[\\w-]*",
  "shopify-key": "shp(?:pa|ca|at|ss)_[A-Za-z\\d]{32,}",
  "stripe-key": "[rs]k_(?:live|test)_[A-Za-z\\d]{24,}",
  "github-token": "gh(?:s_\\d{1,20}_[\\w.-]+|[oprsu]_\\w{36,})|github_pat_\\w{82,}",
  "gitlab-personal-access-token": "glpat-[\\w-]{20,}",
  "grafana-cloud-api-token": "glc_[A-Za-z\\d+/]{32,}={0,2}",
  "grafana-service-account-token": "glsa_[A-Za-z\\d]{32}_[A-Fa-f\\d]{8}",
  "openai-token": "sk-[\\w-]{20,90}T3BlbkFJ[\\w-]*",
  "anthropic-api-key": "sk-ant-api0\\d-[\\w-]{90,}",
  "groq-api-key": "gsk_[A-Za-z\\d]{52,}",
  "huggingface-user-access-token": "hf_[A-Za-z]{34,}",
  "linear-api-token": "lin_api_\\w{32,}",
  "notion-integration-token": "ntn_\\d{11}[A-Za-z\\d]{35,}",
  "ops-token": "ops_ey[A-Za-z\\d+/=]{100,}",
  "hashicorp-vault-token": "hv[brs]\\.[\\w-]{90,}",
  "vercel-token": "vc[aikpr]_[A-Za-z\\d]{20,}",
  "databricks-personal-access-token": "dapi[A-Fa-f\\d]{32}(?:-\\d)?",
  "docker-personal-access-token": "dckr_pat_[\\w-]{27,}",
  "figma-personal-access-token": "figd_[\\w-]{40,}",
  "cloudflare-token": "cf(?:k|ut|at)_[A-Za-z\\d]{48,}",
  "tailscale-key": "tskey-[a-z]{2,20}-\\w{8,40}-\\w{16,}",
};

/** Addresses of databases, in any case. */
const DATABASE_SHAPE =
  "(?:mongodb(?:\\+srv)?|mysqlx?|postgres(?:ql)?):\\/\\/[^:/\\s]{1,100}:[^@/\\s]{1,200}@";

/** Part of the first and the last line of every private key. */
const KEY_MARK = "PRIVATE KEY(?: BLOCK)?-----";

const ANY_SHAPE_REGEXP = new RegExp([KEY_MARK, ...Object.values(SHAPES)].join("|"));
const DATABASE_REGEXP = new RegExp(DATABASE_SHAPE, "i");

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
  const find = (rule: string, shape: RegExp) =>
    [...text.matchAll(shape)]
      .map(({ index, 0: found }) => ({ rule, start: index, end: index + found.length }));
  return [
    ...Object.entries(SHAPES).flatMap(([rule, source]) => find(rule, new RegExp(source, "g"))),
    ...find("database-connection", new RegExp(DATABASE_SHAPE, "gi")),
  ];
}
