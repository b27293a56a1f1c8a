import type { Asking } from '../../../application/people/asking.js';
import type { TeamView } from '../../../application/people/manage-team.js';
import type { SessionDocument } from '../../../projections/people/people.projections.js';
import type { Answer } from '../openapi/operation.js';
import type { sessionRow, team } from './people.answers.js';

export function presentOwnSession(
  { id, startedAt, lastSeenAt, expiresAt, client }: SessionDocument,
  by: Asking,
): Answer<typeof sessionRow> {
  return {
    id,
    created_at: startedAt,
    last_seen_at: lastSeenAt,
    expires_at: expiresAt,
    address: client.address,
    user_agent: client.userAgent,
    current: id === by.sessionId,
  };
}

export function presentTeam({ id, name, secondFactorRequired, sso }: TeamView): Answer<typeof team> {
  return {
    object: 'team',
    id,
    name,
    second_factor_required: secondFactorRequired,
    sso: sso === null ? null : { provider: sso.provider, domain_id: sso.domainId },
  };
}
