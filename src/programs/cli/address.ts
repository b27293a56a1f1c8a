import { parseMailbox } from '../../infrastructure/http/edge/mailbox.js';
import { Misused } from './outcome.js';

/** The address in what was typed, as contacts and mails have it. Throws {@link Misused} where it is none. */
export function requireAddress(text: string): string {
  const mailbox = parseMailbox(text);
  if (mailbox === undefined) throw new Misused(`Not a valid email address: ${text}`);
  return mailbox.address;
}
