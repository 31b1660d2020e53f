import assert from "node:assert/strict";
import {
  findSensitiveFolder,
  findSensitiveName,
  findSensitiveNameBelow,
} from "./sensitive_names.ts";

const SENSITIVE: Readonly<Record<string, string>> = {
  keys:
    "tls/server.key AuthKey_1.p8 config/master.key a.pk8 a.agekey sops/age/keys.txt a.keytab a.jceks secring.gpg",
  variables:
    ".envrc .env-prod .env_local .dev.vars prod.tfvars a/x.auto.tfvars prod.tfvars.json local.settings.json",
  clusters: "kubeconfig a/KUBECONFIG prod.kubeconfig kubeconfig.yaml",
  mail: ".msmtprc .mailrc .fetchmailrc .muttrc .authinfo .authinfo.gpg .mbsyncrc",
  agents:
    ".codex/auth.json .claude/.credentials.json .claude.json .gemini/oauth_creds.json .local/share/opencode/auth.json",
  builds:
    ".m2/settings.xml .gradle/gradle.properties .nuget/NuGet.Config .composer/auth.json .cargo/credentials.toml",
  clouds:
    ".terraformrc .terraform.d/credentials.tfrc.json service-account-prod.json x-firebase-adminsdk-1.json a.publishsettings",
  people:
    ".mozilla/firefox/a/logins.json .config/google-chrome/a Library/Keychains/a.db .local/share/keyrings/a .config/hub",
  deployments:
    "prod.env deploy/staging.env .env~ .envrc.local .netrc.gpg prod-kubeconfig.yaml kubeconfig-prod .talos/config talosconfig",
  tools:
    ".snowflake/connections.toml .config/stripe/config.toml .config/netlify/config.json .cloudflared/a.json .jira.d/a.yml .curlrc",
  models:
    ".openai/key .config/anthropic/key .huggingface/token .kaggle/kaggle.json .copilot/config.json .aider.conf.yml",
  servers:
    "ssh_host_ed25519_key deploy_key github_rsa ci_ed25519 wireguard/wg1.conf wg0.conf sasl_passwd .mutt/muttrc",
  wallets: ".electrum/wallets/a .ethereum/keystore/a .solana/id.json .bitcoin/a.conf wallet.dat",
  machines:
    ".vnc/passwd .purple/accounts.xml key4.db logins.json login.keychain .zhistory .viminfo my-service-account.json serviceAccountKey.json",
  vaults: ".vault_pass.txt vault_password .vault-token a.kdbx a.ovpn",
};

Deno.test("findSensitiveName() finds the files and folders in which programs store secrets", () => {
  for (const [kind, paths] of Object.entries(SENSITIVE)) {
    for (const path of paths.split(" ")) {
      assert.notEqual(findSensitiveName(path), undefined, `${kind}: ${path}`);
      assert.notEqual(findSensitiveName(`a/b/${path.toUpperCase()}`), undefined, path);
    }
  }
});

Deno.test("findSensitiveName() ignores code, certificates and ambiguous names", () => {
  const paths = [
    "keyring.go tokens.key.ts key.ts src/keys/a.ts kubeconfig.go kubeconfig_test.go pkg/kubeconfig/load.go",
    "locales/en/auth.json auth.json settings.xml config/settings.xml gradle.properties NuGet.Config",
    "ca.crt server.der server.csr id.asc KEYS .yarnrc.yml envrc.md tfvars.go variables.tf service_account.go",
    "service_account.ts serviceaccount.json passwords.ts vault_pass.py docs/vault.md muttrc.vim keys.txt",
    "age/parse.go .config/nvim/init.lua .local/bin/a .codex/config.toml .claude/settings.json Library/a.cs",
    "hub/a.go op/a.go gh/a.go .devcontainer/devcontainer.json wp-config.php .gitconfig",
  ].join(" ").split(" ");
  for (const path of paths) assert.equal(findSensitiveName(path), undefined, path);
});

Deno.test("findSensitiveName() includes the last names of the root", () => {
  assert.equal(findSensitiveName("gh/hosts.yml", "/home/a/.config"), ".config/gh/");
  assert.equal(findSensitiveName("share/keyrings/x", "/home/a/.local"), ".local/share/keyrings/");
  assert.equal(findSensitiveName("keyrings/x", "/home/a/.local/share"), ".local/share/keyrings/");
  assert.equal(findSensitiveName("config.json", "/home/a/.docker"), ".docker/config.json");
  assert.equal(findSensitiveName("auth.json", "/home/a/.codex"), ".*/auth.json");
  assert.equal(findSensitiveName("gh/hosts.yml", "/home/a/config"), undefined);
  // A project may be named after secrets.
  assert.equal(findSensitiveName("src/a.ts", "/home/a/secret-santa"), undefined);
});

Deno.test("findSensitiveFolder() and findSensitiveNameBelow() find folders of programs, and no projects", () => {
  for (
    const folder of ["/home/a/.ssh", "/x/.AWS/sso/cache", "/a/.kube", "/a/.config/gcloud/logs"]
  ) {
    assert.notEqual(findSensitiveFolder(folder), undefined, folder);
  }
  for (
    const folder of ["/home/a/.config", "/home/a/.docker", "/a/.local/share", "/a/.local", "/a/.m2"]
  ) {
    assert.equal(findSensitiveFolder(folder), undefined, folder);
    assert.notEqual(findSensitiveNameBelow(folder), undefined, folder);
  }
  for (
    const folder of [
      "/a/secrets",
      "/a/.config/nvim",
      "/a/Library",
      "/a/docker",
      "/a/.vim",
      "/a/.dotfiles",
      "/a/age",
    ]
  ) {
    assert.equal(findSensitiveFolder(folder) ?? findSensitiveNameBelow(folder), undefined, folder);
  }
});
