import { z } from 'zod';
import type { FoundEmail } from '../../../../application/email/find-emails.js';
import { domainOfAddress } from '../../../../domain/shared/mailbox.js';
import { emailRow, emailTag, presentEmailRow } from '../../emails/emails.answers.js';
import type { Answer } from '../../openapi/operation.js';
import { id, searchedListOf } from '../../openapi/shared-schemas.js';

const foundEmail = emailRow.extend({
  tags: z.array(emailTag),
  api_key: z
    .strictObject({ id, name: z.string().nullable().describe('The name of the API key. Null if the key was deleted.') })
    .nullable()
    .describe(
      'The API key that sent the email. Null if the email was not sent with an API key, or if it was sent over SMTP.',
    ),
  domain: z.string().nullable().describe('The domain of the sender. Null if it was erased.'),
  recipient_count: z.int().min(0),
  last_event_count: z.int().min(0).describe('The number of recipients whose status is `last_event`.'),
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
