// Contacts by the hundred thousand: `npm run bench:audience`. Imports a file of them into the built server while single mails come in, against
// mails in batches of the same hour and server, then lists, searches, filters and counts. Prints a table; ends with 1 where an aim is missed.
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ask, importContacts } from './imports.js';
import { cli, percentile, sender, startLoad, startServer } from './processes.js';

const contacts = Number(process.env.BENCH_CONTACTS ?? 1_000_000);
const batches = Number(process.env.BENCH_BATCHES ?? 100);
const readsOfEach = Number(process.env.BENCH_READS ?? 40);
const restSeconds = Number(process.env.BENCH_REST ?? 15);
const pacedEveryMs = 50;
const aims = { rateTimes: 3, moreMb: 300, p99Times: 3, readMs: 300 };
const password = 'a long enough passphrase';
const rows = [];
let missed = 0;

function row(what, value, aim = '', isMet = true) {
  rows.push({ what, value, aim: isMet ? aim : `${aim}: missed` });
  if (!isMet) missed += 1;
  console.error(what, value, isMet ? '' : 'missed');
}

const dataDir = mkdtempSync(join(tmpdir(), 'posthorn-audience-'));
const load = await startLoad();
let origin;

const asked = (path, init) => ask(origin, path, init);
const posted = (path, body, headers = {}) =>
  asked(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** Single mails, each when it is due, whether or not those before it are answered, until `isOver`: their times in order. */
async function paced(isOver) {
  const taken = [];
  const begun = performance.now();
  for (let number = 0; !isOver(); number += 1) {
    const due = begun + number * pacedEveryMs;
    await wait(Math.max(0, due - performance.now()));
    const mail = { from: `a@${sender}`, to: [`b@r${number % 40}.example.com`], subject: 'One', text: 'One' };
    taken.push(posted('/emails', mail).then(() => performance.now() - due));
  }
  return (await Promise.all(taken)).sort((one, other) => one - other);
}

async function untilCaughtUp(server) {
  for (;;) {
    const metrics = await (await fetch(`http://${server.host}:${server.port}/metrics`)).text();
    const lags = [...metrics.matchAll(/^posthorn_projection_lag_seconds\{[^}]*\} (\S+)$/gm)];
    if (lags.length > 0 && lags.every(([, lag]) => Number(lag) === 0)) return;
    await wait(100);
  }
}

