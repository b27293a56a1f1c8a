import { type Decision, refuse } from '../shared/decider.js';
import type { EmailRefusal, RevokeShare, ShareEmail } from './commands.js';
import type { EmailEvent } from './events.js';
import type { AcceptedState } from './state.js';

/** A share that was revoked is not opened again by a repeat of its command. */
export function share({ shareId, expiresAt }: ShareEmail, { shares }: AcceptedState): readonly EmailEvent[] {
  if (shares?.[shareId] !== undefined) return [];
  return [{ type: 'EmailShared', data: { shareId, expiresAt } }];
}

/** Also after it expired. A repeat changes nothing. */
export function revokeShare({ shareId }: RevokeShare, { shares }: AcceptedState): Decision<EmailEvent, EmailRefusal> {
  switch (shares?.[shareId]) {
    case undefined:
      return refuse('share-not-found');
    case 'revoked':
      return [];
    case 'open':
      return [{ type: 'EmailShareRevoked', data: { shareId } }];
  }
}
