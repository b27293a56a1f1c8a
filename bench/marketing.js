// What a marketer waits for: `npm run bench:marketing`. A folder with BENCH_CONTACTS contacts (1,000,000) and BENCH_BROADCASTS
// broadcasts (1,000) of BENCH_EMAILS emails (600,000, one broadcast with BENCH_LARGEST, 100,000) over 90 days is filled, or read
// again where BENCH_FOLDER has one. Measured over HTTP: the list of broadcasts sorted by each column, the count of a
// segment while one builds it, and what the dashboard's rooms ask for. In Chromium: the first visit of each room, from the click
// to its content, in a server that has just started and in one that runs. BENCH_ONLY: lists, counts, reads or visits.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { ask } from './imports.js';
import { filled, say, startFilled } from './marketing-fill.js';
import { apiKey, cli, cpuSecondsOf, percentile } from './processes.js';

const number = (name, usual) => Number(process.env[name] ?? usual);
const sizes = {
  contacts: number('BENCH_CONTACTS', 1_000_000),
  broadcasts: number('BENCH_BROADCASTS', 1_000),
  emails: number('BENCH_EMAILS', 600_000),
  largest: number('BENCH_LARGEST', 100_000),
};
const only = process.env.BENCH_ONLY?.split(',');
const repeats = number('BENCH_REPEATS', 20);
const given = process.env.BENCH_FOLDER;
const dataDir = given ?? mkdtempSync(join(tmpdir(), 'posthorn-marketing-'));
const json = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
const password = 'four plain words here';

const rows = [];
const note = (what, ...values) => {
  rows.push([what, ...values]);
  say([what, ...values].join('  '));
};
const shown = (times) => {
  const sorted = times.toSorted((a, b) => a - b);
  return [sorted[0], percentile(sorted, 0.5), percentile(sorted, 0.95)].map((ms) => ms.toFixed(0)).join(' / ');
};

/** Least, p50 and p95 of requests one after the other, and the server's processor time for one. */
async function timed(server, what, request, times = repeats) {
  const taken = [];
  const cpu = cpuSecondsOf(server.pid);
  let last;
  for (let index = 0; index < times; index += 1) {
    const from = performance.now();
    last = await request(index, last);
    taken.push(performance.now() - from);
  }
  const cpuMs = ((cpuSecondsOf(server.pid) - cpu) * 1_000) / times;
  return { last, taken, note: (...more) => note(what, shown(taken), cpuMs.toFixed(0), ...more) };
}

const get = (server) => (path) => ask(server.origin, path, { headers: json });

/** A page, and the figures of its rows, as the dashboard asks for them. */
async function lists(server) {
  const read = get(server);
  const page = async (sort, after) => {
    const listed = await read(
      `/dashboard-api/broadcasts?limit=50${sort}${after === undefined ? '' : `&after=${after}`}`,
    );
    await read(`/dashboard-api/broadcasts/counts?ids=${listed.data.map(({ id }) => id).join(',')}`);
    return listed;
  };
  for (const column of [
    '',
    'name',
    'sent',
    'recipients',
    'delivered',
    'opened',
    'clicked',
    'bounced',
    'unsubscribed',
  ]) {
    const sort = column === '' ? '' : `&sort=-${column}`;
    // From page to page, to the end and from the start again.
    const measured = await timed(server, `broadcasts by ${column || 'age'}`, (_, last) =>
      page(sort, last?.has_more === true ? last.data.at(-1).id : undefined),
    );
    measured.note();
  }
}

