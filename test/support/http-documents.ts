import { unverified } from '../../src/domain/sending-domain/verification.js';
import { domainDocumentOf } from './domain-facts.js';
import { kidOf } from '../../src/domain/shared/personal.js';
import type { Position } from '../../src/domain/shared/recorded.js';
import type { ApiKeyDocument } from '../../src/projections/api-keys/api-keys.projection.js';
import type { DomainDocument } from '../../src/projections/domains/domains.document.js';
import type { TimelineEntry } from '../../src/projections/emails/email-timeline.js';
import type { EmailDocument } from '../../src/projections/emails/emails.document.js';

export const teamId = '0198c0de-0000-7000-8000-000000000001';
export const emailId = '0198c0de-0000-7000-8000-000000000002';
export const domainId = '0198c0de-0000-7000-8000-000000000003';
export const apiKeyId = '0198c0de-0000-7000-8000-00000000000a';
export const absentId = '0198c0de-0000-7000-8000-0000000000ff';

export const emailDocument: EmailDocument = {
  id: emailId,
  teamId,
  kind: 'transactional',
  messageId: '<0198c0de@posthorn.test>',
  domainId,
  sandbox: true,
  retryClass: 'standard',
  from: 'Sender <sender@posthorn.test>',
  to: ['delivered@posthorn.test'],
  cc: [],
  bcc: ['hidden@posthorn.test'],
  replyTo: [],
  subject: 'Hello',
  apiKeyId: null,
  tokens: [],
  tags: [{ name: 'kind', value: 'welcome' }],
  createdAt: '2026-01-02T03:04:05.678Z',
  scheduledAt: null,
  lastEvent: 'delivered',
  recipients: [
    {
      recipient: 0,
      role: 'to',
      address: 'delivered@posthorn.test',
      status: 'delivered',
      lastReply: { code: 250, enhancedCode: '2.0.0', text: '2.0.0 Ok' },
      at: '2026-01-02T03:04:06.000Z',
    },
    {
      recipient: 1,
      role: 'bcc',
      address: 'hidden@posthorn.test',
      status: 'queued',
      lastReply: null,
      at: '2026-01-02T03:04:05.678Z',
    },
  ],
  body: { blobId: emailId, kid: kidOf(emailId, 0), sizeBytes: 10, digest: '00' },
  attachments: [],
  erased: false,
};

export const timelineEntry: TimelineEntry = {
  id: '0198c0de-0000-7000-8000-000000000010',
  type: 'EmailDelivered',
  at: '2026-01-02T03:04:06.000Z',
  actor: { kind: 'system', id: 'worker' },
  recipients: [0],
  summary: 'Delivered to recipient 0: 250 2.0.0 Ok',
  reply: {
    step: 'dot',
    code: 250,
    enhancedCode: '2.0.0',
    text: '2.0.0 Ok',
    host: 'mx.posthorn.test',
    conversation: null,
  },
  position: '00000001' as Position,
};

export const domainDocument: DomainDocument = {
  ...domainDocumentOf(domainId, teamId),
  region: 'us-east-1',
  origin: 'preverified',
  status: 'verified',
  verification: { ...unverified('2026-01-02T03:04:05.678Z'), vouched: true },
  dkim: [
    { selector: 'ph1', algorithm: 'rsa-sha256', role: 'active', since: '2026-01-02T03:04:05.678Z', publicKey: 'MIIB' },
  ],
};

export const apiKeyDocument: ApiKeyDocument = {
  id: apiKeyId,
  teamId,
  name: 'Production',
  permission: 'full_access',
  domainId: null,
  createdAt: '2026-01-02T03:04:05.678Z',
  expiresAt: null,
  lastUsedAt: null,
  tokenStart: null,
  createdBy: { kind: 'system', id: 'server' },
  replacedBy: null,
};

/** The smallest request that sends a mail. */
export const smallEmail = {
  from: 'sender@posthorn.test',
  to: 'delivered@posthorn.test',
  subject: 'Hello',
  text: 'Hi',
} as const;
