import type { QuotaRefusal, Quotas } from '../usage/quotas.js';
import type { EmailRequest } from './accept-emails.command.js';

type Addressed = Pick<EmailRequest, 'to' | 'cc' | 'bcc'>;

/**
 * Accepts mails with their recipients counted first. Only an answer with a position has written something; anything else
 * (a refusal, an earlier answer, a failure) gives the count back.
 */
export async function withinQuota<Answer extends object>(
  quotas: Quotas | null,
  teamId: string,
  requests: readonly Addressed[],
  accept: () => Promise<Answer>,
): Promise<Answer | QuotaRefusal> {
  if (quotas === null) return accept();
  const reservation = await quotas.reserve(teamId, recipientsIn(requests));
  if ('refused' in reservation) return reservation;
  let accepted = false;
  try {
    const answer = await accept();
    accepted = 'position' in answer && answer.position !== undefined;
    return answer;
  } finally {
    if (!accepted) await reservation.release();
  }
}

function recipientsIn(requests: readonly Addressed[]): number {
  return requests.reduce((sum, { to, cc, bcc }) => sum + to.length + cc.length + bcc.length, 0);
}