const rule = (field, operator, value, more = {}) => ({
  type: 'rule',
  field,
  operator,
  ...(value === undefined ? {} : { value }),
  ...more,
});
const conditions = ({ topicIds }, importId) => ({
  'a property, by an index': rule('properties.plan', 'eq', 'team'),
  'a property, compared': rule('properties.orders', 'gte', 50),
  'a topic': rule(`topic:${topicIds[0]}`, 'eq', true),
  opened: rule('activity.opened', 'exists'),
  'opened in the last 30 days': rule('activity.opened', 'in_last_days', 30),
  'not opened': { type: 'not', rule: rule('activity.opened', 'exists') },
  clicked: rule('activity.clicked_link', 'contains', '/shop', { within_days: 30 }),
  received: rule('activity.delivered', 'in_last_days', 30),
  'joined by an import': rule('joined_by', 'eq', 'import'),
  'of one import': rule(`import:${importId}`, 'exists'),
  'joined in the last 7 days': rule('created_at', 'in_last_days', 7),
  'a name, not by an index': rule('first_name', 'contains', 'st12'),
  groups: {
    type: 'and',
    rules: [
      { type: 'or', rules: [rule('properties.plan', 'eq', 'team'), rule('properties.plan', 'eq', 'large')] },
      { type: 'not', rule: rule('properties.orders', 'lt', 10) },
      { type: 'or', rules: [rule('activity.opened', 'exists'), rule('created_at', 'in_last_days', 1)] },
    ],
  },
});

async function counts(server, kept) {
  const { data: imports } = await get(server)('/contacts/imports');
  for (const [name, filter] of Object.entries(conditions(kept, imports[0].id))) {
    const body = JSON.stringify({ filter });
    const measured = await timed(server, `count: ${name}`, () =>
      ask(server.origin, '/dashboard-api/segments/count', { method: 'POST', headers: json, body }),
    );
    const { count, exact, margin } = measured.last;
    measured.note(exact ? `${count}` : `about ${count} ± ${margin}`);
  }
}

async function reads(server, { largest, contactId, topicIds }) {
  const read = get(server);
  const segments = (await read('/segments?limit=50')).data.map(({ id }) => id).join(',');
  for (const [what, path] of [
    ['contacts', '/contacts?limit=50'],
    ['timeline of a contact', `/dashboard-api/contacts/${contactId}/timeline`],
    ['results of the largest broadcast', `/dashboard-api/broadcasts/${largest}/results`],
    ...['sent', 'delivered', 'opened', 'clicked', 'bounced', 'unsubscribed'].map((type) => [
      `recipients: ${type}`,
      `/broadcasts/${largest}/recipients?type=${type}&limit=50`,
    ]),
    ['members of 50 segments', `/dashboard-api/segments/members?ids=${segments}`],
    ['subscribers of 20 topics', `/dashboard-api/topics/subscribers?ids=${topicIds.join(',')}`],
    ['metrics of 90 days', `/dashboard-api/metrics?start_date=${new Date(Date.now() - 89 * 86_400_000).toISOString()}`],
    ['usage', '/usage'],
    ['emails', '/dashboard-api/emails?limit=50'],
    ['suppressions', '/suppressions?limit=50'],
  ])
    (await timed(server, what, () => read(path))).note();
}

const rooms = ({ largest, contactId, segmentId }) => [
  ['Metrics', '/metrics'],
  ['Metrics, 90 days', '/metrics?range=90d'],
  ['Usage', '/usage'],
  ['Broadcasts', '/broadcasts'],
  ['Broadcast, results', `/broadcasts/${largest}?tab=results`],
  ['Broadcast, proof', `/broadcasts/${largest}?tab=proof`],
  ['Contacts', '/contacts'],
  ['Contact', `/contacts/${contactId}`],
  ['Segments', '/segments'],
  ['Segment', `/segments/${segmentId}`],
  ['Topics', '/topics'],
  ['Suppressions', '/suppressions'],
  ['Forms', '/forms'],
  ['Imports', '/imports'],
  ['Templates', '/templates'],
  ['Emails', '/emails'],
  ['Logs', '/logs'],
  ['Health', '/health'],
];

