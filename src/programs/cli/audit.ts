import { type Audit, type AuditEntry, auditResource } from '../../application/audit/audit-resource.js';
import type { CauseStep } from '../../application/audit/causes.js';
import type { Actor } from '../../domain/shared/recorded.js';
import { categoryOf, idOf } from '../../domain/shared/stream-name.js';
import type { Config } from '../../infrastructure/config/config.js';
import { expectedInstant, parseInstant } from '../../infrastructure/config/fields/parse.js';
import { openKeyedHash } from '../../infrastructure/crypto/keyed-hash.js';
import { type OpenInstallation, withExisting } from './shared/installation.js';
import { Declined, Misused, type Outcome } from './shared/outcome.js';
import { resources } from '../resources/resources.js';
import { withReadModels } from './read-models.js';
import { attemptsOf, attemptTable, type ShownAttempt } from './webhook-attempts.js';

export interface AuditOptions {
  /** As it stood then, instead of now. */
  readonly at?: string;
}

/** `audit <id> [--at <time>]` */
export async function audit(config: Config, id: string, options: AuditOptions): Promise<Outcome> {
  const at = instantOf(options.at);
  return withExisting(config, async (opened) => {
    const { ports, log } = opened;
    const found = await auditResource({ ...ports, resources, hash: await openKeyedHash(log.keys) }, id, at);
    if (found === undefined) throw new Declined(`Nothing is known under ${id}.`);
    const text = describe(found, at);
    if (categoryOf(found.stream) !== 'webhook') return { result: { ...found, at: at ?? null }, text };
    const attempts = await attemptsAt(config, opened, found, at);
    const made = attempts.length === 0 ? 'Attempts: none' : `The last attempts:\n${attemptTable(attempts)}`;
    return { result: { ...found, at: at ?? null, attempts }, text: `${text}\n\n${made}` };
  });
}

/** Throws {@link Misused} where it is no time. */
export function instantOf(text: string | undefined, option = '--at'): string | undefined {
  if (text === undefined) return undefined;
  const at = parseInstant(text);
  if (at === undefined) throw new Misused(`${option} takes ${expectedInstant}.`);
  return at;
}

const attemptsShown = 50;

/** They are too many for a story: the newest, as the read models have them. */
function attemptsAt(
  config: Config,
  opened: OpenInstallation,
  { stream, entries }: Audit,
  at: string | undefined,
): Promise<readonly ShownAttempt[]> {
  const filter = { webhookId: idOf(stream), ...(at === undefined ? {} : { untilMs: Date.parse(at) }) };
  const teamId = entries[0]?.teamId ?? '';
  return withReadModels(config, opened, (readStore) => attemptsOf(readStore, teamId, filter, attemptsShown));
}

export function describe({ stream, entries, state }: Audit, at: string | undefined): string {
  const when = at ?? 'now';
  const stood = state === null ? `State at ${when}: none` : `State at ${when}:\n${describeState(state)}`;
  return printable([stream, ...entries.map((entry) => describeEntry(entry, stream)), stood].join('\n\n'));
}

/** What a stranger's server wrote must not steer the terminal that it is read on. */
export function printable(text: string): string {
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

/** A document as lines for people, `name: value`; what is inside a member stands beneath it. */
function describeState(state: object, indent = '  '): string {
  return Object.entries(state)
    .flatMap(([name, value]: [string, unknown]) => linesOf(name, value, indent))
    .join('\n');
}

function linesOf(name: string, value: unknown, indent: string): string[] {
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) {
    return [`${indent}${name}: ${value.length === 0 ? 'none' : value.join(', ')}`];
  }
  if (value !== null && typeof value === 'object') {
    return [`${indent}${name}:`, describeState(value, `${indent}  `)].filter((line) => line !== '');
  }
  return [`${indent}${name}: ${value === null ? 'none' : String(value)}`];
}
