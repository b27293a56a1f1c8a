// Fills a folder as a team that writes to many people leaves one: contacts, segments, topics, and broadcasts that were sent over
// 90 days, with what became of each email. Contacts come in by an import into a server; one broadcast is drafted by its
// API. Then `fill-broadcasts.js` writes what the others leave in the log, and the server folds it.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ask, importContacts } from './imports.js';
import { apiKey, ask as askChild, sender, startChild, startServer } from './processes.js';

const json = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
const pageRows = 100;
const dayMs = 86_400_000;
const begun = performance.now();
export const say = (text) => console.error(`${((performance.now() - begun) / 1000).toFixed(0).padStart(5)} s  ${text}`);

const environment = { POSTHORN_ROLES: 'api,projections', PREVERIFIED_DOMAINS: sender, IMPORT_MAX_BYTES: '500000000' };
/** A server on the folder that delivers nothing. */
export async function startFilled(dataDir, flags = []) {
  const server = await startServer(dataDir, environment, flags);
  return { ...server, origin: `http://${server.host}:${server.port}` };
}

/** Every projection has everything that is in the log. */
export async function untilCaughtUp({ origin }) {
  for (;;) {
    const metrics = await (await fetch(`${origin}/metrics`, { headers: json })).text();
    const lags = [...metrics.matchAll(/^posthorn_projection_lag_seconds\{[^}]*\} (\S+)$/gm)];
    if (lags.length > 0 && lags.every(([, lag]) => Number(lag) === 0)) return;
    await wait(200);
  }
}

/** Members of each broadcast: of one as many as `largest`, of the others between a third and five thirds of their share. */
export function membersOf({ broadcasts, emails, largest }) {
  const share = (emails - largest) / Math.max(1, broadcasts - 1);
  return Array.from({ length: broadcasts }, (_, index) =>
    index === 0 ? largest : Math.max(1, Math.round(share * (1 / 3 + ((index * 37) % 101) / 75.75))),
  );
}

/**
 * The folder, filled unless it is: what is in it. `contacts`: people, of whom the newest get the emails. `emails`: of all
 * broadcasts together.
 */
export async function filled(dataDir, { contacts, broadcasts, emails, largest }) {
  const notes = join(dataDir, 'filled.json');
  if (existsSync(notes)) return JSON.parse(readFileSync(notes, 'utf8'));
  mkdirSync(dataDir, { recursive: true });
  let server = await startFilled(dataDir);
  const post = (path, body) => ask(server.origin, path, { method: 'POST', body: JSON.stringify(body), headers: json });
  const segment = await post('/segments', { name: 'Everyone' });
  const topics = [];
  for (let index = 0; index < 20; index += 1)
    topics.push(
      await post('/topics', { name: `Topic ${index}`, default_subscription: index % 2 ? 'opt_in' : 'opt_out' }),
    );
  await importContacts(server.origin, contacts, undefined, {
    segments: JSON.stringify([{ id: segment.id }]),
  });
  say(`${contacts} contacts imported`);
  const sizes = membersOf({ broadcasts, emails, largest });
  const people = await newest(server.origin, Math.max(...sizes));
  const model = await post('/broadcasts', {
    ...{ name: 'The model of all', segment_id: segment.id, topic_id: topics[0].id },
    ...{ from: `News <news@${sender}>`, subject: 'News of this month' },
    html: '<p>Hello!</p><a href="https://example.com/shop">Shop</a> <a href="https://example.com/blog">Blog</a> <a href="{{{RESEND_UNSUBSCRIBE_URL}}}">Unsubscribe</a>',
  });
  for (let index = 0; index < 50; index += 1) await post('/segments', segmentOf(index));
  await untilCaughtUp(server);
  await server.stop();
  const { child } = await startChild('fill-broadcasts.js');
  const sent = sizes.map((members, index) => {
    const at = Date.now() - 90 * dayMs + Math.floor((index / broadcasts) * 89 * dayMs);
    return { name: `News ${index}`, members, at };
  });
  const result = await askChild(child, { dataDir, sender, model: model.id, broadcasts: sent, people });
  child.disconnect();
  say(`${result.events} events of ${result.emails} emails written`);
  server = await startFilled(dataDir);
  await untilCaughtUp(server);
  await server.stop();
  say('folded');
  const kept = {
    segmentId: segment.id,
    topicIds: topics.map(({ id }) => id),
    largest: result.broadcastIds[0],
    contactId: people[0].id,
  };
  writeFileSync(notes, JSON.stringify(kept));
  return kept;
}

const segmentOf = (index) => ({
  name: `Segment ${index}`,
  filter: { type: 'rule', field: 'last_name', operator: 'eq', value: `Last${index}` },
});

/** The contacts that were created last. */
async function newest(origin, count) {
  const people = [];
  for (let after = ''; people.length < count; after = `&after=${people.at(-1).id}`) {
    const page = await ask(origin, `/contacts?limit=${pageRows}${after}`);
    people.push(...page.data.map(({ id, email }) => ({ id, email })));
    if (!page.has_more) break;
  }
  return people.slice(0, count);
}
