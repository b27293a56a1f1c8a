import { type Audit, type AuditEntry, auditResource } from '../../application/audit/audit-resource.js';
import type { Actor } from '../../domain/shared/recorded.js';
import { emailTimeline } from '../../projections/emails/email-timeline.js';
import type { Config } from '../config/config.js';
import { requireLog, withInstallation } from './installation.js';
import { Declined, type Outcome } from './outcome.js';

/** `audit <id>` */
export async function audit(config: Config, id: string): Promise<Outcome> {
  requireLog(config);
  return withInstallation(config, async ({ ports }) => {
    const found = await auditResource({ ports, timelineOf: emailTimeline }, id);
    if (found === undefined) throw new Declined(`Nothing is known under ${id}.`);
    return { result: found, text: describe(found) };
  });
}

function describe({ stream, entries }: Audit): string {
  return [stream, ...entries.map((entry) => describeEntry(entry, stream))].join('\n\n');
}

function describeEntry(entry: AuditEntry, audited: Audit['stream']): string {
  const { stream, time, type, summary, actor, correlationId, cause } = entry;
  const where = stream === audited ? '' : ` (in ${stream})`;
  const why = cause === null ? `request ${correlationId}` : `request ${correlationId}, after event ${cause.id}`;
  return [`${time}  ${type}${where}`, `  ${summary}`, `  by ${describeActor(actor)}; ${why}`].join('\n');
}

function describeActor({ kind, id }: Actor): string {
  return `${kind} ${id}`;
}
