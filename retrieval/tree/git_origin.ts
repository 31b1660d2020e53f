import { findCommonFolder, readGitText } from "./git_folder.ts";

/** The address of the remote repository `origin` in a configuration of git. */
const ORIGIN_REGEXP = /^\s*\[remote "origin"\]\s*$(?:\n(?!\s*\[).*)*?\n\s*url\s*=\s*(.+?)\s*$/m;

/** `https://user@host:port/path`, and `user@host:path` as git writes it for ssh. */
const URL_REGEXP = /^(?:[a-z+]+:\/\/)?(?:[^@/]*@)?([^/:]+)(?::\d+)?[/:](.+?)(?:\.git)?\/*$/i;

/**
 * Returns what the remote repository `origin` of a repository is called, whatever the way to it, such as
 * `github.com/owner/name`; undefined where there is none, or it has no host.
 *
 * @param folder As `findGitFolder` gives it.
 */
export function findOrigin(folder: string): string | undefined {
  const config = readGitText(`${findCommonFolder(folder)}/config`) ?? "";
  const url = ORIGIN_REGEXP.exec(config)?.[1];
  const [, host, path] = url === undefined ? [] : URL_REGEXP.exec(url) ?? [];
  return host === undefined ? undefined : `${host.toLowerCase()}/${path}`;
}
