/** Something that must be there to send the mail is not: it is held, never sent in part and never dropped. */
export class MailHeld extends Error {
  readonly code = 'mail-held';
}
