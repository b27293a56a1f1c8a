import { relayTroubles } from '../delivery/trouble/relay-trouble.js';
import { type Facts, read } from './facts.js';
import type { HeldWorkFacts, RestoreFacts } from './log-facts.js';
import { type Finding, finding } from './finding.js';
import { ageMs, counted, duration, hourMs, minuteMs } from './units.js';

/** A queue that moves takes what is due within seconds. */
const overdueAfterMs = 5 * minuteMs;

/** What waits to be sent, and why it may not be. */
export function checkDelivery(facts: Facts): readonly Finding[] {
  const pending = read(facts.readModels)?.pending;
  const restore = read(facts.log)?.restore;
  const held = restore?.held === true;
  const work = read(facts.log)?.heldWork;
  const hasHeldMail = work !== undefined && work.emails + work.confirmations > 0;
  return [
    ...(held ? [heldSince(facts, restore)] : []),
    ...(work === undefined ? [] : checkHeldWork(work)),
    // What waits for a person is due for as long as that takes.
    ...(pending === undefined || held || hasHeldMail ? [] : checkDue(facts, pending)),
    ...(pending === undefined ? [] : checkClaims(facts, pending)),
    ...checkUnknowns(facts),
    ...checkRelay(facts),
  ];
}

function heldSince({ nowMs, readModels }: Facts, { backupId, restoredAt }: RestoreFacts): Finding {
  const due = read(readModels)?.pending.due ?? 0;
  return finding(
    'warning',
    'delivery-held',
    `Backup ${backupId} was restored ${duration(ageMs(nowMs, restoredAt))} ago and delivery is held: ${counted(due, 'email is due', 'emails are due')}.`,
    'Look around, then run posthorn resume. What was unfinished when the backup was taken is sent only where you decide it.',
  );
}

const mostNamed = 10;

function checkHeldWork({ broadcasts, imports, confirmations, emails }: HeldWorkFacts): readonly Finding[] {
  const named = [
    ...broadcasts.map(
      ({ id, name, recipients }) =>
        `broadcast ${name} (${id}, ${recipients === null ? 'everyone in its segment' : counted(recipients, 'recipient')})`,
    ),
    ...imports.map(({ id, rowsDone }) => `import ${id} (${counted(rowsDone, 'row')})`),
  ];
  const more = named.length > mostNamed ? [`${named.length - mostNamed} more`] : [];
  const what = [
    ...named.slice(0, mostNamed),
    ...more,
    ...(confirmations === 0 ? [] : [counted(confirmations, 'confirmation email')]),
    ...(emails === 0 ? [] : [counted(emails, 'email')]),
  ];
  if (what.length === 0) return [];
  const options = Object.entries({
    broadcasts: broadcasts.length,
    imports: imports.length,
    confirmations,
    emails,
  }).flatMap(([kind, count]) => (count === 0 ? [] : [`--${kind} send|cancel`]));
  return [
    finding(
      'warning',
      'work-held',
      `${what.join(', ')} may have been sent already (a backup was restored, or the clock jumped): they wait for a decision.`,
      `Run posthorn resume ${options.join(' ')}; one by one with <id>=send or <id>=cancel.`,
    ),
  ];
}

type Pending = NonNullable<
  ReturnType<typeof read<Extract<Facts['readModels'], { state: 'read' }>['facts']>>
>['pending'];

function checkDue({ nowMs, program, config, shared }: Facts, { due, dueSince }: Pending): readonly Finding[] {
  if (dueSince === null) return [];
  const waited = ageMs(nowMs, dueSince);
  const what = counted(due, 'email is due', 'emails are due');
  if (!program.serverRuns) {
    return [
      finding(
        'warning',
        'nothing-delivers',
        `No server runs, and ${what}, the oldest for ${duration(waited)}.`,
        'Start the server.',
      ),
    ];
  }
  if (waited < overdueAfterMs) return [];
  if (shared === null && !config.roles.includes('delivery')) {
    return [
      finding(
        'warning',
        'nothing-delivers',
        `${what}, the oldest for ${duration(waited)}, and POSTHORN_ROLES has no delivery.`,
        'Add delivery to POSTHORN_ROLES.',
      ),
    ];
  }
  return [
    finding(
      waited < hourMs ? 'warning' : 'error',
      'deliveries-overdue',
      `${what}, the oldest for ${duration(waited)}: email that cannot be read is held and tried again, or the queue is too long.`,
      'Look for failures of delivery in the log of the server; raise RELAY_CONNECTIONS where it is only too much.',
    ),
  ];
}

function checkClaims({ program }: Facts, { claimsPastDeadline }: Pending): readonly Finding[] {
  if (claimsPastDeadline === 0) return [];
  const what = counted(claimsPastDeadline, 'attempt is', 'attempts are');
  return [
    finding(
      'warning',
      'claims-past-deadline',
      `${what} open past the deadline: a worker has died, and how they ended is not recorded.`,
      program.serverRuns
        ? 'Recovery records them within a minute; where they stay, look for its failures in the log of the server.'
        : 'Start the server: it records their outcome as unknown and tries again by the schedule.',
    ),
  ];
}

/** Judged by the results of the last emails: doctor itself opens no connection. */
function checkRelay({ nowMs, log }: Facts): readonly Finding[] {
  const relay = read(log)?.relay;
  if (relay == null) return [];
  const { problem, remedy } = relayTroubles[relay.kind];
  const answered = relay.code === null ? '' : ` (it answers ${relay.code})`;
  return [
    finding(
      'error',
      `relay-${relay.kind}`,
      `${problem}${answered}: no email has gone through for ${duration(Math.max(0, ageMs(nowMs, relay.since)))}.`,
      `${remedy} The server log has details (\`trouble\`). This clears with the next email that the relay accepts.`,
    ),
  ];
}

function checkUnknowns({ nowMs, log }: Facts): readonly Finding[] {
  const unknown = read(log)?.unknownOutcomes;
  if (unknown?.newestAt == null) return [];
  return [
    finding(
      'warning',
      'outcomes-unknown',
      `${counted(unknown.events, 'attempt')} of the last day ended without an answer, the newest ${duration(ageMs(nowMs, unknown.newestAt))} ago: these emails may arrive twice.`,
      'Look for restarts of the server and for connections that the relay or a firewall cut; AFTER_DOT_TIMEOUT_MS must not be short.',
    ),
  ];
}
