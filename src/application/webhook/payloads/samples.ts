import { byContactWireName } from '../../../domain/shared/contact-fields.js';
import type {
  ContactData,
  DomainData,
  EmailData,
  MessageType,
  Payload,
  PayloadData,
  SuppressionData,
  TopicData,
} from './payload.js';

/*
 * What a test is sent: shaped as the real thing is, about things that do not exist. Names of RFC 2606, ids that no
 * server makes.
 */

const emailId = '00000000-0000-7000-8000-000000000001';
const domainId = '00000000-0000-7000-8000-000000000002';
const teamId = '00000000-0000-7000-8000-000000000007';
const contactId = '00000000-0000-7000-8000-000000000004';
const segmentId = '00000000-0000-7000-8000-000000000005';
const topicId = '00000000-0000-7000-8000-000000000006';
const suppressionId = '00000000-0000-7000-8000-000000000003';

/** The data of a message of this type, as of this time (ISO 8601). */
export function samplePayload(type: MessageType, at: string): Payload {
  // The table pairs each type with its own data; indexing with a union loses that.
  return { type, data: samplesAt(at)[type], subject: { emailId: null, domainId: null, tags: [] } } as Payload;
}

function samplesAt(at: string): PayloadData {
  const email: EmailData = {
    email_id: emailId,
    created_at: at,
    message_id: '<sample@example.com>',
    from: 'Shop <orders@example.com>',
    to: ['customer@example.net'],
    subject: 'A sample',
    tags: { kind: 'sample' },
  };
  const visit = {
    ipAddress: '192.0.2.1',
    timestamp: at,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    judged: 'person',
  } as const;
  const diagnosticCode = ['smtp; 550 5.1.1 user unknown'];
  const domain: DomainData = {
    id: domainId,
    name: 'example.com',
    status: 'verified',
    created_at: at,
    region: 'us-east-1',
    records: [
      {
        record: 'DKIM',
        name: 'posthorn._domainkey',
        type: 'TXT',
        ttl: 'Auto',
        status: 'verified',
        value: 'p=AAAA',
      },
    ],
  };
  const contact: ContactData = {
    id: contactId,
    audience_id: teamId,
    segment_ids: [segmentId],
    created_at: at,
    updated_at: at,
    email: 'customer@example.net',
    ...byContactWireName(() => null),
    first_name: 'Sample',
    unsubscribed: false,
  };
  const suppression: SuppressionData = {
    id: suppressionId,
    email: 'customer@example.net',
    origin: 'bounce',
    source_id: emailId,
    created_at: at,
  };
  const topic: TopicData = {
    id: topicId,
    name: 'Product news',
    description: null,
    default_subscription: 'opt_in',
    deleted: false,
    created_at: at,
    updated_at: at,
  };
  return {
    'email.sent': email,
    'email.scheduled': email,
    'email.delivered': email,
    'email.delivery_delayed': email,
    'email.complained': email,
    'email.bounced': {
      ...email,
      bounce: {
        type: 'Permanent',
        subType: 'NoEmail',
        message: "The recipient's email provider sent a hard bounce message: 550 5.1.1 user unknown",
        diagnosticCode,
      },
    },
    'email.failed': { ...email, failed: { reason: 'retries-exhausted' } },
    'email.suppressed': {
      ...email,
      suppressed: {
        type: 'OnAccountSuppressionList',
        message: 'The address is on the suppression list, since an email to it bounced.',
        reason: 'previous_bounce',
        diagnosticCode,
      },
    },
    'email.opened': { ...email, open: visit },
    'email.clicked': { ...email, click: { ...visit, link: 'https://example.com/orders' } },
    'contact.created': contact,
    'contact.updated': contact,
    'contact.deleted': contact,
    'contact.topics.updated': { email: contact.email, topics: [{ id: topicId, subscription: 'opt_out' }] },
    'domain.created': { ...domain, status: 'not_started' },
    'domain.updated': domain,
    'domain.deleted': domain,
    'suppression.added': suppression,
    'suppression.removed': suppression,
    'topic.created': topic,
    'topic.updated': topic,
    'topic.deleted': { ...topic, deleted: true },
  };
}
