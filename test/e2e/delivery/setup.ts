import * as answers from '../../support/answers.js';
import type { z } from 'zod';
import type { RunningServer } from '../../support/server.js';
import { waitFor } from '../../support/wait-for.js';

export type Email = z.output<typeof answers.email>;
export type Timeline = z.output<typeof answers.timeline>['data'];
type Captured = z.output<typeof answers.capturedList>['data'];

/** What a test asks of a running server over HTTP. */
export interface Posthorn {
  /** The id of an accepted mail; throws where it was refused. */
  send(mail: object): Promise<string>;
  call(method: string, path: string, body?: object): Promise<{ readonly status: number; readonly body: unknown }>;
  email(id: string): Promise<Email>;
  timeline(id: string): Promise<Timeline>;
  captured(id: string): Promise<Captured>;
  /** Waits until the mail is there; the test's time limit ends it. */
  until(id: string, lastEvent: Email['last_event']): Promise<Email>;
  /** Result of each DKIM signature: `pass`, `fail`, …, judged with the keys that the API shows. */
  verify(message: Buffer): Promise<readonly { readonly domain: string; readonly result: string }[]>;
}

export function posthornAt({ url, key }: Pick<RunningServer, 'url' | 'key'>): Posthorn {
  async function call(method: string, path: string, body?: object) {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: await answer.json() };
  }
  const get = async <Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>> =>
    schema.parse((await call('GET', path)).body);
  const email = (id: string) => get(`/emails/${id}`, answers.email);

  return {
    call,
    email,
    async send(mail) {
      const { body } = await call('POST', '/emails', mail);
      return answers.sentEmail.parse(body).id;
    },
    timeline: async (id) => (await get(`/dashboard-api/emails/${id}/timeline`, answers.timeline)).data,
    captured: async (id) => (await get(`/dashboard-api/emails/${id}/captured`, answers.capturedList)).data,
    until: (id, lastEvent) =>
      waitFor(
        () => email(id),
        ({ last_event }) => last_event === lastEvent,
      ),
    async verify(message) {
      const records = await dkimRecords(get);
      const resolver = (name: string): Promise<string[][]> => {
        const value = records.get(name);
        // A TXT record is made of strings of at most 255 bytes.
        return value === undefined
          ? Promise.reject(new Error(`no record at ${name}`))
          : Promise.resolve([value.match(/.{1,255}/g) ?? []]);
      };
      // Large, and few of the files that ask a server verify anything.
      const { dkimVerify } = await import('mailauth/lib/dkim/verify.js');
      const { results } = await dkimVerify(message, { resolver });
      return results.map(({ signingDomain, status }) => ({ domain: signingDomain, result: status.result }));
    },
  };
}

/** What a DNS server would publish: every record of every domain under its full name. */
async function dkimRecords(
  get: <Schema extends z.ZodType>(path: string, schema: Schema) => Promise<z.output<Schema>>,
): Promise<ReadonlyMap<string, string>> {
  const records = new Map<string, string>();
  for (const { id } of (await get('/dashboard-api/domains', answers.pageDomainList)).data) {
    const { name, records: shown } = await get(`/domains/${id}`, answers.domain);
    for (const record of shown) {
      const selector = record.name.split('._domainkey')[0];
      records.set(`${selector}._domainkey.${name}`, record.value);
    }
  }
  return records;
}

/** The header part of a message, unfolded, in lower case, one line a field. */
function headerLines(message: Buffer): readonly string[] {
  const [head = ''] = message.toString('latin1').split('\r\n\r\n');
  return head
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .toLowerCase()
    .split('\r\n');
}

/** What is in the field, or undefined. */
export function headerOf(message: Buffer, name: string): string | undefined {
  return headerLines(message)
    .find((line) => line.startsWith(`${name.toLowerCase()}:`))
    ?.slice(name.length + 1)
    .trim();
}
