import { z } from 'zod';
import { kid, personal, streamName } from './shared.js';

const mailbox = z.object({ name: z.string().nullable(), address: z.string() });

const emailContent = z.object({
  from: mailbox,
  replyTo: z.array(mailbox),
  subject: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  tags: z.array(z.object({ name: z.string(), value: z.string() })),
});

export const bodyReference = z.object({ blobId: z.string(), kid, sizeBytes: z.number(), digest: z.string() });

const attachment = z.object({
  id: z.string(),
  contentBytes: z.number(),
  content: bodyReference,
  detail: personal(
    z.object({ filename: z.string().nullable(), contentType: z.string(), contentId: z.string().nullable() }),
  ),
});

export const acceptedEmail = z.object({
  submission: streamName.nullable(),
  domainId: z.string(),
  messageId: z.string(),
  retryClass: z.enum(['transactional', 'standard', 'bulk']),
  sandbox: z.boolean(),
  content: personal(emailContent),
  contentAddressHashes: z.array(z.string()).default([]),
  recipients: z.array(
    z.object({
      role: z.enum(['to', 'cc', 'bcc']),
      destination: z.string(),
      addressHash: z.string().nullable().default(null),
      mailbox: personal(mailbox),
    }),
  ),
  body: bodyReference,
  attachments: z.array(attachment).default([]),
  scheduledAt: z.string().nullable().default(null),
});

export const acceptAbandoned = z.object({ reason: z.enum(['append-unknown', 'orphan-sweep']) });
