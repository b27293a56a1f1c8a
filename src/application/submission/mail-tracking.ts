import type { MailTracking } from '../../domain/shared/accepted-email.js';
import type { VerifiedDomain } from '../sending-domain/sending-domains.js';
import type { EmailRequest } from './email-request.js';

/** What of a mail is tracked from now on, whatever becomes of its domain's settings. */
export function mailTracking(
  { tracking }: Pick<VerifiedDomain, 'tracking'>,
  { html = '', merge, track }: Pick<EmailRequest, 'html' | 'merge' | 'track'>,
): { readonly tracking?: MailTracking } {
  if (tracking === undefined || (html === '' && merge === undefined)) return {};
  const { host, opens, clicks } = tracking;
  return {
    tracking: {
      host,
      opens: opens && (track === undefined || track === 'opens'),
      clicks: clicks && (track === undefined || track === 'clicks'),
    },
  };
}
