import { findDocumentTitle, type MomentContext } from "./core/mod.ts";
import { readKnowledgeBody } from "./knowledge_file.ts";
import type { LoadedManifest } from "./read_context_manifest.ts";
import type { SourceContext } from "./resolve_source.ts";
import { blockIgnored, DEFAULT_GRANTS, findMarkdownNames, readTierFile } from "./tier_files.ts";

/** Returns the context that sessions of a project get without a request. */
export async function readMomentContext(
  { form, manifest }: LoadedManifest,
  context: SourceContext,
): Promise<MomentContext> {
  const { root, state: { active: [current], text } } = context;
  const read = async (path: string): Promise<string | undefined> => {
    const read = await readTierFile(`${form.folder}/${path}`, DEFAULT_GRANTS, context);
    const [piece] = await blockIgnored([read], context);
    return piece !== undefined && "text" in piece ? piece.text : undefined;
  };
  const names = findMarkdownNames(root, `${form.folder}/knowledge`);
  const knowledge = (await Promise.all(names.map(async (name) => {
    const text = await read(`knowledge/${name}`);
    return text === undefined
      ? []
      : [{ name: name.slice(0, -".md".length), text: readKnowledgeBody(text) }];
  }))).flat();
  const [workflow, worktree, restore] = await Promise.all(
    ["workflow.md", "worktree.json", "context-restore.md"].map(read),
  );
  return {
    knowledge,
    ...(workflow === undefined ? {} : { workflow }),
    ...(worktree === undefined ? {} : { worktree }),
    ...(restore === undefined ? {} : { restore }),
    uris: [...manifest.identity.sources, ...manifest.workflow.sources].map(({ uri }) => uri),
    ...(current === undefined ? {} : { activeRfc: findDocumentTitle(text) ?? current.path }),
  };
}
