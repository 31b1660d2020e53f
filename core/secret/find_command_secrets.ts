import { looksRandom } from "./looks_random.ts";
import type { SecretFinding } from "./mask_findings.ts";

/** Value with or without quotes, without characters that may end it. */
const VALUE = "(?<value>[^\\s\"'`;,()<>\\\\]{6,256})";

/**
 * Commands, calls and statements whose value has no name. Each part is bounded, so that the time is
 * linear.
 */
const FORM_REGEXPS: readonly RegExp[] = [
  `\\bsshpass\\s{1,9}-p\\s{0,9}["']?${VALUE}`,
  `\\b(?:mysql|mariadb|mongo)\\w{0,9}\\b[^\\n|;]{0,200}?\\s-p["']?${VALUE}`,
  `\\bredis-cli\\b[^\\n|;]{0,200}?\\s-a\\s{1,9}["']?${VALUE}`,
  // Options of curl and other programs; the user may have any usual length.
  `\\s(?:-u|-a|--user|--auth|--proxy-user)[ \\t=]{1,9}["']?[^\\s:"'/]{1,64}["']?:["']?${VALUE}`,
  `\\becho\\s{1,9}(?:-n\\s{1,9})?["']?${VALUE}["']?\\s{0,9}\\|[^\\n]{0,80}\\slogin\\b`,
  `\\bIDENTIFIED\\s{1,9}(?:WITH\\s{1,9}\\w{1,40}\\s{1,9})?(?:BY|AS)\\s{1,9}(?:PASSWORD\\s{1,9})?["']${VALUE}["']`,
  `\\b(?:\\w{0,30}Credentials?(?:\\.new)?|smtp\\w{0,9}\\.login|authenticate|\\w{0,20}Basic_?Auth\\w{0,20}|auth\\s{0,3}=?\\s{0,3})[( ]\\s{0,40}["'][^"'\\n]{0,64}["'],\\s{0,40}(?:Some\\()?["']${VALUE}["']`,
  `\\bConvertTo-SecureString\\s{1,9}(?:-String\\s{1,9})?["']${VALUE}["']`,
  `\\blogin\\b[^\\n|;]{0,200}?\\s-p[ \\t=]{1,9}["']?${VALUE}`,
  `\\b(?:vault|infisical)\\s{1,9}login\\s{1,9}${VALUE}`,
  `\\bldap[a-z]{1,9}\\b[^\\n|;]{0,200}?\\s-w\\s{1,9}["']?${VALUE}`,
  `\\bhtpasswd\\s{1,9}-[A-Za-z]{0,9}b[A-Za-z]{0,9}\\s{1,9}\\S{1,200}\\s{1,9}\\S{1,64}\\s{1,9}["']?${VALUE}`,
  `\\bopenssl\\b[^\\n|;]{0,200}?\\s-k\\s{1,9}["']?${VALUE}`,
  `\\becho\\s{1,9}["']?[^\\s:"']{1,64}:${VALUE}["']?\\s{0,9}\\|\\s{0,9}chpasswd\\b`,
  `\\bssh-keygen\\b[^\\n|;]{0,200}?\\s-N\\s{1,9}["']?${VALUE}`,
  `\\bsmb[a-z]{1,9}\\b[^\\n|;]{0,200}?\\s-U\\s{1,9}["']?[^\\s%"']{1,64}%${VALUE}`,
  // Statements of settings, whose name is just a word: those of Redis, OpenLDAP, netrc and others.
  `(?:^[ \\t]{0,40}|--)(?:requirepass|masterauth|bindpw|rootpw|(?:(?:auth|bind|db|login|smtp|ssl|user)_)?pass(?:w(?:or)?d)?)[ \\t]{1,40}["']?${VALUE}["']?[ \\t;]*$`,
  `\\b(?:wpa_?)?psk[ \\t]{0,9}=[ \\t]{0,9}["']${VALUE}["']`,
  // Keys of signatures, and passwords of databases, by their position in a call.
  `\\b(?:jwt\\.(?:sign|verify|encode|decode)|createHmac|hash_hmac)[( ]\\s{0,40}[^,()\\n]{1,80},\\s{0,40}["']${VALUE}["']`,
  `\\b(?:hmac\\.new|Fernet|SymmetricSecurityKey|signWith)\\([^"'\\n]{0,80}["']${VALUE}["']`,
  `USERPWD["']?,\\s{0,40}["'][^\\s:"']{1,64}:${VALUE}["']`,
  `\\b(?:PDO|mysqli(?:_connect)?|mysql_connect|getConnection)\\(\\s{0,40}[^,()\\n]{1,200},\\s{0,40}["'][^"'\\n]{0,64}["'],\\s{0,40}["']${VALUE}["']`,
  `\\bcookie["']?[ \\t]{0,3}[:=,][ \\t]{0,3}[^\\n]{0,200}?\\b[\\w.-]{0,30}(?:sess|sid|jwt)[\\w.-]{0,20}=${VALUE}`,
  // Addresses whose path or query grants access.
  `\\b(?:discord(?:app)?\\.com/api/webhooks/\\d{5,30}|webhook\\.office\\.com/webhookb2)/${VALUE}`,
  `[?&;](?:sig|signature|X-Amz-Signature|X-Goog-Signature)=(?<value>[\\w%+/.~-]{32,512})`,
  `\\botpauth://[^\\s"'<>]{1,200}?[?&]secret=(?<value>[A-Z2-7]{16,256})`,
  // A secret member of a JSON Web Key (RFC 7518).
  `"(?:d|k|p|q|dp|dq|qi)"\\s{0,9}:\\s{0,9}"(?<value>[\\w-]{20,1024})"(?=[^{}]{0,4000}"kty"|(?<="kty"[^{}]{0,4000}))`,
  // The address of a database in Go.
  `(?<![\\w.-])[\\w.-]{1,64}:${VALUE}@(?:tcp|unix)\\(`,
].map((source) => new RegExp(source, "gim"));

