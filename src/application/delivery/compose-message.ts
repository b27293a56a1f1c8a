import { reveal } from '../../domain/shared/personal.js';
import type { AcceptedAttachment, RecipientRole } from '../../domain/shared/accepted-email.js';
import type { RecipientLinkName } from '../../domain/template/recipient-links.js';
import type { MergeValues } from '../../domain/template/merge.js';
import type { KeyRing } from '../ports/event-codec.js';
import type { Attachment, EmailBody } from '../ports/mail-composer.js';
import type { OutgoingTransaction } from '../ports/mail-transport.js';
import { openBody } from '../shared/sealed-body.js';
import { trackedBody, type TrackedMail, trackerOf } from '../tracking/track-body.js';
import type { Attempt } from './attempt.js';
import type { DeliveryPorts } from './delivery-ports.js';
import { MailHeld } from './mail-held.js';
import { signRawMessage } from './sign-raw-message.js';

/**
 * The whole signed message: the same bytes for every recipient and every attempt, but for the ways to leave and tracked
 * links, which are each recipient's own. What is composed here has no 8-bit content; what came as it is may, and then
 * also has a form without. `recipient`: the one that it goes to, where it goes to no other.
 */
export async function composeMessage(
  ports: DeliveryPorts,
  keyRing: KeyRing,
  attempt: Attempt,
  waysToLeave: readonly (readonly [name: string, value: string])[] = [],
  recipient: number | null = null,
): Promise<Pick<OutgoingTransaction, 'message' | 'inSevenBits'>> {
  const { accepted, emailId, startsAt, provenance } = attempt;
  const { teamId } = provenance.context;
  const content = reveal(accepted.content);
  const bodyKey = keyRing.get(accepted.body.kid);
  if (content === undefined || bodyKey?.state !== 'present') throw new MailHeld('the email cannot be decrypted');
  const { raw } = accepted;
  // An untracked link still leads to its target.
  const isTracked = ports.linkTrouble == null || accepted.sandbox;
  const mail = { emailId, teamId, accepted: isTracked ? accepted : { ...accepted, tracking: undefined }, recipient };
  if (raw !== null) {
    const track = await trackerOf(ports, keyRing, mail);
    return signRawMessage(ports, attempt, { raw, key: bodyKey.key, added: waysToLeave, track });
  }
  const [bytes, signingKeys] = await Promise.all([
    ports.blobs.get(accepted.body.blobId),
    ports.domains.signingKeys(accepted.domainId),
  ]);
  if (bytes === undefined) throw new MailHeld('the body is not in the vault');
  if (signingKeys.length === 0) throw new MailHeld('the domain has no signing key');
  const shown = (role: RecipientRole) =>
    accepted.recipients.flatMap((recipient) => (recipient.role === role ? (reveal(recipient.mailbox) ?? []) : []));
  const body = await openBody(ports.sealer, accepted.body.kid, bodyKey.key, bytes);
  const frame = accepted.template ?? accepted.broadcast;
  const filled = async (): Promise<EmailBody> =>
    frame === undefined ? body : ports.templates.fill(frame.content, body, ownLinks(ports, mail, waysToLeave));
  const message = await ports.composer.compose({
    messageId: accepted.messageId,
    date: startsAt,
    content: {
      ...content,
      headers: [
        ...content.headers,
        ...waysToLeave.map(([name, value]): [string, string] => [name, value]),
        ...listFields(ports, accepted.subscription?.topicId ?? null, content.headers),
      ],
    },
    to: shown('to'),
    cc: shown('cc'),
    body: await trackedBody(
      ports,
      keyRing,
      { ...mail, frame: frame && (await ports.templates.frame(frame.content, body)) },
      await filled(),
    ),
    attachments: await openAttachments(ports, keyRing, accepted.attachments),
    signingKeys,
  });
  return { message };
}

/** None where the sender named a list. */
function listFields(
  { listId }: Pick<DeliveryPorts, 'listId'>,
  topicId: string | null,
  headers: readonly (readonly [name: string, value: string])[],
): readonly [string, string][] {
  const isNamed = headers.some(([name]) => name.toLowerCase() === 'list-id');
  const id = topicId === null || isNamed ? undefined : listId(topicId);
  return id === undefined ? [] : [['List-Id', id]];
}

/** The recipient's own links, for the body. Other emails than broadcasts may have variables with the latter names. */
function ownLinks(
  { copyUrl, preferencesUrl }: Pick<DeliveryPorts, 'copyUrl' | 'preferencesUrl'>,
  { emailId, accepted, recipient }: Pick<TrackedMail, 'emailId' | 'recipient'> & Pick<Attempt, 'accepted'>,
  waysToLeave: readonly (readonly [name: string, value: string])[],
): MergeValues {
  const [, field] = waysToLeave.find(([name]) => name === 'List-Unsubscribe') ?? [];
  const url = field?.replace(/^<|>$/g, '');
  const isOwnBroadcast = accepted.broadcast !== undefined && recipient !== null;
  const links: Readonly<Record<RecipientLinkName, string | undefined>> = {
    UNSUBSCRIBE_URL: url,
    RESEND_UNSUBSCRIBE_URL: url,
    PREFERENCES_URL: isOwnBroadcast && url !== undefined ? preferencesUrl(emailId, recipient) : undefined,
    VIEW_IN_BROWSER_URL: isOwnBroadcast ? copyUrl(emailId, recipient) : undefined,
  };
  return Object.fromEntries(
    Object.entries(links).flatMap(([name, link]) => (link === undefined ? [] : [[name, link]])),
  );
}

/** One after the other: together they may be large. */
async function openAttachments(
  { blobs, sealer }: Pick<DeliveryPorts, 'blobs' | 'sealer'>,
  keyRing: KeyRing,
  attachments: readonly AcceptedAttachment[],
): Promise<readonly Attachment[]> {
  const opened: Attachment[] = [];
  for (const { content, detail } of attachments) {
    const shown = reveal(detail);
    const key = keyRing.get(content.kid);
    if (shown === undefined || key?.state !== 'present') throw new MailHeld('an attachment cannot be decrypted');
    const bytes = await blobs.get(content.blobId);
    if (bytes === undefined) throw new MailHeld('an attachment is not in the vault');
    opened.push({ ...shown, content: await sealer.openContent(content, key.key, bytes) });
  }
  return opened;
}
