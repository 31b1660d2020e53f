const COMMON_MEMBERS: ReadonlySet<string> = new Set(
  ("add addEventListener all any append apply as_ref at bind call catch clear clone close collect concat connect contains " +
    "copy count create delete destroy dump dumps each emit encode decode end entries equals error every exec execute extend " +
    "fill filter finally find first flat flatMap flush fmt fold forEach format from get getName getReader " +
    "hasNext hash hashCode has has_key includes index indexOf info init insert isEmpty is_empty is_err is_none is_ok is_some " +
    "items iter iterator join key keys last len length list load lock log lower map match max " +
    "merge min name new next none now of off on once open parse pause peek poll pop post print push put read reduce " +
    "remove removeEventListener replace reset resume reverse run save search seek select send set setdefault shift size " +
    "slice some sort splice split start startsWith endsWith stop stream strip sub substring sum " +
    "swap take tell test then toList toString to_s to_string trim type unlock unwrap update upper " +
    "value values wait warn with write zip").split(" "),
);

/**
 * Returns whether the types of most languages have a member of that name from the start: lists, maps,
 * strings, files, promises. A call of one on something unknown says little about a definition of it.
 */
export function isCommonMember(name: string): boolean {
  return COMMON_MEMBERS.has(name);
}
