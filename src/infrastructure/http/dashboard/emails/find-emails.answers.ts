import { z } from 'zod';
import type { FoundEmail } from '../../../../application/email/find-emails.js';
import { domainOfAddress } from '../../../../domain/shared/mailbox.js';
import { emailRow, emailTag, presentEmailRow } from '../../emails/emails.answers.js';
import type { Answer } from '../../openapi/operation.js';
import { id, searchedListOf } from '../../openapi/shared-schemas.js';

const foundEmail = emailRow.extend({
  tags: z.array(emailTag),
  api_key: z
    .strictObject({ id, name: z.string().nullable().describe('Null: the key is deleted.') })
    .nullable()
    .describe('Null: it was not sent with a key, or over SMTP.'),
  domain: z.string().nullable().describe('Of the sender; null: erased.'),
  recipient_count: z.int().min(0),
  last_event_count: z.int().min(0).describe('How many of its recipients have `last_event` as their status.'),
  attachment_count: z.int().min(0),
});
export const foundEmailList = searchedListOf(foundEmail);

export function presentFoundEmail({ email, apiKey }: FoundEmail): Answer<typeof foundEmail> {
  return {
    ...presentEmailRow(email),
    tags: email.tags,
    api_key: apiKey,
    domain: email.erased ? null : domainOfAddress(email.from.replace(/>$/, '')),
    recipient_count: email.recipients.length,
    last_event_count: email.recipients.filter(({ status }) => status === email.lastEvent).length,
    attachment_count: email.attachments.length,
  };
}
