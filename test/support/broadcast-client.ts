import type { AskOverHttp } from './ask-over-http.js';
import { waitFor, type WaitLimits } from './wait-for.js';

/** What became of the members of a broadcast, as the API answers it. */
export interface AnsweredProof {
  readonly planned: number;
  readonly sent: number;
  readonly skipped: Readonly<Record<string, number>>;
  readonly failed: number;
  readonly unknown: number;
  readonly waiting: number;
  readonly missing: number;
  readonly maybe_twice: number;
}

const html = '<p>Hello {{{FIRST_NAME|there}}}, <a href="{{{RESEND_UNSUBSCRIBE_URL}}}">leave</a></p>';

/**
 * A segment with `person0@example.com` and so on in it; its id. They are there when this resolves. With `zones`, each
 * has one of them in the property `timezone`.
 */
export async function importedSegment(
  ask: AskOverHttp,
  members: number,
  limits: WaitLimits,
  zones: readonly string[] = [],
): Promise<string> {
  const [zoneColumn, zoneOf] = [zones.length > 0 ? ',timezone' : '', (number: number) => zones[number % zones.length]];
  if (zones.length > 0) await ask('POST', '/contact-properties', { key: 'timezone', type: 'string' });
  const segment = await ask<{ readonly id: string }>('POST', '/segments', { name: 'Readers' });
  const rows = Array.from({ length: members }, (_, number) => {
    const zone = zoneOf(number);
    return `person${number}@example.com,N${number}${zone === undefined ? '' : `,${zone}`}`;
  });
  const form = new FormData();
  form.set('file', new File([[`email,first_name${zoneColumn}`, ...rows].join('\n')], 'people.csv'));
  form.set('segments', JSON.stringify([{ id: segment.id }]));
  const { id } = await ask<{ readonly id: string }>('POST', '/contacts/imports', form);
  await waitFor(
    () => ask<{ readonly status: string }>('GET', `/contacts/imports/${id}`),
    ({ status }) => status === 'completed',
    limits,
  );
  return segment.id;
}

/** Sends a broadcast to everyone in the segment; its id. */
export async function sendBroadcast(ask: AskOverHttp, from: string, segmentId: string): Promise<string> {
  const mail = { segment_id: segmentId, from, subject: 'News', html, send: true };
  return (await ask<{ readonly id: string }>('POST', '/broadcasts', mail)).id;
}

/** Sends one at the present minute of UTC on the clock of each; its id. The last get it 12 hours from now. */
export async function sendLocally(ask: AskOverHttp, from: string, segmentId: string): Promise<string> {
  const { id } = await ask<{ readonly id: string }>('POST', '/broadcasts', {
    ...{ segment_id: segmentId, from, subject: 'News', html },
  });
  const local = { local_time: new Date().toISOString().slice(0, 16), zone_property: 'timezone', fallback_zone: 'UTC' };
  await ask('POST', `/dashboard-api/broadcasts/${id}/send`, local);
  return id;
}

/** Once it was sent. */
export async function untilSent(ask: AskOverHttp, id: string, limits: WaitLimits): Promise<void> {
  await waitFor(
    async () => (await ask<{ readonly status: string }>('GET', `/broadcasts/${id}`)).status,
    (status) => status === 'sent',
    limits,
  );
}

/** Once it was sent and no member waits any more. */
export async function settledProof(ask: AskOverHttp, id: string, limits: WaitLimits): Promise<AnsweredProof> {
  await untilSent(ask, id, limits);
  return waitFor(
    () => ask<AnsweredProof>('GET', `/dashboard-api/broadcasts/${id}/proof`),
    ({ waiting }) => waiting === 0,
    { ...limits, longestPauseMs: 1_000 },
  );
}
