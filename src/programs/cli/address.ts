import { readMailbox } from '../../infrastructure/addresses/mailbox.js';
import { Misused } from './shared/outcome.js';

/** The address in what was typed, as contacts and mails have it. Throws {@link Misused} where it is none. */
export function requireAddress(text: string): string {
  const read = readMailbox(text);
  if ('fault' in read) throw new Misused(`Not a valid email address: ${text}. ${read.problem}.`);
  return read.mailbox.address;
}
