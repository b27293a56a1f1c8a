import type { BounceKind } from './metrics.document.js';

/**
 * What a final refusal says about the address, by its enhanced status code (RFC 3463). Permanent: there is no such mailbox.
 * Transient: the mailbox, the system, the route, the content or a policy stood in the way of this mail, and another may pass.
 */
export function bounceKind(enhancedCode: string | null): BounceKind {
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
