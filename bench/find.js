// How long the page's list of mails takes to find some of many: `npm run bench:find`. Folds the documents through the projection into the
// embedded read store, and asks the use case. Prints the slowest of each question; ends with 1 where one is over the limit.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findEmails } from '../dist/application/email/find-emails.js';
import { shapeOf } from '../dist/infrastructure/projection-runner/fold-page.js';
import { SqliteReadStore } from '../dist/infrastructure/read-store/sqlite-read-store.js';
import { emailsProjection } from '../dist/projections/emails/emails.projection.js';

const mails = Number(process.env.BENCH_MAILS ?? 100_000);
const limitMs = 300;
const repeats = 5;
const batch = 500;
const teamId = '018f0000-0000-7000-8000-00000000000a';
const keyOf = (number) => `018f0000-0000-8000-8000-0000000000${String(number % 5).padStart(2, '0')}`;
const startMs = Date.UTC(2026, 0, 1);
const everyMs = 60_000;

const words = [
  'welcome',
  'invoice',
  'password',
  'newsletter',
  'order',
  'reset',
  'receipt',
  'reminder',
  'weekly',
  'code',
];
const revealed = (kid, value) => ({ kid, value });

function idAt(number) {
  const time = (startMs + number * everyMs).toString(16).padStart(12, '0');
  // Scattered, as the random part of an id is.
  const rest = ((number * 2_654_435_761) % 2 ** 32).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${rest}`;
}

function acceptedAt(number) {
  const id = idAt(number);
  const kid = `${id}.0`;
  const recipient = `user${number}@host${number % 1_000}.example`;
  const detail = { name: null, address: recipient };
  const subject = `Your ${words[number % 10]} ${words[Math.floor(number / 10) % 10]} number ${number}`;
  const body = { blobId: id, kid, sizeBytes: 10, digest: 'f'.repeat(64) };
  return {
    stream: `email-${id}`,
    position: String(number).padStart(20, '0'),
    metadata: {
      time: new Date(startMs + number * everyMs).toISOString(),
      teamId,
      actor: { kind: 'api-key', id: keyOf(number) },
    },
    event: {
      type: 'EmailAccepted',
      data: {
        domainId: id,
        messageId: `<${id}@shop.example>`,
        retryClass: 'standard',
        sandbox: false,
        content: revealed(kid, {
          from: { name: 'Shop', address: `hello@${number % 10 === 0 ? 'news' : 'shop'}.example` },
          replyTo: [],
          subject,
          headers: [],
          tags: [{ name: 'kind', value: words[number % 10] }],
        }),
        recipients: [{ role: 'to', mailbox: revealed(kid, detail) }],
        body,
        attachments: [],
        scheduledAt: null,
        raw: null,
      },
    },
  };
}

const lastEvents = ['delivered', 'delivered', 'delivered', 'delivered', 'bounced'];

async function seed(store) {
  const shape = shapeOf(emailsProjection);
  for (let first = 0; first < mails; first += batch) {
    const changes = Array.from({ length: Math.min(batch, mails - first) }, (_, index) => {
      const number = first + index;
      const recorded = acceptedAt(number);
      const document = emailsProjection.evolve(undefined, recorded, idAt(number));
      const lastEvent = lastEvents[number % lastEvents.length];
      return { id: document.id, position: recorded.position, document: { ...document, lastEvent } };
    });
    await store.apply(shape, changes, changes.at(-1).position);
  }
}

const middle = Math.floor(mails / 2);
const questions = {
  'no filter': {},
  'one address': { search: `user${middle}@host` },
  'one id': { search: idAt(middle) },
  'a domain of recipients': { search: 'host77.example' },
  'how every address begins': { search: 'user' },
  'one letter': { search: 'u' },
  'a word of a tenth': { search: 'invoice' },
  'two common words': { search: 'reset weekly' },
  'a word of all and one of none': { search: 'number zebra' },
  'an old address and a status': { search: 'user17@ number', lastEvent: 'delivered' },
  'a status': { lastEvent: 'bounced' },
  'a status and a key': { lastEvent: 'bounced', apiKeyId: keyOf(4) },
  'a status and a key that exclude each other': { lastEvent: 'bounced', apiKeyId: keyOf(1) },
  'a domain': { domain: 'news.example' },
  'a domain and a tag that exclude each other': { domain: 'news.example', tag: { name: 'kind', value: 'invoice' } },
  'a day long ago': { fromMs: startMs, toMs: startMs + 86_400_000 },
  'a word on a day long ago': { search: 'receipt', fromMs: startMs, toMs: startMs + 86_400_000 },
  'a tag': { tag: { name: 'kind', value: 'order' } },
};

const folder = mkdtempSync(join(tmpdir(), 'posthorn-find-'));
const path = join(folder, 'read.sqlite');
try {
  const store = SqliteReadStore.open(path);
  const seededFrom = performance.now();
  await seed(store);
  const seededMs = performance.now() - seededFrom;
  await store.scrub();
  const mebibytes = (statSync(path).size / 2 ** 20).toFixed(0);
  console.log(`${mails} mails, written in ${(seededMs / 1000).toFixed(1)} s, ${mebibytes} MiB\n`);
  console.log('| question | found | slowest of 5, ms |\n| --- | ---: | ---: |');
  const ports = { readStore: store, ownWrites: { settled: async () => undefined } };
  for (const [question, filter] of Object.entries(questions)) {
    let slowestMs = 0;
    let found = 0;
    for (let time = 0; time < repeats; time += 1) {
      const from = performance.now();
      const page = await findEmails(ports, { teamId, page: { limit: 50 }, filter });
      slowestMs = Math.max(slowestMs, performance.now() - from);
      found = page.documents.length;
    }
    console.log(`| ${question} | ${found} | ${slowestMs.toFixed(1)} |`);
    if (slowestMs > limitMs) process.exitCode = 1;
  }
  await store.close();
} finally {
  rmSync(folder, { recursive: true });
}
