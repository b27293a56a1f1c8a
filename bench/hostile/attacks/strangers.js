import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { call } from '../client.js';

const megabyte = 1_000_000;
const boundary = 'posthorn-hostile';
const usualEmail = { from: 'Attacker <attacker@posthorn.test>', subject: 'News' };

/** Head of an upload of 40 MB, and the beginning of its file. */
const uploadOf = ({ host, port, key }, path) =>
  [
    `POST ${path} HTTP/1.1`,
    `host: ${host}:${port}`,
    ...(key === undefined ? [] : [`authorization: Bearer ${key}`]),
    `content-type: multipart/form-data; boundary=${boundary}`,
    `content-length: ${40 * megabyte}`,
    '',
    `--${boundary}`,
    'content-disposition: form-data; name="file"; filename="people.csv"',
    '',
    'email\n',
  ].join('\r\n');

/** Broadcasts of a public topic, each with a page of 400 KB. */
async function publicArchive(target) {
  const { id: segment_id } = await call(target, 'POST', '/segments', { name: 'Readers' });
  const { id: topic_id } = await call(target, 'POST', '/topics', {
    ...{ name: 'News', default_subscription: 'opt_in', visibility: 'public' },
  });
  await call(target, 'POST', '/contacts', { email: 'delivered@posthorn.test', segments: [{ id: segment_id }] });
  const html = `${'<p>It has been packed and leaves today.</p>'.repeat(9_000)}<a href="{{{RESEND_UNSUBSCRIBE_URL}}}">Leave</a>`;
  let shown;
  for (let number = 0; number < 20; number += 1) {
    const draft = { ...usualEmail, name: `News ${number}`, segment_id, topic_id, html, send: true };
    const { id } = await call(target, 'POST', '/broadcasts', draft);
    await call(target, 'PATCH', `/broadcasts/${id}`, { public: true });
    shown = await call(target, 'GET', `/broadcasts/${id}`);
  }
  for (; shown.status !== 'sent'; shown = await call(target, 'GET', `/broadcasts/${shown.id}`)) await wait(200);
  return { page: new URL(shown.public_url).pathname, archive: new URL(shown.archive_url).pathname };
}

/** Another way to write the same path with each number. */
function written(path, number) {
  const letters = [...path].map((letter, at) => {
    if (!/[a-f]/.test(letter) || ((number >> (at % 16)) & 1) === 0) return letter;
    return at % 2 === 0 ? letter.toUpperCase() : `%${letter.charCodeAt(0).toString(16)}`;
  });
  return letters.join('');
}

/** What whoever has no key, or only begins, can make a server do. */
export const strangers = [
  {
    name: 'stalled-uploads',
    what: '200 uploads of 40 MB that stand still, half of them without a key',
    reads: true,
    arm: (target) => (client) =>
      client.repeat(200, (index) => {
        const whose = index % 2 === 0 ? target : { ...target, key: undefined };
        return client.speak(uploadOf(whose, '/contacts/imports'), { stays: true });
      }),
  },
  {
    name: 'public-archive',
    what: 'the archive, feed and page of 20 public broadcasts of 400 KB, 100 a second without a key',
    reads: true,
    prepare: publicArchive,
    arm: (_target, { page, archive }) => {
      const paths = [archive, `${archive}/feed.xml`, page];
      return (client) => client.pace(100, (sent) => client.ask('GET', paths[sent % paths.length], { key: null }));
    },
  },
  {
    name: 'limit-keys',
    what: 'sign-ups by one form, each with its id written in another way, 100 a second without a key',
    reads: true,
    async prepare(target) {
      const { id: topic_id } = await call(target, 'POST', '/topics', { name: 'News', default_subscription: 'opt_in' });
      const form = { name: 'Join', from: usualEmail.from, topics: [{ topic_id }], origins: [] };
      return call(target, 'POST', '/dashboard-api/forms', form);
    },
    arm: (_target, { id }) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      return (client) =>
        client.pace(100, (sent) => {
          const body = new URLSearchParams({ email: `${randomUUID()}@example.com` }).toString();
          return client.ask('POST', `/subscribe/${written(id, sent)}`, { key: null, body, headers });
        });
    },
  },
];
