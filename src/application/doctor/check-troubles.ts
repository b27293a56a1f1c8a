import { ownTroublesIn } from '../delivery/trouble/own-trouble.js';
import { type Trouble, type TroubleKind, troubleInWords } from '../delivery/trouble/trouble.js';
import { type ServerTrouble, serverTroubles } from '../server-trouble/server-trouble.js';
import { type Facts, read } from './facts.js';
import { type Finding, finding } from './finding.js';
import type { Health } from './health-of.js';
import { ageMs, duration } from './units.js';

/** What keeps email from receivers in general: by the last results, and by what DNS says of this server. */
export function checkTroubles({ nowMs, log, sendingHost }: Facts): readonly Finding[] {
  return [
    ...(read(log)?.direct ?? []).map(({ kind, since }) => troubleFinding(kind, lasting(nowMs, since))),
    ...ownTroublesIn(sendingHost).flatMap(({ kind, seen }) =>
      seen === null ? [] : [troubleFinding(kind, ` (${seen.replace(/\.$/, '')})`)],
    ),
  ];
}

/** What a running server knows and the look did not see; what both saw is said once. */
export function withTroubles(health: Health, troubles: readonly Trouble[], ofServer: readonly ServerTrouble[]): Health {
  const known = new Set(health.findings.map(({ code }) => code));
  const more = troubles
    .filter(({ kind }) => !known.has(kind))
    .map(({ kind, since }) => troubleFinding(kind, lasting(Date.parse(health.lookedAt), since)));
  more.unshift(...ofServer.filter(({ kind }) => !known.has(kind)).map(serverFinding));
  return more.length === 0 ? health : { ...health, findings: [...more, ...health.findings] };
}

const lasting = (nowMs: number, since: string): string => `, for ${duration(Math.max(0, ageMs(nowMs, since)))}`;

function troubleFinding(kind: TroubleKind, more: string): Finding {
  const { problem, remedy } = troubleInWords(kind);
  return finding('error', kind, `${problem}${more}.`, remedy);
}

/** What is wrong with the process itself, with what was seen where that is known. */
export function serverFinding({ kind, fields, since }: Pick<ServerTrouble, 'kind'> & Partial<ServerTrouble>): Finding {
  const { severity, problem, remedy } = serverTroubles[kind];
  const more = Object.entries({ ...fields, ...(since === undefined ? {} : { since }) });
  const inWords = more.map(([name, value]) => `${name} ${value}`).join(', ');
  return { severity, code: kind, problem: `${problem}${inWords === '' ? '' : ` (${inWords})`}.`, advice: remedy };
}
