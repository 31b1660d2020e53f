import { join } from "node:path";

/**
 * Creates a self-signed certificate for this machine, with its key in `key.pem` beside it, and
 * returns the path of its file; undefined without openssl.
 *
 * @param owner Owner of both files.
 */
export async function makeCertificate(
  folder: string,
  owner?: { readonly uid: number; readonly gid: number },
): Promise<string | undefined> {
  const path = join(folder, "certificate.pem");
  try {
    const { success, stderr } = await new Deno.Command("openssl", {
      args: [
        ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=dossier"],
        ...["-addext", "subjectAltName=IP:127.0.0.1"],
        ...["-keyout", join(folder, "key.pem"), "-out", path],
      ],
      cwd: "/",
      stdout: "null",
      stderr: "piped",
      ...owner,
    }).output();
    if (!success) throw new Error(`Cannot run openssl: ${new TextDecoder().decode(stderr).trim()}`);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
  await Deno.chmod(path, 0o644);
  return path;
}
