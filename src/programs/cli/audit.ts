import { type Audit, type AuditEntry, auditResource } from '../../application/audit/audit-resource.js';
import type { CauseStep } from '../../application/audit/causes.js';
import type { Actor } from '../../domain/shared/recorded.js';
import type { Config } from '../../infrastructure/config/config.js';
import { expectedInstant, parseInstant } from '../../infrastructure/config/parse.js';
import { openKeyedHash } from '../../infrastructure/crypto/keyed-hash.js';
import { describeState } from './describe-state.js';
import { withExisting } from './installation.js';
import { Declined, Misused, type Outcome } from './outcome.js';

export interface AuditOptions {
  /** As it stood then, instead of now. */
  readonly at?: string;
}

/** `audit <id> [--at <time>]` */
export async function audit(config: Config, id: string, options: AuditOptions): Promise<Outcome> {
  const at = options.at === undefined ? undefined : parseInstant(options.at);
  if (options.at !== undefined && at === undefined) throw new Misused(`--at takes ${expectedInstant}.`);
  return withExisting(config, async ({ ports, log }) => {
    const found = await auditResource({ ...ports, hash: await openKeyedHash(log.keys) }, id, at);
    if (found === undefined) throw new Declined(`Nothing is known under ${id}.`);
    return { result: { ...found, at: at ?? null }, text: describe(found, at) };
  });
}

function describe({ stream, entries, state }: Audit, at: string | undefined): string {
  const when = at ?? 'now';
  const stood = state === null ? `State at ${when}: none` : `State at ${when}:\n${describeState(state)}`;
  return printable([stream, ...entries.map((entry) => describeEntry(entry, stream)), stood].join('\n\n'));
}

/** What a stranger's server wrote must not steer the terminal that it is read on. */
function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n]/gu, '\ufffd');
}

function describeEntry(entry: AuditEntry, audited: Audit['stream']): string {
  const { stream, time, type, summary, actor, correlationId, requestId, because, conversation } = entry;
  const where = stream === audited ? '' : ` (in ${stream})`;
  const logged = requestId === null ? '' : ` (in the request log: ${requestId})`;
  return [
    `${time}  ${type}${where}`,
    `  ${summary}`,
    `  by ${describeActor(actor)}; request ${correlationId}${logged}`,
    ...because.map((step) => `  ${describeCause(step)}`),
    ...(conversation === null ? [] : ['  what was said:', ...conversation.split('\n').map((line) => `    ${line}`)]),
  ].join('\n');
}

function describeCause(step: CauseStep): string {
  if ('missing' in step) return `because of event ${step.id}, which is not in the log`;
  return `because of ${step.type} in ${step.stream}, ${step.time}, by ${describeActor(step.actor)}`;
}

function describeActor({ kind, id }: Actor): string {
  return `${kind} ${id}`;
}
