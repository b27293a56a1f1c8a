import { type Facts, type ProjectionFacts, read } from './facts.js';
import { type Finding, finding } from './finding.js';
import { ageMs, counted, duration, minuteMs } from './units.js';

/** Lists wait a few seconds for what their client wrote; beyond this they are stale for everybody. */
const lagWarningMs = minuteMs;
const standsStillMs = 15 * minuteMs;

/** How far the read models are behind the log. */
export function checkProjections(facts: Facts): readonly Finding[] {
  const behind = (read(facts.readModels)?.projections ?? []).filter(({ behindEvents }) => behindEvents > 0);
  return behind.flatMap((projection) => checkProjection(facts, projection));
}

function checkProjection(
  { nowMs, program, config, shared }: Facts,
  { name, behindEvents, behindSince }: ProjectionFacts,
): readonly Finding[] {
  const lag = behindSince === null ? 0 : ageMs(nowMs, behindSince);
  const what = `${name} is ${counted(behindEvents, 'event')} and ${duration(lag)} behind the log`;
  if (!program.serverRuns) return [finding('note', 'projection-behind', `${what}.`, 'The next start catches up.')];
  if (lag < lagWarningMs) return [];
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
    lag < standsStillMs
      ? finding('warning', 'projection-behind', `${what}: lists are stale.`, 'Run doctor again: the number must fall.')
      : finding(
          'error',
          'projection-stands-still',
          `${what}: it stands still, or is being rebuilt.`,
          `Look for its failure in the log of the server; if it says so, ${shared === null ? 'stop the server and ' : ''}run posthorn replay ${name}.`,
        ),
  ];
}
