import { type Facts, type ProjectionFacts, read } from './facts.js';
import { type Finding, finding } from './finding.js';
import { ageMs, counted, duration, minuteMs } from './units.js';

/** Lists wait a few seconds for what their client wrote; beyond this they are stale for every client. */
const lagWarningMs = minuteMs;
const standsStillMs = 15 * minuteMs;

/** How far the read models are behind the log. */
export function checkProjections(facts: Facts): readonly Finding[] {
  const stale = checkInstallation(facts);
  if (stale.length > 0) return stale;
  const behind = (read(facts.readModels)?.projections ?? []).filter(({ behindEvents }) => behindEvents > 0);
  return behind.flatMap((projection) => checkProjection(facts, projection));
}

/** Their positions mean nothing in another log: how far they are behind is not known. */
function checkInstallation({ log, readModels, shared }: Facts): readonly Finding[] {
  const builtFrom = read(readModels)?.builtFrom ?? null;
  const installationId = read(log)?.installationId ?? null;
  if (builtFrom === null || installationId === null || builtFrom === installationId) return [];
  return [
    finding(
      'error',
      'read-models-of-other-log',
      `The read models were built from installation ${builtFrom}, and the log is of ${installationId}.`,
      `Check ${shared === null ? 'DATA_DIR' : 'EVENTSTOREDB_URL and MONGODB_URL'}; where this log is the right one, run posthorn replay.`,
    ),
  ];
}

function checkProjection(
  { nowMs, program, config, shared }: Facts,
  { name, behindEvents, behindSince, standsStill }: ProjectionFacts,
): readonly Finding[] {
  const lag = behindSince === null ? 0 : ageMs(nowMs, behindSince);
  const what = `${name} is ${counted(behindEvents, 'event')} and ${duration(lag)} behind the log`;
  if (!program.serverRuns) return [finding('note', 'projection-behind', `${what}.`, 'The next start catches up.')];
  if (lag < lagWarningMs && !standsStill) return [];
  if (shared === null && !config.roles.includes('projections')) {
    return [
      finding(
        'error',
        'projection-behind',
        `${what}: POSTHORN_ROLES has no projections.`,
        'Add projections to POSTHORN_ROLES.',
      ),
    ];
  }
  return [
    lag < standsStillMs && !standsStill
      ? finding('warning', 'projection-behind', `${what}: lists are stale.`, 'Run doctor again: the number must fall.')
      : finding(
          'error',
          'projection-stands-still',
          `${what}: ${standsStill ? 'it cannot go on' : 'it makes no progress, or is being rebuilt'}.`,
          `Look for its failure in the log of the server; if it says so, ${shared === null ? 'stop the server and ' : ''}run posthorn replay ${name}.`,
        ),
  ];
}
