import type { GetTeamQueueResult, TeamQueueLine } from '../../../application/queue/team-queue.js';

/** The log's names of destinations and MX sets are the operator's: a team knows the domain. */
export function presentQueue({ lines, isComplete }: GetTeamQueueResult) {
  return { object: 'queue' as const, complete: isComplete, data: lines.map(presentLine) };
}

function presentLine({ domain, due, waiting, claimed, nextAt, lastReply, paused, firstEmailId }: TeamQueueLine) {
  return {
    domain,
    due,
    waiting,
    in_attempt: claimed,
    next_at: nextAt,
    last_reply: lastReply,
    paused,
    first_email_id: firstEmailId,
  };
}
