import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '../dist/infrastructure/sqlite/database.js';
import { ask, percentile, sender, startChild } from './processes.js';
import { call, sendPaced } from './webhook-load.js';

/** Of a replay; the most that a request may ask for. */
const perSecond = 500;
const liveMailsPerSecond = 2;
const types = { EmailAccepted: 'email.sent', EmailDelivered: 'email.delivered', EmailBounced: 'email.bounced' };

/** The messages that the log makes, in its order. */
function messagesIn(dataDir) {
  const log = openDatabase(join(dataDir, 'eventlog.sqlite'), { readOnly: true });
  const names = Object.keys(types).map((name) => `'${name}'`);
  const rows = log
    .prepare(`SELECT stream, type FROM events WHERE category = 'email' AND type IN (${names.join()}) ORDER BY position`)
    .all();
  log.close();
  return rows.map(({ stream, type }) => `${stream.slice('email-'.length)} ${types[type]}`);
}

async function untilCompleted(server, path) {
  for (;;) {
    const replay = await call(server, 'GET', path);
    if (replay.status !== 'running') return replay;
    await wait(250);
  }
}

/**
 * Fills the log with `events` messages' worth of mails, registers an endpoint, and has it sent all of them while mails are
 * accepted and delivered. The row, and what was wrong: nothing, where it is empty.
 */
export async function measurePast({ server, dataDir, sink, events }) {
  const { child: filler } = await startChild('fill.js');
  const mails = Math.ceil(events / 2);
  const failure = new Promise((_, reject) => filler.once('exit', (code) => reject(new Error(`filling: ${code}`))));
  await Promise.race([
    ask(filler, { dataDir, sender, scheduledShare: 0, count: mails, first: 1_000_000, beside: true }),
    failure,
  ]);
  filler.removeAllListeners('exit').disconnect();

  const [port] = await sink({ ask: 'listen', kinds: ['prompt'] });
  const registration = { endpoint: `http://127.0.0.1:${port}/0`, events: Object.values(types) };
  const { id, signing_secret: secret } = await call(server, 'POST', '/webhooks', registration);
  await sink({ ask: 'secret', index: 0, secret });
  const past = messagesIn(dataDir);
  const cpu = server.cpuSeconds();
  const begunAt = performance.now();
  const wish = { since: '2020-01-01T00:00:00.000Z', per_second: perSecond };
  const requested = await call(server, 'POST', `/webhooks/${id}/replay`, wish);
  let isOver = false;
  const live = (async () => {
    const ids = [];
    while (!isOver) ids.push(...(await sendPaced(() => server, { mails: 2, perSecond: liveMailsPerSecond })));
    return ids;
  })();
  const replay = await untilCompleted(server, `/webhooks/${id}/replays/${requested.id}`);
  const seconds = (performance.now() - begunAt) / 1_000;
  isOver = true;
  const liveIds = await live;
  const spentMs = ((server.cpuSeconds() - cpu) * 1_000) / past.length;

  const expectedLive = liveIds.flatMap((each) => [`${each} email.sent`, `${each} email.delivered`]);
  let arrived = await sink({ ask: 'arrived' });
  for (const until = Date.now() + 60_000; Date.now() < until; await wait(100)) {
    arrived = await sink({ ask: 'arrived' });
    const whats = new Set(arrived.map(({ what }) => what));
    if (expectedLive.every((what) => whats.has(what))) break;
  }
  const wanted = new Set(past);
  const old = arrived.filter(({ what }) => wanted.has(what)).map(({ what }) => what);
  const fresh = arrived.filter(({ what }) => !wanted.has(what));
  const late = fresh.map(({ lateMs }) => lateMs).sort((a, b) => a - b);
  const { wrong } = await sink({ ask: 'result', expected: [] });
  const misplaced = past.filter((what, index) => old[index] !== what).length;
  const missing = expectedLive.length - fresh.length;
  const row = {
    'old messages': past.length,
    seconds: seconds.toFixed(1),
    'per s': Math.round(past.length / seconds),
    'ms of processor a message': spentMs.toFixed(2),
    'live messages': fresh.length,
    'live p50 ms': percentile(late, 0.5),
    'live p99 ms': percentile(late, 0.99),
    'MB resident': server.residentMb(),
  };
  const faults = [
    ...(replay.status === 'completed' ? [] : [`the replay is ${replay.status}`]),
    ...(misplaced === 0 ? [] : [`${misplaced} old messages missing or out of order`]),
    ...(missing === 0 ? [] : [`${missing} live messages missing`]),
    ...(wrong === 0 ? [] : [`${wrong} wrongly signed`]),
  ];
  return { row, faults };
}
