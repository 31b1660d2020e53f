/**
 * Questions about several repositories: their names, leases on their indexes, one ranking and one budget.
 *
 * @module
 */

export { type NamedFolder, type NamedRepository, nameRepositories } from "./name_repositories.ts";
export { readWorkspaceFile } from "./read_workspace_file.ts";
export {
  type QuotaOptions,
  Workspace,
  type WorkspaceEngine,
  type WorkspaceMember,
  type WorkspaceSearchOptions,
} from "./workspace.ts";
