// How a broadcast is sent, and what other email takes meanwhile: `npm run bench:broadcasts`. BENCH_MEMBERS: in its segment, 20,000 where it is not
// set. In one run, so that the machine is the same: the time from accept to hand-over of single sends at rest and during the broadcast, and emails
// a second of single sends, before it and after it, and of the broadcast: its first half alone, a minute after the last single
// send, the second beside single sends. Meanwhile one person looks at its page.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ask, importContacts } from './imports.js';
import { apiKey, ask as askChild, percentile, sender, startLoad, startServer } from './processes.js';

const members = Number(process.env.BENCH_MEMBERS ?? 20_000);
const singles = Math.max(1_000, Math.min(5_000, members / 4));
const restMs = 15_000;
/** As the dashboard's page of results asks. */
const lookEveryMs = 3_000;
const singleEveryMs = 50;
/** A broadcast counts on other mail for a minute. */
const quietMs = 61_000;

const dataDir = mkdtempSync(join(tmpdir(), 'posthorn-broadcasts-'));
const load = await startLoad();
// A million addresses are a file of more than the usual limit.
const server = await startServer(dataDir, { ...load.environment, IMPORT_MAX_BYTES: '500000000' });
const origin = `http://${server.host}:${server.port}`;
const post = (path, body) => ask(origin, path, { method: 'POST', body: JSON.stringify(body), headers: json });
const json = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };

const begun = performance.now();
let mostMb = 0;
const sampling = setInterval(() => {
  mostMb = Math.max(mostMb, server.residentMb());
}, 250);

/** Sends one email every so often until told to stop; when each was accepted, by id. */
async function trickle(isOver) {
  const acceptedAt = new Map();
  for (let number = 0; !isOver(); number += 1) {
    const next = performance.now() + singleEveryMs;
    const mail = { from: `Orders <orders@${sender}>`, to: `single${number}@r${number % 40}.example.com` };
    const { id } = await post('/emails', { ...mail, subject: 'Your order', text: 'It has been packed.' });
    acceptedAt.set(id, Date.now());
    await wait(Math.max(0, next - performance.now()));
  }
  return acceptedAt;
}

/** From accept to hand-over, ms, in rising order. */
async function takenBy(acceptedAt) {
  for (;;) {
    const arrivals = new Map((await askChild(load.sink, 'arrivals')).arrivals);
    if ([...acceptedAt.keys()].every((id) => arrivals.has(id))) {
      return [...acceptedAt].map(([id, at]) => Math.max(0, arrivals.get(id) - at)).sort((a, b) => a - b);
    }
    await wait(200);
  }
}
/** When the last arrived that is none of these. */
async function lastBut(acceptedAt) {
  const { arrivals } = await askChild(load.sink, 'arrivals');
  return arrivals.reduce((last, [id, at]) => (acceptedAt.has(id) ? last : Math.max(last, at)), 0);
}
/** Emails a second that were sent one by one, and received. */
async function singleRate() {
  const before = await received();
  const { started } = await load.generate(server, { count: singles });
  return (singles * 1000) / ((await load.untilReceived(before + singles)) - started);
}
const received = async () => (await askChild(load.sink, 'count')).count;
const shown = (times) =>
  `p50 ${Math.round(percentile(times, 0.5))} ms, p99 ${Math.round(percentile(times, 0.99))} ms (${times.length} emails)`;

try {
  const segment = await post('/segments', { name: 'Everyone' });
  await importContacts(origin, members, undefined, { segments: JSON.stringify([{ id: segment.id }]) });
  console.log(`${members} contacts imported in ${Math.round((performance.now() - begun) / 1000)} s`);

  const rateBefore = await singleRate();
  console.log(`single sends before: ${Math.round(rateBefore)} emails a second (${singles})`);

  const restOver = Date.now() + restMs;
  const atRest = await takenBy(await trickle(() => Date.now() > restOver));
  console.log(`at rest: accept to hand-over ${shown(atRest)}`);

  const restMb = server.residentMb();
  mostMb = restMb;
  const html = `<p>Hello {{{FIRST_NAME|there}}}!</p>${'<p>The news of this month in some words.</p>'.repeat(40)}<a href="{{{RESEND_UNSUBSCRIBE_URL}}}">Leave</a>`;
  const { id } = await post('/broadcasts', {
    ...{ segment_id: segment.id, from: `News <news@${sender}>`, subject: 'News for {{{FIRST_NAME|you}}}', html },
  });
  await wait(quietMs);
  const sentAt = Date.now();
  await post(`/broadcasts/${id}/send`, {});
  let half;
  let over = false;
  let meanwhile;
  for (;;) {
    const { status } = await ask(origin, `/broadcasts/${id}`);
    const { waiting, sent } = await ask(origin, `/dashboard-api/broadcasts/${id}/results`);
    if (half === undefined && (sent >= members / 2 || status === 'sent')) {
      half = { sent, at: Date.now() };
      meanwhile = trickle(() => over);
    }
    if (status === 'sent' && waiting === 0) break;
    await wait(lookEveryMs);
  }
  over = true;
  const besides = await meanwhile;
  const during = await takenBy(besides);
  const proof = await ask(origin, `/dashboard-api/broadcasts/${id}/proof`);
  const lastAt = await lastBut(besides);
  const mostWhileSentMb = mostMb;
  const rates = [
    ['before', rateBefore],
    ['after', await singleRate()],
  ];
  console.log(`single sends after: ${Math.round(rates[1][1])} emails a second (${singles})`);
  console.log(`during the broadcast: accept to hand-over ${shown(during)}`);
  console.log(`p99 during to p99 at rest: ${(percentile(during, 0.99) / percentile(atRest, 0.99)).toFixed(2)}`);
  for (const [name, count, ms] of [
    ['broadcast, whole', proof.sent, lastAt - sentAt],
    ['broadcast, alone', half.sent, half.at - sentAt],
    ['broadcast, beside single sends', proof.sent - half.sent, lastAt - half.at],
  ]) {
    const rate = (count * 1000) / ms;
    const ratios = rates.map(([when, single]) => `${(rate / single).toFixed(2)} of single sends ${when}`);
    console.log(`${name}: ${Math.round(rate)} emails a second, ${ratios.join(', ')}`);
  }
  console.log(`memory: ${restMb} MB at rest, ${mostWhileSentMb} MB at most, ${mostWhileSentMb - restMb} MB more`);
  const { planned, sent, skipped, failed, unknown, missing } = proof;
  console.log(`proof: ${JSON.stringify({ planned, sent, skipped, failed, unknown, missing })}`);
  if (missing > 0 || planned !== members) process.exitCode = 1;
} finally {
  clearInterval(sampling);
  await server.stop();
  load.stop();
  rmSync(dataDir, { recursive: true });
}
