import type * as z from "zod";
import { ROOT_NAME } from "../../schema/fields.ts";

/** Which of the served trees is meant, in fewer words as every tool has it. */
export const ROOT_FIELD: z.ZodString = ROOT_NAME.describe("Which root, where several are served");
