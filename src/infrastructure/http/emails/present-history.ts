import type { Audit, AuditEntry } from '../../../application/audit/audit-resource.js';
import type { CauseStep } from '../../../application/audit/causes.js';
import type { EmailDocument } from '../../../projections/emails/emails.document.js';
import { presentEmail } from './present-email.js';

/** What happened to a mail, why, and how it stood. */
export function presentHistory({ entries, state }: Audit<EmailDocument>, at: string | undefined) {
  return {
    object: 'email_history',
    at: at ?? null,
    state: state === null ? null : presentEmail(state, undefined),
    data: entries.map(presentEntry),
  };
}

function presentEntry({ id, type, time, actor, summary, requestId, because }: AuditEntry) {
  return { id, type, created_at: time, actor, summary, request_id: requestId, because: because.map(presentCause) };
}

/** Null where the event is not in the log any more. */
function presentCause(step: CauseStep) {
  if ('missing' in step) return { id: step.id, type: null, created_at: null, actor: null };
  const { id, type, time, actor } = step;
  return { id, type, created_at: time, actor };
}
