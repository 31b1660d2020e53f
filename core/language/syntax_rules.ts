export { childrenOfType, field } from "./syntax_node.ts";
