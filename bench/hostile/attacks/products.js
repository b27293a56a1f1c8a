import { call } from '../client.js';

const env = { RATE_LIMIT_PER_SECOND: '100' };
const boundary = 'posthorn-hostile';

/** A form with one file, and fields before it, as bytes of a request. */
const formOf = (csv, fields = {}) =>
  [
    ...Object.entries(fields).flatMap(([name, value]) => [
      `--${boundary}`,
      `content-disposition: form-data; name="${name}"`,
      '',
      value,
    ]),
    `--${boundary}`,
    'content-disposition: form-data; name="file"; filename="people.csv"',
    'content-type: text/csv',
    '',
    csv,
    `--${boundary}--`,
    '',
  ].join('\r\n');
const form = { 'content-type': `multipart/form-data; boundary=${boundary}` };

const manyContacts = Array.from({ length: 20_000 }, (_, at) => `c${at}@example.com,${'x'.repeat(200)}`).join('\n');
const dearestRules = Array.from({ length: 49 }, (_, at) => ({
  type: 'rule',
  field: 'last_name',
  operator: 'contains',
  value: `y${at}`,
}));
const dearestFilter = { type: 'or', rules: dearestRules };

const dearestTemplate = {
  html: '<p>{{{A}}}</p>'.repeat(10_000),
  // A text that is derived would have as many places again.
  text: '',
  variables: [{ key: 'A', type: 'string', fallback_value: 'x'.repeat(200) }],
};

async function upload({ host, port, key }, csv) {
  const headers = { ...form, authorization: `Bearer ${key}` };
  const url = `http://${host}:${port}/contacts/imports`;
  const answer = await fetch(url, { method: 'POST', headers, body: formOf(csv) });
  if (!answer.ok) throw new Error(await answer.text());
}

/** Two limits, each of which holds, multiplied. */
export const products = [
  {
    name: 'segment-filter',
    what: 'lists of a segment whose filter has 49 rules, over 20,000 contacts',
    reads: true,
    env,
    async prepare(target) {
      const { id } = await call(target, 'POST', '/segments', { name: 'Dear', filter: dearestFilter });
      await upload(target, `email,last_name\n${manyContacts}`);
      return { path: `/segments/${id}/contacts?limit=100` };
    },
    arm:
      (_target, { path }) =>
      (client) =>
        client.repeat(4, () => client.ask('GET', path)),
  },
  {
    name: 'import-cells',
    what: 'previews of imports whose rows have 100,000 cells',
    reads: true,
    env,
    arm: () => (client) => {
      const body = formOf(`email,first_name\n${`a@example.com${','.repeat(100_000)}\n`.repeat(50)}`);
      return client.repeat(2, () => client.ask('POST', '/contacts/imports/preview', { body, headers: form }));
    },
  },
  {
    name: 'import-same-address',
    what: 'imports of one address 5,000 times',
    reads: true,
    env,
    arm: () => (client) => {
      const rows = Array.from({ length: 5_000 }, (_, at) => `same@example.com,Name ${at}`).join('\n');
      const body = formOf(`email,first_name\n${rows}`);
      return client.repeat(1, () => client.ask('POST', '/contacts/imports', { body, headers: form }));
    },
  },
  {
    name: 'import-memberships',
    what: 'imports of 5,000 people, each of whom joins 100 segments and 100 topics',
    reads: true,
    env,
    async prepare(target) {
      const made = { segments: [], topics: [] };
      for (let at = 0; at < 100; at += 1) {
        made.segments.push((await call(target, 'POST', '/segments', { name: `S${at}` })).id);
        const topic = { name: `T${at}`, default_subscription: 'opt_out' };
        made.topics.push({ id: (await call(target, 'POST', '/topics', topic)).id, subscription: 'opt_in' });
      }
      return made;
    },
    arm: (_target, { segments, topics }) => {
      const fields = { segments: JSON.stringify(segments), topics: JSON.stringify(topics) };
      return (client) =>
        client.repeat(1, async (_index, round) => {
          const rows = Array.from({ length: 5_000 }, (_, at) => `m${round}x${at}@example.com`).join('\n');
          const body = formOf(`email\n${rows}`, fields);
          await client.ask('POST', '/contacts/imports', { body, headers: form });
          await new Promise((resolve) => setTimeout(resolve, 10_000));
        });
    },
  },
  {
    name: 'template-places',
    what: 'templates of 10,000 places, each with a fallback of 200 characters',
    reads: true,
    env,
    arm: () => (client) => {
      const body = JSON.stringify({
        name: 'Dear',
        ...dearestTemplate,
      });
      return client.repeat(4, () => client.ask('POST', '/templates', { body }));
    },
  },
  {
    name: 'template-batch',
    what: 'batches of 100 emails of such a template',
    reads: true,
    env,
    async prepare(target) {
      const { id } = await call(target, 'POST', '/templates', { name: 'Dear', subject: 'Dear', ...dearestTemplate });
      await call(target, 'POST', `/templates/${id}/publish`, {});
      return { id };
    },
    arm: (_target, { id }) => {
      const email = { from: 'a@posthorn.test', to: 'delivered@posthorn.test', template: { id, variables: { A: 'y' } } };
      const body = JSON.stringify(Array(100).fill(email));
      return (client) => client.repeat(2, () => client.ask('POST', '/emails/batch', { body }));
    },
  },
];
