import { type CheckedEmail, recipientsOf } from './prepare-email.js';

/** What any mail takes, and each of its recipients. */
const ofMail = 2_500;
const ofRecipient = 1_000;

/** What the preparing and the encoding of a mail take, as `inTurns` counts it. Contents of attachments take turns of their own. */
export function effortOf({ email }: Pick<CheckedEmail, 'email'>): number {
  let characters = email.subject.length;
  for (const { name, value } of email.tags) characters += name.length + value.length;
  if (!('emailId' in email)) {
    characters += (email.html?.length ?? 0) + (email.text?.length ?? 0);
    for (const [name, value] of email.headers) characters += name.length + value.length;
  }
  return ofMail + ofRecipient * recipientsOf(email).length + characters;
}
