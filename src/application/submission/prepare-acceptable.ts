import type { VerifiedDomain } from '../sending-domain/sending-domains.js';
import {
  type CompleteEmail,
  type EmailPlace,
  prepareEmail,
  type PreparedEmail,
  type PrepareTools,
} from './compose-accepted.js';
import { prepareRawEmail, type RawEmail } from './raw-email.js';

/** A mail with everything that it consists of, whichever way it came. A raw message knows its id already. */
export type AcceptableEmail = CompleteEmail | RawEmail;

export function prepareAcceptable(
  tools: PrepareTools,
  email: AcceptableEmail,
  domain: VerifiedDomain,
  place: EmailPlace,
): PreparedEmail | Promise<PreparedEmail> {
  return 'emailId' in email ? prepareRawEmail(tools, email, domain, place) : prepareEmail(tools, email, domain, place);
}
