import { type ExcludedPath, runGit } from "../../tree/mod.ts";

/** Fields that git tells of an ignored path: source, line, pattern, path. */
const FIELDS = 4;

/**
 * Returns what git ignores below `root`, files and whole folders, each with the line that says so; nothing
 * where there is no git work tree or no git.
 *
 * @param root Absolute path of a folder in a work tree, its root or not.
 * @param most Most paths that are returned.
 */
export async function listGitIgnored(root: string, most: number): Promise<readonly ExcludedPath[]> {
  const listed = await run(root, ["ls-files", "-z", "-oi", "--exclude-standard", "--directory"]);
  const paths = listed.split("\0").filter((path) => path !== "").slice(0, most);
  if (paths.length === 0) return [];
  const told = await run(root, ["check-ignore", "-v", "-z", "--stdin"], paths.join("\0"));
  const fields = told.split("\0");
  const ignored: ExcludedPath[] = [];
  for (let at = 0; at + FIELDS <= fields.length; at += FIELDS) {
    const [source = "", line = "", pattern = "", path = ""] = fields.slice(at, at + FIELDS);
    ignored.push({ path, rule: { kind: "ignored", origin: `${source}:${line}`, pattern } });
  }
  return ignored;
}

/** Returns what a git command prints; nothing where it fails. */
async function run(root: string, args: readonly string[], input?: string): Promise<string> {
  const ran = await runGit(root, args, { input });
  return ran.kind === "done" ? ran.output : "";
}
