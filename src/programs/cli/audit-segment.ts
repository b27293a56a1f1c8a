import { segmentHistory, type SegmentHistory, type SegmentMove } from '../../application/contact/segment-history.js';
import type { Config } from '../../infrastructure/config/config.js';
import { openKeyedHash } from '../../infrastructure/crypto/keyed-hash.js';
import { type AuditOptions, instantOf } from './audit.js';
import { withExisting } from './shared/installation.js';
import { Declined, Misused, type Outcome } from './shared/outcome.js';

export interface AuditSegmentOptions extends AuditOptions {
  readonly since?: string;
  readonly limit: string;
}

/** `audit segment <id> [--at <time>] [--since <time>]` */
export async function auditSegment(config: Config, id: string, options: AuditSegmentOptions): Promise<Outcome> {
  const { limit: most } = options;
  const [at, since] = [instantOf(options.at), instantOf(options.since, '--since')];
  const limit = Number(most);
  if (!Number.isInteger(limit) || limit < 1) throw new Misused('--limit takes a whole number from 1.');
  return withExisting(config, async ({ ports, log }) => {
    const { keys } = log;
    const asked = {
      segmentId: id,
      limit,
      ...(at === undefined ? {} : { at }),
      ...(since === undefined ? {} : { since }),
    };
    const found = await segmentHistory({ ...ports, keys, hash: await openKeyedHash(keys) }, asked);
    if (!('refused' in found)) {
      return { result: { id, at: at ?? null, since: since ?? null, ...found }, text: describe(found, at, since) };
    }
    if (found.refused === 'deleted')
      throw new Declined(`Segment ${id} was deleted at ${found.at}: ask for a time before, with --at.`);
    if (found.refused === 'not-found')
      throw new Declined(`There is no segment ${id}${at === undefined ? '' : ` at ${at}`}.`);
    throw new Declined(
      `Segment ${id} has a filter, and the log keeps no list of whom it found: \`posthorn audit ${id}\` tells its filters, \`posthorn audit contact <address> --at <time>\` how one contact stood.`,
    );
  });
}

function describe(
  { name, members, count, joined, left }: SegmentHistory,
  at: string | undefined,
  since: string | undefined,
) {
  const title = `${name}: ${count === 1 ? '1 contact' : `${count} contacts`} at ${at ?? 'now'}`;
  if (since === undefined) return [title, ...members.map(line)].join('\n');
  const part = (label: string, moves: readonly SegmentMove[]) => [
    `${label} since ${since}: ${moves.length === 0 ? 'none' : ''}`.trimEnd(),
    ...moves.map(line),
  ];
  return [title, ...part('Joined', joined), ...part('Left', left)].join('\n');
}

const line = ({ at, contactId, email, by }: SegmentMove): string =>
  `  ${at}  ${contactId}  ${email ?? '[erased]'}  by ${by.kind} ${by.id}`;
