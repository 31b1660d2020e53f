import type { SecretFinding } from "./mask_findings.ts";

/** Text between a name and its value, in code and in configuration. */
const ASSIGNMENT = `["']?\\s*(?::|=>|=)\\s*["']?`;

/** Name of a token in settings of package managers; the value may be masked. */
const AUTH_TOKEN = "_authToken=(?!«masked: [\\w-]+»(?:\\s|$))[^$]";

/** Address with a token, which may be masked. */
const X_OAUTH = "https?:\\/\\/(?!«masked: [\\w-]+»:x-oauth).{1,256}:x-oauth-basic@";

/**
 * Patterns, one for each rule of `@secretlint/secretlint-rule-preset-recommend`. Each pattern is
 * wider than its rule, which also reads the surrounding text and ignores placeholders.
 */
const PATTERNS: Readonly<Record<string, string>> = {
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

/** Addresses of databases, in any letter case. */
const DATABASE_PATTERN =
  "(?:mongodb(?:\\+srv)?|mysqlx?|postgres(?:ql)?):\\/\\/[^:/\\s]{1,100}:[^@/\\s]{1,200}@";

/** Part of the first and the last line of all private keys. */
const KEY_MARK = "PRIVATE KEY(?: BLOCK)?-----";

const ANY_PATTERN_REGEXP = new RegExp([KEY_MARK, ...Object.values(PATTERNS)].join("|"));
const DATABASE_REGEXP = new RegExp(DATABASE_PATTERN, "i");

/**
 * Returns true when a text may contain a secret: true for all texts in which a detector finds one,
 * and for few others. Only then is the detector loaded. Reads about 50 MB a second.
 */
export function mayContainDetectorSecret(text: string): boolean {
  return ANY_PATTERN_REGEXP.test(text) || DATABASE_REGEXP.test(text);
}

/**
 * Returns all ranges that look like a secret, except for private keys: too much rather than too
 * little.
 */
export function findLikelySecrets(text: string): SecretFinding[] {
  const find = (rule: string, pattern: RegExp) =>
    [...text.matchAll(pattern)]
      .map(({ index, 0: found }) => ({ rule, start: index, end: index + found.length }));
  return [
    ...Object.entries(PATTERNS).flatMap(([rule, source]) => find(rule, new RegExp(source, "g"))),
    ...find("database-connection", new RegExp(DATABASE_PATTERN, "gi")),
  ];
}
