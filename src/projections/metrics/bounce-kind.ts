import type { EmailBounced } from '../../domain/email/events.js';
import type { BounceType } from '../../domain/email/judging/judgement.js';
import type { BounceKind } from './metrics.document.js';

const kindOfType: Readonly<Record<BounceType, BounceKind>> = {
  Permanent: 'bounced_permanent',
  Transient: 'bounced_transient',
  Undetermined: 'bounced_undetermined',
};

/** What kind of bounce a final refusal is, as it was judged. */
export function bounceKind({ reply, judgement }: Pick<EmailBounced['data'], 'reply' | 'judgement'>): BounceKind {
  return judgement === null ? byEnhancedCode(reply.enhancedCode) : kindOfType[judgement.bounceType];
}

/**
 * For bounces from before replies were judged, by the enhanced status code (RFC 3463). Permanent: there is no such
 * mailbox. Transient: the mailbox, the system, the route, the content or a policy stood in the way of this email, and
 * another may pass.
 */
function byEnhancedCode(enhancedCode: string | null): BounceKind {
  const [, subject, detail] = (enhancedCode ?? '').split('.');
  switch (subject) {
    case '1':
      return 'bounced_permanent';
    case '2':
      // X.2.2 mailbox full, X.2.3 message too long for it.
      return detail === '2' || detail === '3' ? 'bounced_transient' : 'bounced_permanent';
    case '3':
    case '4':
    case '6':
    case '7':
      return 'bounced_transient';
    default:
      return 'bounced_undetermined';
  }
}
