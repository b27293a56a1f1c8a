import { email } from './email';
import { emailStates } from './email-states';

const states: Readonly<Record<string, string>> = emailStates;

/** `Bounced`, or of many `5 of 36 recipients bounced`. */
const counted =
  (one: string, many: string) =>
  (count: number, all: number): string =>
    all === 1 ? one : `${count === all ? `All ${all}` : `${count} of ${all}`} recipients ${many}`;

const titles: Readonly<Record<string, (count: number, all: number) => string>> = {
  bounced: counted('Bounced: the recipient’s server rejected it', 'bounced'),
  failed: counted('Failed: it was not delivered', 'failed'),
  suppressed: counted('Not sent: the recipient is suppressed', 'were suppressed: not sent to them'),
  complained: counted('Delivered, then marked as spam', 'marked it as spam'),
  delivery_delayed: counted('Delayed: it will be tried again', 'are delayed: they will be tried again'),
  outcome_unknown: counted('Outcome unknown: it may have arrived', 'have an unknown outcome'),
  delivered: counted('Delivered', 'got it'),
  scheduled: () => 'Scheduled: it has not been sent yet',
  canceled: () => 'Canceled: it was not sent',
};

/** What to do, by what the reply was judged to be: the codes of `reply-kinds.ts`. */
const byKind: Readonly<Record<string, string>> = {
  'no-mailbox': 'Check the address for typos. If it is right, the mailbox is gone: stop sending to it.',
  'no-domain': 'Check the part after the @ for typos. If it is right, the domain takes no email.',
  inactive: 'Ask the recipient for another address: this mailbox is no longer in use.',
  'mailbox-full': 'Reach the recipient another way, and send it again later.',
  restricted: 'Ask the recipient to allow your address.',
  'too-large': 'Send it again with smaller attachments, or link to them.',
  attachment: 'Remove the attachment or send it in another format, or link to it.',
  content: 'Change the links and the wording: a spam filter rejected this content.',
  reputation:
    'Look up the IP address of this server and the sending domain on the named blocklist and ask for removal.',
  policy: 'Read the server’s text above; it usually names the rule. Check SPF, DKIM and DMARC of the domain.',
  rate: 'Send more slowly to this domain.',
  'too-many-recipients': 'Send it to fewer recipients at once.',
  identity: 'Set a PTR record for the IP address of this server that matches its HELO name.',
  'tls-required': 'Check that this server can start TLS with the recipient’s server: see the SMTP conversation.',
  config: 'Check the settings of this server and the records of the sending domain.',
  passing: 'Send it again later.',
  route: 'Check the MX records of the recipient’s domain.',
  'no-reply': 'Check that this server can open connections to port 25, and that the recipient’s server is up.',
};

/** Before the cause, where that is not the word of the status. */
const starts: Readonly<Record<string, string>> = { suppressed: 'Not sent' };

export const verdict = {
  titles,
  byKind,
  byReason: {
    'too-large': 'Shorten the template or its values, then send it again.',
    'domain-deleted': 'Add the sending domain again, then send it again.',
    unsubscribed: 'Nothing to do: the recipient said no to it, and is not written to about it.',
    'not-subscribed': 'Ask the recipient to subscribe first: the topic is only for those who said yes.',
    dropped: 'It was dropped from the queue. Send it again if it is still needed.',
  } as Readonly<Record<string, string>>,
  byStatus: {
    complained: 'Don’t send marketing email to this person again, and make unsubscribing easy.',
    delivery_delayed: 'Nothing to do: retries are automatic.',
    outcome_unknown: 'Ask the recipient before you send it again: it may arrive twice.',
    suppressed: 'Remove the suppression only if the address works again or the person agrees, then send it again.',
  } as Readonly<Record<string, string>>,
  reasons: email.reasons as Readonly<Record<string, string>>,
  /** `Bounced: this mailbox does not exist`. */
  because: (status: string, cause: string) => `${starts[status] ?? states[status] ?? status}: ${cause}`,
  sentence: (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`,
  others: (counts: readonly (readonly [count: number, status: string])[]) =>
    `Others: ${counts.map(([count, status]) => `${count} ${(states[status] ?? status).toLowerCase()}`).join(', ')}.`,
  badge: (count: number, all: number, state: string) => `${count} of ${all} ${state.toLowerCase()}`,
  seeTalk: 'View SMTP conversation',
  nowSuppressed: (addresses: readonly string[]) =>
    addresses.length === 1
      ? `${addresses[0]} is now suppressed: we won’t send to it again.`
      : `${addresses.length} addresses are now suppressed: we won’t send to them again.`,
  heldBy: (address: string, reason: string) => `${address} is suppressed: ${reason}.`,
  origins: { bounce: 'it bounced', complaint: 'the recipient reported spam', manual: 'added manually' } as Readonly<
    Record<string, string>
  >,
  since: 'Since',
  suppress: 'Suppress address',
  suppressed: (address: string) => `${address} is suppressed`,
  unsuppress: 'Remove suppression',
  unsuppressNamed: (address: string) => `Remove suppression of ${address}`,
  viewSuppression: 'View suppression',
  viewSuppressions: 'View suppressions',
  causedBy: 'View the email that caused it',
} as const;
