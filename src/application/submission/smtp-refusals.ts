import { unreachable } from '../../domain/shared/decider.js';
import type { SenderRefusal, TakingRefusal } from './accept-emails.command.js';
import type { AcceptMailResult } from './smtp-submission.js';

/** What an SMTP client is told of a refusal that REST knows too. */
export function describeRefusal(refusal: SenderRefusal | TakingRefusal): AcceptMailResult {
  return { kind: 'refused', refusal: refusal.refused, message: sentence(refusal) };
}

function sentence(refusal: SenderRefusal | TakingRefusal): string {
  switch (refusal.refused) {
    case 'domain-not-verified':
      return `The ${refusal.domain} domain is not verified`;
    case 'domain-not-allowed-for-key':
      return `This API key is not allowed to send from the ${refusal.domain} domain`;
    case 'sandbox-recipient':
      return `Mail from the ${refusal.domain} domain reaches test addresses only`;
    case 'idempotency-conflict':
      return 'This idempotency key was used in the last 24 hours for another message';
    case 'idempotency-in-progress':
      return 'A message with this idempotency key is still being taken';
    case 'daily-quota-exceeded':
      return `The daily quota is used up; it begins anew in ${refusal.retryAfterSeconds} s`;
    case 'monthly-quota-exceeded':
      return `The monthly quota is used up; it begins anew in ${refusal.retryAfterSeconds} s`;
    case 'unavailable':
      return 'The service cannot take mail right now';
    default:
      return unreachable(refusal);
  }
}