/** Programs and their options: `mysql -psecret`, `curl --user a:b`. */
const FORM_PROGRAMS = String
  .raw`sshpass|mysql|mariadb|mongo|redis-cli|\s-[ua][ \t="']|--(?:auth|(?:proxy-)?user)\b`;

/** Words that introduce an identity: `IDENTIFIED BY`, `credentials(`. */
const FORM_LOGINS = String
  .raw`\slogin\b|identified|credentials?(?:\.new)?\(|\.login\(|authenticate\(|userpwd`;

/** Calls that accept a key or an account: `Fernet(`, `basic_auth`. */
const FORM_CIPHERS = String
  .raw`fernet|securitykey|signwith|ssh-keygen|chpasswd|basic_?auth|\bauth\s{0,3}=?\s{0,3}\(`;

/** Text that opens a connection: `user@tcp(`. */
const FORM_OPENERS = String.raw`securestring|@(?:tcp|unix)\(|htpasswd|openssl|\b(?:ldap|smb)`;

/** Settings of servers: `requirepass`, `psk`. */
const FORM_SETTINGS = String.raw`requirepass|masterauth|bindpw|rootpw|^[ \t]*\w*pass|psk`;

/** Calls that sign, or open a database: `jwt.sign`. */
const FORM_CALLS = String.raw`jwt\.|hmac|\bPDO\b|getconnection`;

/** Secrets in addresses and cookies: `?sig=`. */
const FORM_LINKS = 'cookie|webhooks?|[?&;](?:sig|x-)|otpauth|"kty"';

/** Text that each form contains, so that most texts are read only once. */
const FORM_REGEXP = new RegExp(
  [
    FORM_PROGRAMS,
    FORM_LOGINS,
    FORM_CIPHERS,
    FORM_OPENERS,
    FORM_SETTINGS,
    FORM_CALLS,
    FORM_LINKS,
  ].join("|"),
  "im",
);

/** Minimum number of characters of a password. */
const MIN_LENGTH = 6;

/** Returns the secrets in commands, calls and statements that have no name. */
export function findCommandSecrets(text: string): SecretFinding[] {
  if (!FORM_REGEXP.test(text)) return [];
  return FORM_REGEXPS.flatMap((expression) =>
    [...text.matchAll(expression)].flatMap((match) => {
      const value = match.groups?.["value"] ?? "";
      if (!looksRandom(value, { minLength: MIN_LENGTH, isHumanMade: true })) return [];
      const start = match.index + match[0].lastIndexOf(value);
      return [{ rule: "named-secret", start, end: start + value.length }];
    })
  );
}
