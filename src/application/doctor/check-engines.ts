import type { Facts, LeaseFacts } from './facts.js';
import { type Finding, finding } from './finding.js';

const projectionLease = 'projection:';

/** What processes share: whether the engines answer, and whether somebody does what one process at a time does. */
export function checkEngines({ shared, program }: Facts): readonly Finding[] {
  if (shared === null) return [];
  const unreachable = shared.engines
    .filter(({ roundTripMs }) => roundTripMs === null)
    .map(({ name, reason }) =>
      finding(
        'error',
        'engine-unreachable',
        `What ${name} names does not answer (${reason ?? 'no reason given'}).`,
        'Look after that engine, and after the network between it and this machine: the servers go on by themselves.',
      ),
    );
  return [...unreachable, ...shared.leases.flatMap((lease) => checkLease(lease, program.serverRuns))];
}

function checkLease({ name, holder, moves }: LeaseFacts, serverRuns: boolean): readonly Finding[] {
  // Without any process nobody holds anything, which is a finding of its own.
  if (moves || !serverRuns) return [];
  if (holder !== null) {
    return [
      finding(
        'warning',
        'lease-stands-still',
        `Whoever holds ${name} (${holder}) gave no sign for a whole term: that process has died or hangs.`,
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
