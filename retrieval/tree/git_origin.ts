import { findCommonFolder, readGitText } from "./git_folder.ts";

/** Address of the remote repository `origin` in a git configuration. */
const ORIGIN_REGEXP = /^\s*\[remote "origin"\]\s*$(?:\n(?!\s*\[).*)*?\n\s*url\s*=\s*(.+?)\s*$/m;

/** Address such as `https://user@host:port/path`, or `user@host:path` as git writes it for ssh. */
const URL_REGEXP = /^(?:[a-z+]+:\/\/)?(?:[^@/]*@)?([^/:]+)(?::\d+)?[/:](.+?)(?:\.git)?\/*$/i;

/**
 * Returns the host and path of the remote repository `origin`, without the protocol, such as
 * `github.com/owner/name`; undefined when there is none, or it has no host.
 *
 * @param folder Git folder, as `findGitFolder` returns it.
 */
export function findOrigin(folder: string): string | undefined {
  const config = readGitText(`${findCommonFolder(folder)}/config`) ?? "";
  const url = ORIGIN_REGEXP.exec(config)?.[1];
  const [, host, path] = url === undefined ? [] : URL_REGEXP.exec(url) ?? [];
  return host === undefined ? undefined : `${host.toLowerCase()}/${path}`;
}
