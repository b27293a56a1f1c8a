import type { Mailbox } from '../../domain/shared/mailbox.js';
import { domainOfAddress } from '../../domain/shared/mailbox.js';
import type { Cause } from '../../domain/shared/recorded.js';
import { streamName } from '../../domain/shared/stream-name.js';
import type { SendingDomains } from '../sending-domain/sending-domains.js';
import { acceptSubmission, type AcceptPorts, type CheckedSubmission } from '../submission/accept-submission.js';
import type { CompleteEmail } from '../submission/prepare-email.js';

/** Mail of the installation itself, to its operators and to people of its teams. */
export interface Notice {
  /** The mail is this team's: it stands in its list of mails, and its API keys can read it. */
  readonly teamId: string;
  /** Addresses as mailboxes have them: domains in A-labels, lower case. */
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** What it tells of: one notice for each. */
  readonly cause: { readonly eventId: string; readonly position?: Cause['position'] };
}

/** `no-recipients`: no address is configured. `sender`: the domain of the sender may not send. */
export type UnsentWhy = 'no-recipients' | 'sender';

export interface NoticePorts extends AcceptPorts {
  readonly domains: Pick<SendingDomains, 'verified'>;
  readonly notices: NoticeSettings;
}

export interface NoticeSettings {
  readonly from: Mailbox;
  /** For the log: ids, and no address. */
  readonly onUnsent: (unsent: { readonly teamId: string; readonly eventId: string; readonly why: UnsentWhy }) => void;
}

/**
 * Accepts one mail. Its id is derived from the cause, so that a crash, a second process or a redelivered cause repeats
 * nothing: true means that it is accepted, now or before. False: it cannot be sent as things are. Rejects where the
 * engines do not write; then the caller asks again.
 */
export async function sendNotice(ports: NoticePorts, notice: Notice): Promise<boolean> {
  const { teamId, to, cause } = notice;
  const emailId = ports.ids.derived(cause.eventId, noticeIndex);
  // Under a key, what was accepted is remembered for a day; its own stream is there for longer.
  if (await wasAccepted(ports, emailId)) return true;
  const unsent = (why: UnsentWhy): false => {
    ports.notices.onUnsent({ teamId, eventId: cause.eventId, why });
    return false;
  };
  if (to.length === 0) return unsent('no-recipients');
  const { from } = ports.notices;
  // The operator chose the sender for every team.
  const domain = await ports.domains.verified(null, domainOfAddress(from.address));
  if (domain === undefined) return unsent('sender');
  const context = { teamId, actor: { kind: 'system', id: 'notice' }, correlationId: cause.eventId } as const;
  const checked: CheckedSubmission = {
    kind: 'single',
    emails: [{ email: mailOf(notice, from), domain, emailId }],
    errors: [],
    causedBy: { id: cause.eventId, position: cause.position ?? null },
  };
  const key = { key: emailId, method: 'NOTICE', path: 'message', payload: null } as const;
  // No quota of a team keeps its notices back.
  const answer = await acceptSubmission<never>({ ...ports, quotas: null }, context, key, async () => checked);
  if ('refused' in answer) throw new Error(`a notice was not accepted: ${answer.refused}`);
  return true;
}

/** One notice for each cause. */
const noticeIndex = 0;

/** Also where it was removed since, because it was old. */
async function wasAccepted({ store }: Pick<NoticePorts, 'store'>, emailId: string): Promise<boolean> {
  const stream = streamName('email', emailId);
  const [opening] = await store.readStream(stream, { limit: 1 });
  return opening !== undefined || (await store.removalOf(stream)) !== undefined;
}

function mailOf({ to, subject, text }: Notice, from: Mailbox): CompleteEmail {
  return {
    from,
    to: to.map((address) => ({ name: null, address })),
    cc: [],
    bcc: [],
    replyTo: [],
    subject,
    text,
    // RFC 3834 §5: no machine is to answer it.
    headers: [['Auto-Submitted', 'auto-generated']],
    tags: [],
    retryClass: 'standard',
    attachments: [],
  };
}
