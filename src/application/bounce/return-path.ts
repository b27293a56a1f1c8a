const local = /^bounce-([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;

/**
 * Where bounces of an email go: an address of its own. The id of an email is random enough that only who was sent it
 * knows its return path.
 */
export function returnPathOf(emailId: string, host: string): string {
  return `bounce-${emailId.replaceAll('-', '')}@${host}`;
}

/** The email whose return path this is, whatever its case; undefined where it is none. */
export function emailOfReturnPath(address: string): { readonly emailId: string; readonly host: string } | undefined {
  const at = address.lastIndexOf('@');
  const found = local.exec(address.slice(0, Math.max(0, at)).toLowerCase());
  if (found === null) return undefined;
  return { emailId: found.slice(1).join('-'), host: address.slice(at + 1).toLowerCase() };
}