async function signIn() {
  const { url } = cli(dataDir, 'users', 'create', 'ada@example.com');
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
  const send = async (path, body) => {
    const answer = await fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`no session: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const token = new URL(url).searchParams.get('token');
  await send('/dashboard-api/password-reset/confirm', { token, password });
  const signed = await send('/dashboard-api/sign-in', { email: 'ada@example.com', password });
  const cookie = signed.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  const { csrf_token: csrf } = await asked('/dashboard-api/session', { headers: { cookie } });
  return { cookie, 'x-posthorn-csrf': csrf, 'sec-fetch-site': 'same-origin' };
}

const readable = (sorted) => `${percentile(sorted, 0.5).toFixed(1)} / ${percentile(sorted, 0.95).toFixed(1)}`;

async function read(what, question) {
  const taken = [];
  let answer;
  for (let time = 0; time < readsOfEach; time += 1) {
    const from = performance.now();
    answer = await question(time);
    taken.push(performance.now() - from);
  }
  taken.sort((one, other) => one - other);
  const p95 = percentile(taken, 0.95);
  const found = answer.count === undefined ? `${answer.data.length} found` : `${answer.count}, exact: ${answer.exact}`;
  row(`${what} (${found}), p50 / p95 ms`, readable(taken), `${aims.readMs} ms`, p95 <= aims.readMs);
}

const rule = (field, operator, value) => ({ type: 'rule', field, operator, value });
const filters = {
  'three conditions, one of them indexed': {
    type: 'and',
    rules: [
      rule('properties.plan', 'eq', 'team'),
      rule('properties.orders', 'gte', 50),
      rule('unsubscribed', 'eq', false),
    ],
  },
  'three conditions, none of them indexed': {
    type: 'and',
    rules: [
      rule('properties.orders', 'gte', 98),
      rule('email', 'contains', '7@'),
      rule('last_name', 'starts_with', 'last1'),
    ],
  },
};

async function reads() {
  const session = await signIn();
  const at = (time) => Math.floor((contacts / readsOfEach) * time);
  await read('list, first page of 100', () => asked('/contacts?limit=100'));
  const { data } = await asked('/contacts?limit=100');
  await read('list, the next page', () => asked(`/contacts?limit=100&after=${data.at(-1).id}`));
  await read('list, who has left', () => asked('/contacts?limit=100&unsubscribed=true'));
  await read('search for one address', (time) => asked(`/contacts?limit=20&search=person${at(time)}@`));
  await read('search for how all begin', () => asked('/contacts?limit=20&search=person'));
  await read('search for two words', (time) => asked(`/contacts?limit=20&search=first${time}%20last${time}`));
  await read('one contact by its address', async (time) => ({
    data: [await asked(`/contacts/person${at(time)}@host${at(time) % 1_000}.example.com`)],
  }));
  for (const [name, filter] of Object.entries(filters)) {
    const { id } = await posted('/segments', { name, filter });
    await read(`segment, ${name}`, () => asked(`/segments/${id}/contacts?limit=50`));
    await read(`count, ${name}`, () => posted('/dashboard-api/segments/count', { filter }, session));
  }
  await read('usage', async () => ({ data: [await asked('/usage')] }));
}

let server;
try {
  const environment = { ...load.environment, POSTHORN_ROLES: 'api,projections', IMPORT_MAX_BYTES: '500000000' };
  server = await startServer(dataDir, environment);
  origin = `http://${server.host}:${server.port}`;
  await load.generate(server, { count: 1_000 });
  await load.generate(server, { count: batches / 4, batch: 100, connections: 8 });
  const mails = await load.generate(server, { count: batches, batch: 100, connections: 8 });
  const mailRate = (batches * 100 * 1000) / mails.elapsedMs;
  await untilCaughtUp(server);
  const restUntil = performance.now() + restSeconds * 1000;
  const atRest = await paced(() => performance.now() > restUntil);
  const restMb = server.residentMb();

  let mostMb = 0;
  let isOver = false;
  const cpu = server.cpuSeconds();
  const begun = performance.now();
  const sending = paced(() => isOver);
  const importedMs = await importContacts(origin, contacts, () => (mostMb = Math.max(mostMb, server.residentMb())));
  isOver = true;
  const during = await sending;
  await untilCaughtUp(server);
  const caughtUpMs = performance.now() - begun;
  const cpuMs = (server.cpuSeconds() - cpu) * 1000;
  const rate = (contacts * 1000) / importedMs;

  row('mails accepted in batches of 100, a second', Math.round(mailRate));
  const times = rate / mailRate;
  const aim = `${aims.rateTimes} times`;
  row('rows imported, a second', `${Math.round(rate)}: ${times.toFixed(2)} times`, aim, times >= aims.rateTimes);
  row('rows that the read models have followed, a second', Math.round((contacts * 1000) / caughtUpMs));
  row('processor time of a row, ms', (cpuMs / contacts).toFixed(3));
  row('memory, MB at rest and at most', `${restMb}, ${mostMb}`, `${aims.moreMb} more`, mostMb - restMb <= aims.moreMb);
  const [rest, busy] = [atRest, during].map((sorted) => percentile(sorted, 0.99));
  const p99 = `${rest.toFixed(1)}, ${busy.toFixed(1)} (p50 ${percentile(during, 0.5).toFixed(1)})`;
  row('single mail, p99 at rest and during, ms', p99, `${aims.p99Times} times`, busy <= aims.p99Times * rest);
  if (readsOfEach > 0) await reads();

  console.log(`\n${contacts} contacts; ${cpus().length} cores, ${cpus()[0]?.model}, Node ${process.version}\n`);
  console.table(rows);
} finally {
  await server?.stop();
  load.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exitCode = missed > 0 ? 1 : 0;
