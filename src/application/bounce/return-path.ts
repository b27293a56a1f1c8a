/** The email that a return path belongs to, and the recipient, where the path is of one alone. */
export interface ReturnPath {
  readonly emailId: string;
  readonly recipient: number | null;
}

const local = /^(?:bounce|abuse)-([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})(?:-(\d{1,4}))?$/;

/**
 * Where bounces go: an address of an email, or of one of its recipients, so that a bounce is known which names only the
 * place behind an alias. The id of an email is random enough that only who was sent it knows its return path.
 */
export function addressOfReturnPath({ emailId, recipient }: ReturnPath, host: string): string {
  const number = recipient === null ? '' : `-${recipient}`;
  return `bounce-${emailId.replaceAll('-', '')}${number}@${host}`;
}

/** What a complaint address begins with: of one email, or of all, where a receiver wants one address for all. */
export function isForComplaints(address: string): boolean {
  return /^(?:abuse-[0-9a-f-]{32,37}|complaints)@/i.test(address);
}

/** An address as only reports have it, whether or not there is such an email. */
export function isForReports(address: string): boolean {
  return isForComplaints(address) || returnPathIn(address) !== undefined;
}

/** Undefined where an address is no return path; its case does not matter. */
export function returnPathIn(address: string): ReturnPath | undefined {
  const found = local.exec(address.slice(0, Math.max(0, address.lastIndexOf('@'))).toLowerCase());
  if (found === null) return undefined;
  const [, ...parts] = found;
  const recipient = parts.pop();
  return { emailId: parts.join('-'), recipient: recipient === undefined ? null : Number(recipient) };
}
