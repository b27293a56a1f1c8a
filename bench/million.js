// What a million stored mails cost: `npm run bench:million`. Grows one installation through the sizes, and measures the
// built server at each: accepting, reading, starting, memory, files. Prints a table with a column for each size.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { apiKey, ask, percentile, sender, startChild, startLoad, startServer } from './processes.js';

const sizes = (process.env.BENCH_SIZES ?? '10000,100000,300000,1000000').split(',').map(Number);
/** Of all mails; the others are delivered or have bounced. */
const scheduledShare = Number(process.env.BENCH_SCHEDULED ?? 0.8);
const acceptedPerSize = Number(process.env.BENCH_SINGLE ?? 3_000);
/** Mails that are in the log and not yet in the read models when a server starts. */
const backlog = Number(process.env.BENCH_BACKLOG ?? 5_000);
const readsOfEach = 200;
const mailsOneByOne = 30;
const idleMs = 6_000;
const agent = new Agent({ keepAlive: true });

const dataDir = mkdtempSync(join(tmpdir(), 'posthorn-million-'));
const { child: filler } = await startChild('fill.js');
const load = await startLoad();
const everyRole = {};
const withoutDelivery = { POSTHORN_ROLES: 'api,projections' };

let mails = 0;
const samples = [];
const began = performance.now();
const say = (text) => console.error(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${text}`);

async function start(roles) {
  const from = performance.now();
  const server = await startServer(dataDir, { ...load.environment, ...roles });
  return { ...server, startedMs: performance.now() - from };
}

function get(server, path, method = 'GET', body = undefined) {
  const headers = { authorization: `Bearer ${apiKey}`, ...(body ? { 'content-type': 'application/json' } : {}) };
  return new Promise((resolve, reject) => {
    const sent = request({ host: server.host, port: server.port, path, method, headers, agent }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk) => (text += chunk));
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve(text);
        else reject(new Error(`${method} ${path}: ${answer.statusCode} ${text}`));
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Every projection has everything that is in the log. */
async function untilCaughtUp(server) {
  for (;;) {
    const metrics = await get(server, '/metrics');
    const lags = [...metrics.matchAll(/^posthorn_projection_lag_seconds\{[^}]*\} (\S+)$/gm)];
    if (lags.length > 0 && lags.every(([, lag]) => Number(lag) === 0)) return;
    await wait(50);
  }
}

async function fill(count) {
  const filled = await ask(filler, { dataDir, sender, scheduledShare, count, first: mails });
  mails += count;
  samples.push(...filled.sample);
  return filled;
}

const times = (sorted) => `${percentile(sorted, 0.5).toFixed(1)} / ${percentile(sorted, 0.95).toFixed(1)}`;

/** p50 / p95 of one request after the other. */
async function timed(server, pathOf) {
  const taken = [];
  for (let index = 0; index < readsOfEach; index += 1) {
    const from = performance.now();
    await get(server, pathOf(index));
    taken.push(performance.now() - from);
  }
  return times(taken.sort((a, b) => a - b));
}

async function reads(server, note) {
  const middle = samples[Math.floor(samples.length / 2)].id;
  const page = '/emails?limit=100';
  note('list, first page of 100', await timed(server, () => page));
  note('list, page from the middle', await timed(server, () => `${page}&after=${middle}`));
  note('list, page before the middle', await timed(server, () => `${page}&before=${middle}`));
  for (const event of ['delivered', 'bounced', 'scheduled'])
    note(`list, last_event=${event}`, await timed(server, () => `${page}&last_event=${event}`));
  const newest = JSON.parse(await get(server, page)).data.map(({ id }) => id);
  note('one email, newest', await timed(server, (index) => `/emails/${newest[index % newest.length]}`));
  note('one email, from all ages', await timed(server, (index) => `/emails/${samples[index % samples.length].id}`));
  note('request log, first page of 100', await timed(server, () => '/logs?limit=100'));
  note('request log, status=200', await timed(server, () => '/logs?limit=100&status=200'));
  note('usage', await timed(server, () => '/usage'));
}

/** Filled mails are as real as accepted ones: who they went to, what they said, how they ended. */
async function verifySample(server) {
  for (const { id, number } of samples) {
    const mail = JSON.parse(await get(server, `/emails/${id}`));
    const right =
      mail.to[0] === `person${number}@r${number % 40}.example.com` &&
      mail.html.includes(`Order ${number} has been packed`) &&
      ['delivered', 'bounced', 'scheduled'].includes(mail.last_event);
    if (!right) throw new Error(`mail ${number} is not what was filled in: ${JSON.stringify(mail)}`);
  }
}

/** From the answer to the receiver, one mail at a time: each wakes the dispatcher once. */
async function wakes(server) {
  const taken = [];
  for (let index = 0; index < mailsOneByOne; index += 1) {
    const before = await ask(load.sink, 'count');
    const body = JSON.stringify({ from: `a@${sender}`, to: [`b@r${index}.example.com`], subject: 'One', text: 'One' });
    const from = Date.now();
    await get(server, '/emails', 'POST', body);
    for (;;) {
      const now = await ask(load.sink, 'count');
      if (now.count > before.count) {
        taken.push(now.lastAt - from);
        break;
      }
      if (Date.now() - from > 30_000) throw new Error('a mail did not arrive');
      await wait(1);
    }
  }
  mails += mailsOneByOne;
  return times(taken.sort((a, b) => a - b));
}

function megabytes(name) {
  const bytes = ['', '-wal'].reduce(
    (sum, end) => sum + (statSync(join(dataDir, name + end), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
  return Math.round(bytes / 1e6);
}

/** Grows to the size. A server folds beside it, and one that starts later finds the last of it. */
async function grow(size, note) {
  const late = Math.min(backlog, size - mails);
  let server = await start(withoutDelivery);
  const early = size - mails - late;
  const filled = await fill(early);
  say(`${mails} mails filled in, ${Math.round((filled.events / filled.elapsedMs) * 1000)} events/s`);
  await untilCaughtUp(server);
  note('emails stored per second while a server runs', Math.round((early / filled.elapsedMs) * 1000));
  await server.stop();
  await fill(late);
  const from = performance.now();
  server = await start(withoutDelivery);
  await untilCaughtUp(server);
  const caughtUpMs = performance.now() - from;
  note(`start and processing of ${late} new emails, s`, (caughtUpMs / 1000).toFixed(1));
  say('caught up');
  await verifySample(server);
  await server.stop();
}

async function measure(size) {
  const column = new Map();
  const note = (what, value) => column.set(what, String(value));
  await grow(size, note);

  let server;
  const starts = [];
  for (let count = 0; count < 3; count += 1) {
    await server?.stop();
    server = await start(everyRole);
    starts.push(server.startedMs);
  }
  note('start until the server responds, every role, s', (starts.sort((a, b) => a - b)[1] / 1000).toFixed(2));
  note('resident memory after the start, MB', server.residentMb());
  await wait(1_000);
  const cpu = server.cpuSeconds();
  await wait(idleMs);
  note('processor time while idle, ms per second', Math.round(((server.cpuSeconds() - cpu) / idleMs) * 1e6));
  await reads(server, note);
  note('from the request to the receiver, one email at a time', await wakes(server));
  say('reads done');
  await server.stop();

  server = await start(withoutDelivery);
  await load.generate(server, { count: 500, first: mails });
  const measured = await load.generate(server, { count: acceptedPerSize });
  mails += 500 + acceptedPerSize;
  note('accepted per second, 50 connections', Math.round((acceptedPerSize / measured.elapsedMs) * 1000));
  note('response to a request, 50 connections, p99', percentile(measured.latencies, 0.99).toFixed(0));
  note('response to a request, 50 connections', times(measured.latencies));
  note('resident memory under this load, MB', server.residentMb());
  await untilCaughtUp(server);
  await server.stop();

  // Nothing of this load is left over for the next size.
  const { count } = await ask(load.sink, 'count');
  server = await start(everyRole);
  await load.untilReceived(count + 500 + acceptedPerSize);
  note('resident memory after delivery of these emails, MB', server.residentMb());
  await untilCaughtUp(server);
  await server.stop();
  for (const name of ['eventlog', 'vault', 'read']) note(`${name}.sqlite, MB`, megabytes(`${name}.sqlite`));
  say(`${size} mails measured`);
  return column;
}

function table(columns) {
  const names = [...new Set(columns.flatMap(([, column]) => [...column.keys()]))];
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [
    line(['stored mails', ...columns.map(([size]) => size.toLocaleString('en'))]),
    line(['---', ...columns.map(() => '---')]),
    ...names.map((name) => line([name, ...columns.map(([, column]) => column.get(name) ?? '')])),
  ].join('\n');
}

try {
  // The first start makes the installation and its domain.
  await (await start(everyRole)).stop();
  const columns = [];
  for (const size of sizes) columns.push([size, await measure(size)]);
  console.log(`\n${cpus().length} cores, ${cpus()[0]?.model}, Node ${process.version}; latencies are p50 / p95 in ms`);
  console.log(`${scheduledShare * 100} % of the mails wait for their time\n`);
  console.log(table(columns));
} finally {
  filler.disconnect();
  load.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
