import type { BodyReference } from '../../domain/shared/accepted-email.js';
import type { EmailReceived, ReceivedContent, ReceivedEvent } from '../../domain/received/events.js';
import type { PassedDomains, Verdicts } from '../../domain/shared/verdicts.js';
import { formatMailbox } from '../../domain/shared/mailbox.js';
import { erasedText, reveal } from '../../domain/shared/personal.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { idOf } from '../../domain/shared/stream-name.js';
import { emailTokens, filterToken } from '../emails/email-tokens.js';
import { foldStream } from '../shared/fold-stream.js';
import type { Projection } from '../shared/projection.js';

export type ReceivedAttachment = ReceivedContent['attachments'][number];

/** One email that came in. Mailboxes read `Name <address>` or the bare address. */
export interface ReceivedDocument {
  readonly id: string;
  readonly teamId: string;
  readonly domainId: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly replyTo: readonly string[];
  /** Addresses of the envelope. */
  readonly receivedFor: readonly string[];
  readonly subject: string;
  /** Null where it has none. */
  readonly messageId: string | null;
  /** Ids of the emails that it answers. */
  readonly references: readonly string[];
  readonly attachments: readonly ReceivedAttachment[];
  readonly body: BodyReference;
  readonly raw: EmailReceived['data']['raw'];
  /** Null where it was not checked. */
  readonly verdicts: Verdicts | null;
  /** Null where it was not checked, domains were not kept, or it was erased. */
  readonly passed: PassedDomains | null;
  /** What it is found by. */
  readonly tokens: readonly string[];
  /** Its key is destroyed: only when it came is known. */
  readonly erased: boolean;
}

export const receivedProjection: Projection<ReceivedEvent, ReceivedDocument> = {
  name: 'received',
  version: 3,
  categories: ['received'],
  handles: ['EmailReceived'],
  personal: true,
  documentsOf: 'received',
  fields: { teamId: 'text' },
  indexes: [['teamId', 'id']],
  search: { within: 'teamId', tokens: 'tokens' },
  keys: ({ stream }) => [idOf(stream)],
  evolve: (document, recorded, id) => document ?? received(recorded, id),
};

/** One received email, from its own stream (decrypted); undefined where there is none. */
export const foldReceived = (events: readonly Recorded[]): ReceivedDocument | undefined =>
  foldStream(receivedProjection, events);

const erasedContent: ReceivedContent = {
  sender: null,
  recipients: [],
  from: { name: null, address: erasedText },
  to: [],
  cc: [],
  replyTo: [],
  subject: erasedText,
  messageId: null,
  references: [],
  attachments: [],
};

function received({ event: { data }, metadata }: Recorded<ReceivedEvent>, id: string): ReceivedDocument {
  const known = reveal(data.content);
  const content = known ?? erasedContent;
  return {
    id,
    teamId: data.teamId,
    domainId: data.domainId,
    createdAt: metadata.time,
    from: content.from === null ? (content.sender ?? '') : formatMailbox(content.from),
    to: content.to.map(formatMailbox),
    cc: content.cc.map(formatMailbox),
    replyTo: content.replyTo.map(formatMailbox),
    receivedFor: content.recipients,
    subject: content.subject,
    messageId: content.messageId,
    references: content.references,
    attachments: content.attachments,
    body: data.body,
    raw: data.raw,
    verdicts: data.verdicts,
    passed: content.passed ?? null,
    tokens: known === undefined ? [] : tokensOf(id, known),
    erased: known === undefined,
  };
}

function tokensOf(id: string, content: ReceivedContent): readonly string[] {
  const { sender, recipients, from, to, cc, replyTo, subject, messageId, references } = content;
  const addresses = [...recipients, ...[...to, ...cc, ...replyTo].map(({ address }) => address)];
  const words = emailTokens({
    id,
    messageId: messageId ?? '',
    apiKeyId: null,
    sender: from?.address ?? sender,
    addresses,
    subject,
    tags: [],
    topicId: null,
    template: null,
  });
  const thread = [...(messageId === null ? [] : [messageId]), ...references];
  return [...new Set([...words, ...thread.map(threadToken)])].sort();
}

/** What all emails of a thread have that name this Message-ID. */
export const threadToken = (messageId: string): string => filterToken('thread', messageId);