/** From the click until the room has nothing that is still outlined, in the browser's own time. */
const visit = (path) => `new Promise((resolve, reject) => {
  const from = performance.now();
  history.pushState({}, '', '/dashboard${path}');
  let quiet = 0;
  let at = 0;
  const look = () => {
    const now = performance.now();
    const main = document.querySelector('main');
    const waits = main === null || main.querySelector('[aria-busy=true], [data-testid=outline], .mantine-Skeleton-root, .mantine-Loader-root') !== null || main.textContent.trim() === '';
    const same = location.pathname === '/dashboard${path.split('?')[0]}';
    if (waits || !same || [undefined, 'Domains'].includes(main.querySelector('h1')?.textContent)) quiet = 0;
    else if ((quiet += 1) === 1) at = now;
    // What follows the first content at once still counts.
    if (quiet > 12) return resolve(at - from);
    if (now - from > 20000) return reject(new Error('${path} was not shown'));
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})`;

async function withServer(work) {
  const server = await startFilled(dataDir);
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

async function signedIn(browser, server) {
  const known = join(dataDir, 'signed-in.json');
  if (!existsSync(known)) {
    const { url } = cli(dataDir, 'users', 'create', 'ada@example.com');
    const context = await browser.newContext();
    const page = await context.newPage();
    const { pathname, search } = new URL(url);
    await page.goto(`${server.origin}${pathname}${search}`);
    await page.getByLabel('New password').fill(password);
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByLabel('Email address').fill('ada@example.com');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Emails' }).waitFor();
    await context.storageState({ path: known });
    await context.close();
  }
  return known;
}

/** Each visit is the first of its browser, which has only the list of domains open. */
async function visitOnce(browser, server, storageState, path) {
  const { cookies } = await import(`file://${storageState}`, { with: { type: 'json' } }).then((file) => file.default);
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, domain: server.host })));
  const page = await context.newPage();
  const protocol = await browser.newBrowserCDPSession();
  await page.goto(`${server.origin}/dashboard/domains`);
  await page.getByRole('heading', { level: 1, name: 'Domains' }).waitFor();
  await page.waitForLoadState('networkidle');
  const renderer = async () => {
    const { processInfo } = await protocol.send('SystemInfo.getProcessInfo');
    return processInfo.reduce((sum, { type, cpuTime }) => sum + (type === 'renderer' ? cpuTime : 0), 0);
  };
  const [cpu, drawn] = [server.cpuSeconds(), await renderer()];
  const ms = await page.evaluate(visit(path));
  const cpuMs = (server.cpuSeconds() - cpu) * 1_000;
  const drawnMs = ((await renderer()) - drawn) * 1_000;
  if (process.env.BENCH_PICTURES)
    await page.screenshot({ path: join(process.env.BENCH_PICTURES, `${path.replace(/\W+/g, '-')}.png`) });
  await context.close();
  return { ms, cpuMs, drawnMs };
}

async function visits(kept) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const state = await withServer((server) => signedIn(browser, server));
    const runs = number('BENCH_VISITS', 3);
    for (const [name, path] of rooms(kept)) {
      const warm = [];
      const cold = await withServer(async (server) => {
        const first = await visitOnce(browser, server, state, path);
        for (let run = 0; run < runs; run += 1) warm.push(await visitOnce(browser, server, state, path));
        return first;
      });
      const drawnMs = Math.min(...warm.map((each) => each.drawnMs));
      const cpuMs = Math.min(...warm.map((each) => each.cpuMs));
      note(
        `visit: ${name}`,
        `started ${cold.ms.toFixed(0)}, ${shown(warm.map(({ ms }) => ms))}`,
        cpuMs.toFixed(0),
        `renderer ${drawnMs.toFixed(0)}`,
      );
    }
  } finally {
    await browser.close();
  }
}

try {
  const kept = await filled(dataDir, sizes);
  const asked = (part) => only === undefined || only.includes(part);
  await withServer(async (server) => {
    if (asked('lists')) await lists(server);
    if (asked('counts')) await counts(server, kept);
    if (asked('reads')) await reads(server, kept);
  });
  if (asked('visits')) await visits(kept);
  console.log(
    '| measurement | ms: least / p50 / p95 | processor time of the server, ms | |\n| --- | --- | --- | --- |',
  );
  for (const row of rows) console.log(`| ${row.join(' | ')} |`);
} finally {
  if (given === undefined) rmSync(dataDir, { recursive: true, force: true });
}
