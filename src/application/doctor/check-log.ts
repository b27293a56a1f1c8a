import { foreignInWords } from '../verify/foreign-events.js';
import { type Facts, read } from './facts.js';
import type { LogFacts } from './log-facts.js';
import { type Finding, finding } from './finding.js';
import { ageMs, counted, dayMs, duration, minuteMs } from './units.js';

/** Beyond what was configured: the sealer looks once a second, and a busy machine delays it. */
const sealGraceMs = 2 * minuteMs;
const erasureGraceMs = 5 * minuteMs;
/** Positions are saved every 30 seconds. */
const followGraceMs = 10 * minuteMs;
/** A mail waits for its seal, and for the figure of its day. */
const retainGraceMs = 2 * dayMs;
/** Those who verify at all do so more often; those who never did learn of it from the page, and not each time. */
const verifiedGraceMs = 90 * dayMs;
/** Removal runs every ten minutes, over whole hours that are sealed. */
const removalGraceMs = dayMs;

/** Seals, erasures, process managers and what is removed with age. */
export function checkLog(facts: Facts): readonly Finding[] {
  const log = read(facts.log);
  return [
    ...checkReadable(facts),
    ...checkNewer(facts),
    ...(log === undefined
      ? []
      : [
          ...checkForeign(log),
          ...checkSeals(facts, log),
          ...checkVerification(facts, log),
          ...checkErasures(facts, log),
          ...checkProcessManagers(facts, log),
        ]),
    ...checkRequestLogAge(facts),
  ];
}

const filesOf: Readonly<Record<string, string>> = {
  'event log': 'eventlog.sqlite',
  'read models': 'read.sqlite',
  vault: 'vault.sqlite',
};

function checkReadable(facts: Facts): readonly Finding[] {
  const { log, readModels, vault, shared, integrity } = facts;
  // Which file is damaged, and what to do, is a finding of its own.
  const isDamaged = (part: string): boolean =>
    integrity?.some(({ file, problems }) => file === filesOf[part] && problems.length > 0) === true;
  // That the engine does not answer says it already.
  if (shared?.engines.some(({ roundTripMs }) => roundTripMs === null) === true) return [];
  const parts = { 'event log': log, 'read models': readModels, vault };
  const findings = Object.entries(parts).flatMap(([part, { state, ...rest }]) =>
    state === 'unreadable' && 'reason' in rest && !isDamaged(part)
      ? [
          finding(
            'error',
            'file-unreadable',
            `The ${part} cannot be read: ${rest.reason}.`,
            part === 'read models'
              ? `${shared === null ? 'Stop the server, move read.sqlite away and run' : 'Run'} posthorn replay: it is rebuilt from the log.`
              : shared !== null
                ? 'Look for the failure in the log of the engine.'
                : 'Run posthorn doctor --deep; if the file is damaged, restore the last backup.',
          ),
        ]
      : [],
  );
  if (log.state !== 'missing') return findings;
  return [
    ...findings,
    vault.state === 'missing'
      ? noInstallation(facts)
      : finding(
          'error',
          'log-missing',
          'There is a vault here and no event log.',
          'Check DATA_DIR; if the log is lost, restore the last backup.',
        ),
  ];
}

function noInstallation({ config: { dataDir }, shared }: Facts): Finding {
  return shared === null
    ? finding(
        'error',
        'no-installation',
        `There is no Posthorn installation in ${dataDir} (DATA_DIR).`,
        'Run doctor in the folder that the server was started in, or set DATA_DIR to its data folder. The first start of the server makes one.',
      )
    : finding(
        'error',
        'no-installation',
        'There is no Posthorn installation on the engines that EVENTSTOREDB_URL and MONGODB_URL name.',
        'Name those of your servers. The first start of a server makes one.',
      );
}

const whereNewer =
  'Start that version, or restore a backup from before the upgrade: no server of this one starts here.';

function checkNewer({ log, newerFiles }: Facts): readonly Finding[] {
  const format = read(log)?.eventFormat;
  const what = [
    ...newerFiles,
    ...(format != null && format.found > format.known
      ? [`its events have format ${format.found}, this one knows ${format.known}`]
      : []),
  ];
  if (what.length === 0) return [];
  return [
    finding(
      'error',
      'newer-data',
      `This data was written by a newer version of Posthorn (${what.join('; ')}).`,
      whereNewer,
    ),
  ];
}

