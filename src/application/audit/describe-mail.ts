import type { AcceptedEmail } from '../../domain/shared/accepted-email.js';
import { formatMailbox } from '../../domain/shared/mailbox.js';
import { erasedText, reveal } from '../../domain/shared/personal.js';

/** Who wrote what to whom, as far as it can still be read. */
export function describeMail({ content, recipients }: AcceptedEmail): string {
  const revealed = reveal(content);
  const from = revealed === undefined ? erasedText : formatMailbox(revealed.from);
  const subject = revealed === undefined ? erasedText : JSON.stringify(revealed.subject);
  const addressees = recipients.map(({ role, mailbox }) => {
    const shown = reveal(mailbox);
    return `${role} ${shown === undefined ? erasedText : formatMailbox(shown)}`;
  });
  return [`from ${from}`, ...addressees, `subject ${subject}`].join(', ');
}
