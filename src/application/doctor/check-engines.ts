import type { EngineFacts, Facts, LeaseFacts } from './facts.js';
import { type Finding, finding } from './finding.js';

const projectionLease = 'projection:';

/** What processes share: whether the engines answer, and whether a process does what one at a time does. */
export function checkEngines({ shared, program }: Facts): readonly Finding[] {
  if (shared === null) return [];
  return [
    ...shared.engines.flatMap(checkEngine),
    ...(program.serverRuns ? [] : checkSilence(shared.leases)),
    ...shared.leases.flatMap((lease) => checkLease(lease, program.serverRuns)),
  ];
}

function checkEngine({ name, failure, hasSpareRights }: EngineFacts): readonly Finding[] {
  if (failure !== null) {
    const advice = `${failure.remedy} Servers that run go on by themselves.`;
    return [finding('error', 'engine-unreachable', `${failure.problem}.`, advice)];
  }
  if (hasSpareRights !== true) return [];
  return [
    finding(
      'note',
      'engine-user-has-spare-rights',
      `The user that ${name} names may do more than Posthorn needs: with its password others could do it too.`,
      `Make a user with the least rights that suffice: docs/engines/${pages[name] ?? ''} has the commands.`,
    ),
  ];
}

const pages: Readonly<Record<string, string>> = {
  EVENTSTOREDB_URL: 'eventstoredb.md',
  MONGODB_URL: 'mongodb.md',
  REDIS_URL: 'redis.md',
};

/**
 * An orderly end gives every lease back: one that is held in silence is that of a process that had no such end, or goes
 * on.
 */
function checkSilence(leases: readonly LeaseFacts[]): readonly Finding[] {
  const holders = [...new Set(leases.flatMap(({ holder }) => holder ?? []))];
  if (holders.length === 0) return [];
  return [
    finding(
      'warning',
      'holders-are-silent',
      `Leases are held by ${holders.join(', ')}, and none gave a sign for a whole term: these processes were killed, or they hang or cannot reach MongoDB.`,
      'Start a process with the role. Where one of these still runs, look in its log for why no lease could be kept, and start it again.',
    ),
  ];
}

function checkLease({ name, holder, moves }: LeaseFacts, serverRuns: boolean): readonly Finding[] {
  // Without any process no lease is held, which is a finding of its own.
  if (moves || !serverRuns) return [];
  if (holder !== null) {
    return [
      finding(
        'warning',
        'lease-stands-still',
        `The holder of ${name} (${holder}) gave no sign for a whole term: that process has died or hangs.`,
        'Another process with the role takes it over within seconds: run doctor again, and start one where none does.',
      ),
    ];
  }
  if (!name.startsWith(projectionLease)) return [];
  return [
    finding(
      'error',
      'projection-not-held',
      `No process folds ${name.slice(projectionLease.length)}: its documents stand still.`,
      'Start a process with projections in POSTHORN_ROLES; where one runs, look for its failure in its log.',
    ),
  ];
}