function checkForeign({ foreign }: LogFacts): readonly Finding[] {
  if (foreign.events === 0) return [];
  return [
    finding(
      'warning',
      'log-not-its-own',
      foreignInWords(foreign),
      'Posthorn leaves them alone, but everything that follows the log reads them: give it a log of its own.',
    ),
  ];
}

function checkSeals({ nowMs, config, program }: Facts, { unsealed }: LogFacts): readonly Finding[] {
  if (unsealed.oldestAt === null) return [];
  const waited = ageMs(nowMs, unsealed.oldestAt);
  if (waited < config.sealEveryMs + sealGraceMs) return [];
  const what = `${counted(unsealed.events, 'event has', 'events have')} no seal, the oldest for ${duration(waited)}`;
  return [
    program.serverRuns
      ? finding(
          'error',
          'sealer-stands-still',
          `${what}: verify could not tell if they were taken away, and nothing of them is removed with age.`,
          'Look for failures of the sealer in the log of the server, and restart it.',
        )
      : finding('note', 'unsealed-events', `${what}.`, 'A server that is stopped in order leaves none: start it.'),
  ];
}

function checkVerification({ nowMs }: Facts, { lastVerified }: LogFacts): readonly Finding[] {
  if (lastVerified === null) return [];
  const { at, broken } = lastVerified;
  const ago = duration(Math.max(0, ageMs(nowMs, at)));
  if (broken !== null) {
    return [
      finding(
        'error',
        'log-broken',
        `The last posthorn verify, ${ago} ago, found the log broken: ${broken}.`,
        'Keep a copy of the log as it is, find out who wrote to it, and compare it with your backups and published heads (docs/audit.md). A posthorn verify that finds it sound ends this.',
      ),
    ];
  }
  if (ageMs(nowMs, at) <= verifiedGraceMs) return [];
  return [
    finding(
      'note',
      'log-verified-long-ago',
      `The log was last verified ${ago} ago.`,
      'Run posthorn verify; on a schedule is best.',
    ),
  ];
}

function checkErasures({ nowMs, program }: Facts, { openErasures }: LogFacts): readonly Finding[] {
  const stuck = openErasures.filter(({ requestedAt }) => ageMs(nowMs, requestedAt) > erasureGraceMs);
  const [oldest] = stuck;
  if (oldest === undefined) return [];
  return [
    finding(
      'error',
      'erasures-not-completed',
      `${counted(stuck.length, 'erasure')} asked for and not completed, the oldest ${oldest.id} for ${duration(ageMs(nowMs, oldest.requestedAt))}.`,
      program.serverRuns
        ? 'The server tries again each second: look for failures of the erasure-finisher in its log.'
        : 'Start the server: it finishes them.',
    ),
  ];
}

function checkProcessManagers({ nowMs, program }: Facts, { processManagers }: LogFacts): readonly Finding[] {
  if (!program.serverRuns) return [];
  return processManagers.flatMap(({ name, undoneSince, afterMs }) => {
    if (undoneSince === null) return [];
    const overdueMs = ageMs(nowMs, undoneSince) - afterMs;
    if (overdueMs <= (afterMs === 0 ? followGraceMs : retainGraceMs)) return [];
    return [
      finding(
        'warning',
        'process-manager-stands-still',
        `${name} has not finished with an event whose turn came ${duration(overdueMs)} ago.`,
        `Look for failures of ${name} in the log of the server.`,
      ),
    ];
  });
}

function checkRequestLogAge({ nowMs, config, vault }: Facts): readonly Finding[] {
  const oldest = read(vault)?.oldestRequestLogAt;
  if (oldest == null || ageMs(nowMs, oldest) <= config.requestLogDays * dayMs + removalGraceMs) return [];
  return [
    finding(
      'warning',
      'request-log-not-removed',
      `Requests of ${oldest} are still logged, and should be gone after ${counted(config.requestLogDays, 'day')}.`,
      'A running server removes them once they are sealed: look for failures in its log.',
    ),
  ];
}
