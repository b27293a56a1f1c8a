import { z } from 'zod';
import { kid, personal, streamNamed } from '../../../domain/shared/event.js';

const mailbox = z.object({ name: z.string().nullable(), address: z.string() });

const emailContent = z.object({
  from: mailbox,
  replyTo: z.array(mailbox),
  subject: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  tags: z.array(z.object({ name: z.string(), value: z.string() })),
});

export const bodyReference = z.object({ blobId: z.string(), kid, sizeBytes: z.number(), digest: z.string() });

const partPlace = z.object({
  start: z.number(),
  end: z.number(),
  encoding: z.enum(['identity', 'base64', 'quoted-printable']),
});
const textPlace = partPlace.extend({ charset: z.string() });

const rawMessage = z.object({
  sizeBytes: z.number(),
  eightBit: z.boolean(),
  utf8: z.boolean(),
  text: z.array(textPlace),
  html: z.array(textPlace),
  messageId: personal(z.string()).nullable(),
  dsn: personal(z.object({ ret: z.enum(['FULL', 'HDRS']).nullable(), envid: z.string().nullable() })).nullable(),
});

const attachment = z.object({
  id: z.string(),
  contentBytes: z.number(),
  content: bodyReference,
  detail: personal(
    z.object({ filename: z.string().nullable(), contentType: z.string(), contentId: z.string().nullable() }),
  ),
  part: partPlace.nullable().default(null),
});

export const acceptedEmail = z.object({
  submission: streamNamed.nullable(),
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
      dsn: personal(z.object({ notify: z.array(z.string()).nullable(), orcpt: z.string().nullable() }))
        .nullable()
        .default(null),
    }),
  ),
  body: bodyReference,
  attachments: z.array(attachment).default([]),
  scheduledAt: z.string().nullable().default(null),
  raw: rawMessage.nullable().default(null),
});

export const acceptAbandoned = z.object({ reason: z.enum(['append-unknown', 'orphan-sweep']) });
