import { call, deliver, ownMail } from '../client.js';

const line = '<p class="a">You & I: "it\'s" < or ></p>\n';
const htmlOf = (bytes) => line.repeat(bytes / line.length);

/** GETs of these paths, so many at once each. */
const readAll = (atOnce, paths) => (client) =>
  client.repeat(atOnce * paths.length, (index) => client.ask('GET', paths[index % paths.length]));

/** A link that shows the mail, without its host. */
async function share(target, mail) {
  const { id } = await deliver(target, mail);
  const url = new URL((await call(target, 'POST', `/emails/${id}/share`, {})).url);
  return url.pathname + url.search;
}

export const reads = [
  {
    name: 'captured-lines',
    what: 'opening a captured mail of 2 MB in a million lines, again and again',
    prepare: (target) => deliver(target, { ...ownMail, text: 'a\n'.repeat(1_000_000) }),
    arm: (_target, { id }) => readAll(1, [`/dashboard-api/emails/${id}/captured`]),
  },
  {
    name: 'large-shares',
    what: 'a shared mail of 20 MB of html with an attachment of 4 MB, opened 4 at a time',
    prepare: (target) => {
      const attachments = [{ filename: 'a.bin', content: Buffer.alloc(4_000_000, 7).toString('base64') }];
      return share(target, { ...ownMail, html: htmlOf(20_000_000), text: '', attachments });
    },
    arm: (_target, path) => (client) => client.repeat(4, () => client.ask('GET', path, { key: null })),
  },
  {
    name: 'share-unclosed-tags',
    what: 'a shared mail of 300 kB of tags that never end, opened one at a time',
    prepare: (target) => share(target, { ...ownMail, html: '<link '.repeat(50_000), text: '' }),
    arm: (_target, path) => (client) => client.repeat(1, () => client.ask('GET', path, { key: null })),
  },
  {
    name: 'large-reads',
    what: 'reading a mail of 30 MB of html, and the request that sent it, 2 at a time each',
    prepare: (target) => deliver(target, { ...ownMail, html: htmlOf(30_000_000), text: '' }),
    arm: (_target, { id, requestId }) => readAll(2, [`/emails/${id}`, `/logs/${requestId}`]),
  },
  {
    name: 'page-reads',
    what: 'what the pages ask for, as fast as it is answered over 8 connections',
    async prepare(target) {
      const mail = { ...ownMail, html: htmlOf(2_000), text: 'Hi' };
      for (let batches = 0; batches < 5; batches += 1)
        await call(target, 'POST', '/emails/batch', Array(100).fill(mail));
      return (await deliver(target, mail)).id;
    },
    arm: (_target, id) => {
      const paths = [
        'emails?limit=100',
        'logs?limit=100',
        'queue',
        'usage',
        'domains',
        'suppressions',
        `emails/${id}`,
        `emails/${id}/history`,
      ];
      return readAll(
        1,
        paths.map((path) => `/dashboard-api/${path}`),
      );
    },
  },
];
