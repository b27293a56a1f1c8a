/** RFC 5322 §3.4 mailbox: an optional display name and an addr-spec whose domain is in A-labels, lower case. */
export interface Mailbox {
  readonly name: string | null;
  readonly address: string;
}

/** As the public API shows it: `Name <address>`, or the bare address. */
export function formatMailbox(mailbox: Mailbox): string {
  return mailbox.name === null ? mailbox.address : `${mailbox.name} <${mailbox.address}>`;
}

/** The part after the last `@`. */
export function domainOfAddress(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}
