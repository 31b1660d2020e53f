/** Names of files and folders that promise secrets. A star stands for any characters of a name. */
const ANY_NAMES = [".env", ".env.*", "*credentials*", "*secret*"];

/** Folders in which programs keep keys and passwords. */
const FOLDERS = [
  ...[".kube/", ".aws/", ".ssh/", ".gnupg/", ".azure/", ".password-store/"],
  ...[".config/gcloud/", ".config/gh/"],
];

/**
 * Files in which programs keep passwords, typed commands, keys, and the state of an infrastructure.
 * `_history` is for files only, as a folder `order_history` holds code.
 */
const FILES = [
  ...[".netrc", "_netrc", ".pgpass", ".my.cnf", ".npmrc", ".pypirc", ".git-credentials"],
  ...[".htpasswd", ".s3cfg", ".boto", ".vault-token", ".dockercfg", ".docker/config.json"],
  "*_history",
  ...["id_rsa*", "id_dsa*", "id_ecdsa*", "id_ed25519*"],
  ...["*.pem", "*.p12", "*.pfx", "*.kdbx", "*.keystore", "*.jks", "*.ppk"],
  ...["*.tfstate", "*.tfstate.*"],
];

const SENSITIVE_NAMES: readonly { readonly pattern: string; readonly regexp: RegExp }[] = [
  ...ANY_NAMES.map((pattern) => ({ pattern, regexp: toRegExp(pattern, "(?:/|$)") })),
  ...FOLDERS.map((pattern) => ({ pattern, regexp: toRegExp(pattern, "") })),
  ...FILES.map((pattern) => ({ pattern, regexp: toRegExp(pattern, "$") })),
];

/** A part of every path that a name matches: a quick test that most paths fail. */
const SUSPICIOUS_REGEXP = new RegExp(
  SENSITIVE_NAMES.map(({ pattern }) => escape(pattern.replace(/^\*|\*$/g, ""))).join("|"),
  "i",
);

/**
 * Returns the first name in a path that promises secrets, in any case, or undefined.
 *
 * @param path Path relative to the root, with `/`; a folder ends in `/`.
 */
export function findSensitiveName(path: string): string | undefined {
  if (!SUSPICIOUS_REGEXP.test(path)) return undefined;
  return SENSITIVE_NAMES.find(({ regexp }) => regexp.test(path))?.pattern;
}

function toRegExp(pattern: string, end: string): RegExp {
  return new RegExp(`(?:^|/)${escape(pattern).replaceAll("\\*", "[^/]*")}${end}`, "i");
}

function escape(text: string): string {
  return text.replace(/[.*+]/g, "\\$&");
}
