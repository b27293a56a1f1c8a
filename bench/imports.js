// A file of contacts, and its import into a server: what the measurements of the audience share.
import { setTimeout as wait } from 'node:timers/promises';
import { apiKey } from './processes.js';

/** Rejects where the answer is no success. */
export async function ask(origin, path, init = {}) {
  const headers = { ...(init.headers?.cookie ? {} : { authorization: `Bearer ${apiKey}` }), ...init.headers };
  const answer = await fetch(`${origin}${path}`, { ...init, headers });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return JSON.parse(text);
}

/** A twentieth has left, and a third has a plan. `first`: number of the first person. */
export function contactsFile(count, first = 0) {
  const plans = ['free', 'team', 'large'];
  const lines = Array.from({ length: count }, (_, row) => {
    const index = first + row;
    const place = `${index % 20 === 7 ? 'true' : ''},${index % 3 === 0 ? plans[(index / 3) % 3] : ''},${index % 100}`;
    return `person${index}@host${index % 1_000}.example.com,First${index % 5_000},Last${index % 20_000},${place}`;
  });
  return fileOf(lines);
}

/** Everyone is subscribed. `first`: number of the first person. */
export const subscribersFile = (count, first) =>
  fileOf(
    Array.from({ length: count }, (_, index) => `person${first + index}@host${index % 40}.example.com,First,Last,,,`),
  );

const fileOf = (lines) =>
  new File([`email,first_name,last_name,unsubscribed,plan,orders\n${lines.join('\n')}\n`], 'contacts.csv');

/** From the accepted upload to the end of the import, in ms. `more`: further fields of the form. Rejects where a row is not a new contact. */
export async function importContacts(origin, count, onLook = () => undefined, more = {}, file = contactsFile(count)) {
  const form = new FormData();
  form.set('file', file);
  const given = { email: 'email', first_name: 'first_name', last_name: 'last_name', unsubscribed: 'unsubscribed' };
  const properties = { plan: { column: 'plan', type: 'string' }, orders: { column: 'orders', type: 'number' } };
  form.set('column_map', JSON.stringify({ ...given, properties }));
  for (const [field, value] of Object.entries(more)) form.set(field, value);
  const { id } = await ask(origin, '/contacts/imports', { method: 'POST', body: form });
  const begun = performance.now();
  for (;;) {
    const { status, counts } = await ask(origin, `/contacts/imports/${id}`);
    onLook();
    if (status === 'completed' && counts.created === count) return performance.now() - begun;
    if (['completed', 'failed'].includes(status)) throw new Error(`${status}: ${JSON.stringify(counts)}`);
    await wait(200);
  }
}
