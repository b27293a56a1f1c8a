// What the dashboard costs with many mails: `npm run bench:pages`. Fills an installation, opens the list of emails in Chromium, and
// prints first paints, searches and filters, and what twenty open pages take of a core while nothing happens and while mail comes in.
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { scrolled } from './scroll.js';
import { apiKey, ask, cli, percentile, sender, startChild, startLoad, startServer } from './processes.js';

const mails = Number(process.env.BENCH_MAILS ?? 100_000);
const openPages = 20;
const watchedMs = 30_000;
const rounds = 7;
const password = 'four plain words here';
const questions = {
  'no filter': '',
  'an address': 'search=person77%40r37.example.com',
  'the beginning of every subject': 'search=order',
  'two words': 'search=order%20500',
  'a status': 'status=bounced',
  'a status and a word': 'status=delivered&search=order%20420',
  'a domain': `domain=${sender}`,
};

const dataDir = mkdtempSync(join(tmpdir(), 'posthorn-pages-'));
const load = await startLoad();
const { child: filler } = await startChild('fill.js');
const rows = [];
let browser;
let server;
try {
  server = await startServer(dataDir, load.environment);
  await ask(filler, { dataDir, sender, scheduledShare: 0.1, count: mails, first: 0 });
  await untilCaughtUp();
  const origin = `http://${server.host}:${server.port}`;
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  const signedIn = await signIn(origin);
  await paints(origin, signedIn);
  await scrolls(origin, signedIn);
  await searches(origin, signedIn);
  await open(origin, signedIn);
  console.log(`\n${cpus().length} cores, ${cpus()[0]?.model}, Node ${process.version}; ${mails} mails\n`);
  console.table(rows);
} finally {
  await browser?.close();
  await server?.stop();
  load.stop();
  filler.disconnect();
  rmSync(dataDir, { recursive: true, force: true });
}

async function untilCaughtUp() {
  for (;;) {
    const metrics = await (await fetch(`http://${server.host}:${server.port}/metrics`)).text();
    const lags = [...metrics.matchAll(/^posthorn_projection_lag_seconds\{[^}]*\} (\S+)$/gm)];
    if (lags.length > 0 && lags.every(([, lag]) => Number(lag) === 0)) return;
    await wait(200);
  }
}

/** The cookies of an admin, who came by the link that the command line prints. */
async function signIn(origin) {
  const { url } = cli(dataDir, 'users', 'create', 'ada@example.com');
  const token = new URL(url).searchParams.get('token');
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
  const body = JSON.stringify({ token, password });
  const answer = await fetch(`${origin}/dashboard-api/password-reset/confirm`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`no session: ${answer.status} ${await answer.text()}`);
  const credentials = JSON.stringify({ email: 'ada@example.com', password });
  const signed = await fetch(`${origin}/dashboard-api/sign-in`, { method: 'POST', headers, body: credentials });
  if (!signed.ok) throw new Error(`no session: ${signed.status} ${await signed.text()}`);
  return signed.headers.getSetCookie().map((line) => {
    const [name, value] = line.split(';', 1)[0].split('=');
    return { name, value, url: origin };
  });
}

/** A browser of its own: nothing is cached, and no connection is shared. */
async function visitor(cookies) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await context.addCookies(cookies);
  return context.newPage();
}

async function paints(origin, cookies) {
  const first = [];
  const whole = [];
  for (let round = 0; round < rounds; round += 1) {
    const page = await visitor(cookies);
    const begun = performance.now();
    await page.goto(`${origin}/dashboard/emails`);
    await page.locator('tbody tr').first().waitFor();
    whole.push(performance.now() - begun);
    first.push(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0));
    await page.context().close();
  }
  note('first paint, nothing cached, ms', first);
  note('the first page of the list is there, nothing cached, ms', whole);
}

async function searches(origin, cookies) {
  const page = await visitor(cookies);
  await page.goto(`${origin}/dashboard/emails`);
  for (const [what, query] of Object.entries(questions)) {
    const taken = await page.evaluate(
      async ([path, times]) => {
        const each = [];
        for (let round = 0; round < times; round += 1) {
          const begun = performance.now();
          const answer = await fetch(path);
          if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
          await answer.json();
          each.push(performance.now() - begun);
        }
        return each;
      },
      [`/dashboard-api/emails?limit=50&${query}`, rounds],
    );
    note(`list: ${what}, ms`, taken);
  }
  await page.context().close();
}

async function open(origin, cookies) {
  const alone = await coreShare(async () => wait(watchedMs));
  for (let each = 0; each < openPages; each += 1) {
    const page = await visitor(cookies);
    await page.goto(`${origin}/dashboard/emails`);
    await page.locator('tbody tr').first().waitFor();
  }
  await wait(5_000);
  const watched = await coreShare(async () => wait(watchedMs));
  rows.push({ what: `${openPages} open lists, beyond none: % of a core`, median: (watched - alone).toFixed(2) });
  const busy = () => coreShare(() => trickle(origin));
  const withPages = await busy();
  await Promise.all(browser.contexts().map((context) => context.close()));
  await wait(2_000);
  const without = await busy();
  const more = (withPages - without).toFixed(2);
  rows.push({ what: `the same while a mail comes in each second: % of a core`, median: more });
}

async function trickle(origin) {
  const until = Date.now() + watchedMs;
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ from: `a@${sender}`, to: ['b@r1.example.com'], subject: 'One', text: 'One' });
  while (Date.now() < until) {
    await fetch(`${origin}/emails`, { method: 'POST', headers, body });
    await wait(1_000);
  }
}

async function coreShare(act) {
  const [cpu, at] = [server.cpuSeconds(), performance.now()];
  await act();
  return ((server.cpuSeconds() - cpu) / ((performance.now() - at) / 1_000)) * 100;
}

function note(what, taken) {
  const sorted = taken.sort((a, b) => a - b);
  rows.push({ what, median: percentile(sorted, 0.5).toFixed(0), slowest: sorted.at(-1).toFixed(0) });
}

async function scrolls(origin, cookies) {
  const page = await visitor(cookies);
  for (const { pxPerSecond, framesPerSecond, longestMs, late } of await scrolled(page, origin)) {
    console.log(
      `scrolled 50,000 rows at ${pxPerSecond} px a second: ${framesPerSecond} frames a second, longest ${longestMs} ms, ${late} late`,
    );
  }
  await page.context().close();
}
