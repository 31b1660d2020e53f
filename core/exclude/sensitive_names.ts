/**
 * Names of files and folders that suggest secrets, at any depth and in any letter case. A star
 * matches any characters of a name.
 */
const ANY_NAMES = [".env", ".env.*", "*credentials*", "*secret*"];

/**
 * Folders in which programs store keys, passwords and sessions. None of their contents is a
 * project.
 */
const FOLDERS = [
  ".ssh .aws .kube .gnupg .azure .password-store .oci .aliyun .bluemix .tsh .pki .putty .sops .1password",
  ".mozilla .thunderbird .snowsql .minikube .snowflake .talos .purple .vnc .step .ansible/vault .cloudflared .ngrok2",
  ".electrum .bitcoin .ethereum .solana .near-credentials .brownie/accounts .jira.d .bitwarden .lastpass .supabase",
  ".openai .anthropic .kaggle .huggingface .google-cloud .dbus-keyrings .gnome2/keyrings .subversion/auth .borg",
  ".acme.sh .lego .wireguard",
  ".config/gcloud .config/gh .config/glab-cli .config/github-copilot .config/hub .config/op .config/doctl",
  ".config/rclone .config/sops .config/age .config/ngrok .config/Bitwarden .config/keepassxc .config/filezilla",
  ".config/google-chrome .config/chromium .config/BraveSoftware .config/microsoft-edge .config/vivaldi",
  ".config/anthropic .config/openai .config/stripe .config/heroku .config/netlify .config/configstore .config/hcloud",
  ".config/scw .config/exoscale .config/linode-cli .config/lpass .config/rbw .config/borg .config/restic .config/lftp",
  ".config/helm/registry .config/weechat .config/solana .config/snowflake .config/.wrangler .wrangler/config",
  ".local/share/keyrings .local/share/kwalletd Library/Keychains Library/Cookies",
].join(" ").split(" ");

/**
 * Files in which programs store passwords, keys, typed commands, and the state of an
 * infrastructure. `_history` applies only to files, as a folder `order_history` contains code.
 * Certificates and public keys are not listed, nor are files whose name is common for other
 * purposes, such as `auth.json` and `settings.xml`, outside of the folders of their programs.
 */
const FILES = [
  "prod.env production.env staging.env dev.env development.env local.env docker.env app.env db.env .env~ .envrc .envrc.* .env-* .env_* .dev.vars .dev.vars.* .netrc .netrc.gpg _netrc pgpass.conf .rediscli_auth .mongorc.js .authinfo .authinfo.gpg .pgpass .my.cnf .mylogin.cnf",
  ".npmrc .pypirc .git-credentials .htpasswd .htdigest .s3cfg .boto .dockercfg .dockerconfigjson .databrickscfg",
  ".msmtprc .mailrc .fetchmailrc .getmailrc .esmtprc .ssmtp/ssmtp.conf sasl_passwd .mutt/muttrc .muttrc .offlineimaprc .mbsyncrc .rclone.conf rclone.conf .terraformrc .ftpconfig",
  ".remote-sync.json sftp-config.json local.settings.json .claude.json oauth_creds.json .config/hub",
  ".vault-token .vault_pass* .vault-pass* vault_pass vault_pass.txt vault_password vault_password.txt",
  ".docker/config.json .vscode/sftp.json .m2/settings.xml .m2/settings-security.xml .gradle/gradle.properties",
  ".nuget/NuGet.Config .dbt/profiles.yml .android/adbkey .config/containers/auth.json .*/auth.json",
  ".*/agent/auth.json .config/*/auth.json .local/share/*/auth.json .fly/config.yml",
  ".copilot/config.json .gemini/google_accounts.json .aider.conf.yml .netlify/config.json",
  ".railway/config.json .stripe/config.toml .hex/hex.config .bundle/config .cdsapirc .bigqueryrc .passwd-s3fs .civo.json",
  ".smbcredentials .ftprc .wgetrc .curlrc .twurlrc .google_authenticator .pam_environment .Xauthority .lesshst .viminfo",
  ".zhistory .histfile .dbshell wallet.dat logins.json key3.db key4.db signons.sqlite cookies.sqlite .passwd etc/shadow",
  "kubeconfig kubeconfig-* *-kubeconfig *-kubeconfig.yaml *-kubeconfig.yml talosconfig *.kubeconfig kubeconfig.yaml kubeconfig.yml kubeconfig.json kubeconfig.conf",
  "*_history id_rsa* id_dsa* id_ecdsa* id_ed25519* *_rsa *_ed25519 *_ecdsa deploy_key ssh_host_*_key secring.* *.pem *.p12 *.pfx *.p8 *.pk8 *.pvk *.key *.agekey",
  "age/keys.txt wg0.conf wireguard/*.conf keystore.properties key.properties *.keychain *.keychain-db *.kwl *.kdb *.kdbx *.keystore *.jks *.jceks *.bks *.ppk *.keytab *.ovpn *.tfstate *.tfstate.* *.tfvars",
  "*.tfvars.json *.publishsettings *service-account*.json *service_account*.json *serviceaccountkey*.json *firebase-adminsdk*.json",
].join(" ").split(" ");

