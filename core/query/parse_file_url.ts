/** A file that the URL of a page shows. */
export interface FileUrl {
  /** Path in the repository, at times with the last part of a branch's name in front. */
  readonly path: string;
  /** 1-based first line. */
  readonly line?: number;
  /** 1-based last line. */
  readonly endLine?: number;
}

/**
 * Where hosting sites have the path in their addresses. The name of a branch may hold slashes, and
 * where it ends cannot be told: it is taken for one segment, and what remains of it is in front of
 * the path.
 */
const URL_FORMS: readonly RegExp[] = [
  // GitLab: /group/project/-/blob/main/src/a.ts; Sourcegraph: /repo@ref/-/blob/src/a.ts
  /^[^/]+\/.+?@[^/]*\/-\/(?:blob|tree)\/(?<path>.+)$/,
  /^[^/]+\/.+?\/-\/(?:blob|tree|raw|blame)\/[^/]+\/(?<path>.+)$/,
  // Sourcehut: /~user/repo/tree/main/item/src/a.ts
  /^[^/]+\/~[^/]+\/[^/]+\/(?:tree|blob)\/.+?\/item\/(?<path>.+)$/,
  // GitHub: /owner/repo/blob/main/src/a.ts
  /^[^/]+\/[^/]+\/[^/]+\/(?:blob|tree|raw|blame|edit)\/[^/]+\/(?<path>.+)$/,
  /^raw\.githubusercontent\.com\/[^/]+\/[^/]+\/(?:refs\/heads\/)?[^/]+\/(?<path>.+)$/,
  // Gitea: /owner/repo/src/branch/main/src/a.ts; Bitbucket: /owner/repo/src/ref/src/a.ts
  /^[^/]+\/[^/]+\/[^/]+\/(?:src|raw)\/(?:branch|commit|tag)\/[^/]+\/(?<path>.+)$/,
  /^bitbucket\.org\/[^/]+\/[^/]+\/(?:src|raw)\/[^/]+\/(?<path>.+)$/,
  // Gitiles: /project/+/refs/heads/main/src/a.cc
  /^[^/]+\/.+?\/\+\/(?:refs\/heads\/)?[^/]+\/(?<path>.+)$/,
];

/** Azure DevOps has path and lines in the query. */
const QUERY_PATH_REGEXP = /[?&]path=(?<path>[^&#]+)/;
const QUERY_LINE_REGEXP = /[?&]line=(?<line>\d{1,15})(?:&lineEnd=(?<endLine>\d{1,15}))?/;

/** `#L10-L20`, `#L10C5-L20C6`, `#L10-20`, `#lines-10:20`, `?L10-20`, `#10`. */
const LINES_REGEXP =
  /[#?](?:L|lines-|n)?(?<line>\d{1,15})(?:C\d+)?(?:[-:]L?(?<endLine>\d{1,15})(?:C\d+)?)?$/;

/** Returns the file and lines that a URL of a hosting site shows, or undefined for another URL. */
export function parseFileUrl(url: string): FileUrl | undefined {
  const address = url.replace(/^https?:\/\//, "");
  const bare = address.replace(/[?#].*$/, "");
  const queried = QUERY_PATH_REGEXP.exec(address)?.groups?.path;
  const path = queried ?? URL_FORMS.map((form) => form.exec(bare)?.groups?.path)
    .find((found) => found !== undefined);
  if (path === undefined) return undefined;
  const lines = QUERY_LINE_REGEXP.exec(address)?.groups ?? LINES_REGEXP.exec(address)?.groups ?? {};
  const { line, endLine } = lines;
  return {
    path: decode(path).replace(/^\/+|\/+$/g, ""),
    ...(line === undefined ? {} : { line: Number(line) }),
    ...(endLine === undefined ? {} : { endLine: Number(endLine) }),
  };
}

/** Decodes `%20` and its like; what is not well formed stays as it is. */
function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
