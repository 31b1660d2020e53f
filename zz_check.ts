import { checkPolicies, openPolicies, ParsedFiles } from "@dossier/retrieval/policy";
const files = new ParsedFiles();
for (let i=0;i<Number(Deno.args[1]??1);i++){
const t=performance.now();
const c = await checkPolicies(openPolicies({root:Deno.args[0]!, home:"/root"}, files));
console.log(c.profiles, c.knowledge, c.findings.length, performance.now()-t);
}