interface SensitiveName {
  readonly pattern: string;
  /** The rest of the path after the name, as a regular expression. */
  readonly end: string;
}

/**
 * List of names with a prefilter: an expression that matches in one pass all paths that contain one
 * of the names, and few others.
 */
class NameList {
  readonly names: readonly SensitiveName[];
  #prefilter: RegExp | undefined;
  #expressions: readonly RegExp[] | undefined;

  constructor(names: readonly SensitiveName[]) {
    this.names = names;
  }

  /**
   * Returns the first name in a path, or undefined. The expressions are compiled for the first path
   * that needs them.
   */
  find(path: string): string | undefined {
    this.#prefilter ??= toPrefilter(this.names);
    if (!this.#prefilter.test(path)) return undefined;
    this.#expressions ??= this.names.map(toExpression);
    return this.names[this.#expressions.findIndex((expression) => expression.test(path))]?.pattern;
  }
}

const SENSITIVE_NAMES = new NameList([
  ...ANY_NAMES.map((pattern) => ({ pattern, end: "(?:/|$)" })),
  ...FOLDERS.map((name) => ({ pattern: `${name}/`, end: "" })),
  ...FILES.map((pattern) => ({ pattern, end: "$" })),
]);

/** Names of two or more parts: a folder of a program and a name in it. */
const NAMES_BELOW = new NameList(
  SENSITIVE_NAMES.names.filter(({ pattern }) => pattern.slice(0, -1).includes("/")),
);

/**
 * Last names of a root that apply to paths below it: as many as a pattern may have before its last
 * name.
 */
const ROOT_END_REGEXP = /(?:\/[^/]+){0,2}$/;

/**
 * Returns the first name in a path that suggests secrets, in any letter case, or undefined.
 *
 * @param path Path relative to the root, with `/`; a folder ends in `/`.
 * @param root Path of the root, when it is known: `gh/` in `~/.config` is `.config/gh/`.
 */
export function findSensitiveName(path: string, root = ""): string | undefined {
  const found = SENSITIVE_NAMES.find(path);
  if (found !== undefined || root === "") return found;
  return NAMES_BELOW.find(`${ROOT_END_REGEXP.exec(root)?.[0]}/${path}`);
}

/**
 * Returns the name in the path of a folder that shows that programs store secrets there, such as
 * `.ssh/`, or undefined. Names such as `secret-santa` apply to files in a project, not to a
 * project.
 *
 * @param folder Absolute path.
 */
export function findSensitiveFolder(folder: string): string | undefined {
  const place = `/${folder}/`.toLowerCase();
  const found = FOLDERS.find((name) => place.includes(`/${name.toLowerCase()}/`));
  return found && `${found}/`;
}

/**
 * Returns a name that suggests secrets below a folder of programs' settings, such as `.config`, or
 * undefined.
 *
 * @param folder Absolute path.
 */
export function findSensitiveNameBelow(folder: string): string | undefined {
  const lower = folder.toLowerCase();
  return NAMES_BELOW.names.map(({ pattern }) => pattern).find((pattern) => {
    const [first = "", ...others] = pattern.toLowerCase().replace(/\/[^/]+\/?$/, "").split("/");
    if (!first.startsWith(".") || first.includes("*")) return false;
    return [first, [first, ...others].join("/")].some((start) => lower.endsWith(`/${start}`));
  });
}

function toExpression({ pattern, end }: SensitiveName): RegExp {
  return new RegExp(`(?:^|/)${escape(pattern).replaceAll("\\*", "[^/]*")}${end}`, "i");
}

/** Returns an expression of the starts of names, or of their text after a star. */
function toPrefilter(names: readonly SensitiveName[]): RegExp {
  const starts = names.map(({ pattern }) => pattern.split("*"));
  const join = (parts: readonly string[]) => [...new Set(parts.map(escape))].join("|");
  // Most names begin with a dot, and few other names in a path do.
  const dotted = starts.flatMap(([start = ""]) => /^\.(?!$)/.test(start) ? [start.slice(1)] : []);
  const plain = starts.flatMap(([start = ""]) => /^[^.]/.test(start) ? [start] : []);
  const inner = starts.flatMap(([start, inner = ""]) =>
    start === "" || start === "." ? [inner] : []
  );
  return new RegExp(`(?:^|/)(?:\\.(?:${join(dotted)})|${join(plain)})|${join(inner)}`, "i");
}

function escape(text: string): string {
  return text.replace(/[.*+]/g, "\\$&");
}
