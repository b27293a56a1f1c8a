import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ErrorResponse } from 'resend';
import type { Operation } from '../../src/infrastructure/http/openapi/operation.js';
import { failuresOf } from '../../src/infrastructure/http/openapi/failures.js';
import { operations } from '../../src/programs/server/edge.js';
import type { ClientResult } from './client-methods.js';
import { dataOf, errorOf, type ServedSuite, small, useServer, useTeam } from './setup.js';

const { client } = useTeam();
const ofFewADay = useTeam('strict');
const ofFewAMonth = useTeam('limited');
const ofFewASecond = useTeam('limited');
const withoutApi = useServer({ env: { POSTHORN_ROLES: 'delivery,projections' } });

const absent = '01a1fc74-2e88-7195-a39f-95afcf6e06a4';

/** Takes requests and answers none of them. */
let silent: Server;
let silentUrl: string;
beforeAll(async () => {
  silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  silentUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/slow.pdf`;
});
afterAll(() => {
  silent.closeAllConnections();
  silent.close();
});

/** A repeat while the first request under its key waits for an attachment. */
async function repeatTooEarly(): Promise<ClientResult> {
  const mail = { ...small, attachments: [{ path: silentUrl }] };
  const asked = once(silent, 'request') as Promise<[IncomingMessage]>;
  const first = client().emails.send(mail, { idempotencyKey: 'slow' });
  const [download] = await asked;
  const repeat = await client().emails.send(mail, { idempotencyKey: 'slow' });
  download.destroy();
  expect(errorOf(await first)).toMatchObject({ statusCode: 422, name: 'invalid_attachment' });
  return repeat;
}

async function anotherPayload(): Promise<ClientResult> {
  dataOf(await client().emails.send(small, { idempotencyKey: 'once' }));
  return client().emails.send({ ...small, subject: 'Another' }, { idempotencyKey: 'once' });
}

async function withSendingKey(): Promise<ClientResult> {
  const { token } = dataOf(await client().apiKeys.create({ name: 'Sender', permission: 'sending_access' }));
  return client(token).emails.list();
}

/** One email more than the team may send, which is to so many recipients. */
async function onTopOf(recipients: number, { client: of }: ServedSuite): Promise<ClientResult> {
  const to = Array.from({ length: recipients }, (_, number) => `delivered+${number}@resend.dev`);
  dataOf(await of().emails.send({ ...small, to }));
  return of().emails.send(small);
}

async function tooFast(): Promise<ClientResult> {
  for (;;) {
    const answers = await Promise.all(Array.from({ length: 4 }, () => ofFewASecond.client().emails.list()));
    const refused = answers.find(({ error }) => error?.name === 'rate_limit_exceeded');
    if (refused !== undefined) return refused;
  }
}

// A value that its types forbid, as a program without types sends it.
const untyped = (value: unknown) => value as never;

const provoked: Readonly<Record<string, () => Promise<ClientResult>>> = {
  '400 invalid_idempotency_key': () => client().emails.send(small, { idempotencyKey: 'k'.repeat(257) }),
  // The client adds `Bearer ` to a key; one of blanks leaves no key behind it.
  '401 missing_api_key': () => client(' ').emails.send(small),
  '401 restricted_api_key': withSendingKey,
  '401 validation_error': () => client('re_unknown_0000000000000000000000').emails.send(small),
  '403 validation_error': () => client().emails.send({ ...small, from: 'me@example.com' }),
  '404 not_found': () => client().emails.get(absent),
  '405 method_not_allowed': () => client().delete('/emails'),
  '409 concurrent_idempotent_requests': repeatTooEarly,
  '409 invalid_idempotent_request': anotherPayload,
  '413 validation_error': () => client().emails.send({ ...small, text: 'x'.repeat(41_943_041) }),
  '422 invalid_access': () => client().apiKeys.create({ name: 'Root', permission: untyped('root') }),
  '422 invalid_attachment': () => client().emails.send({ ...small, attachments: [{ filename: 'a.pdf' }] }),
  '422 invalid_parameter': () => client().emails.get('not-a-uuid'),
  '422 missing_required_field': () => client().emails.send({ ...small, subject: untyped(undefined) }),
  '422 validation_error': () => client().emails.send({ ...small, to: 'nobody' }),
  '429 daily_quota_exceeded': () => onTopOf(8, ofFewADay),
  '429 monthly_quota_exceeded': () => onTopOf(20, ofFewAMonth),
  '429 rate_limit_exceeded': tooFast,
  '503 application_error': () => withoutApi.client().emails.send(small),
};

describe('the client gets as an error', () => {
  it.each(Object.entries(provoked))('%s', async (expected, provoke) => {
    const result = await provoke();
    const error: ErrorResponse = errorOf(result);
    expect(`${error.statusCode} ${error.name}`).toBe(expected);
    expect(error.message).toMatch(/^[A-Z].{10,}/);
    const waits = /^(429|503)/.test(expected);
    expect(result.headers?.['retry-after']).toEqual(waits ? expect.stringMatching(/^[1-9]\d*$/) : undefined);
  });

  it('all that is documented for the endpoints that it calls', () => {
    const ofClient = ({ path, access }: Operation) => access !== 'open' && /^\/(emails|api-keys|logs)(\/|$)/.test(path);
    const documented = operations
      .filter(ofClient)
      .flatMap((operation) => Object.entries(failuresOf(operation)))
      .flatMap(([status, names]) => names.map((name) => `${status} ${name}`));
    // It sends no malformed JSON and no body that stands still, and nothing makes a sound server fail unexpectedly; 405
    // belongs to no operation.
    const unmet = ['400 validation_error', '408 validation_error', '500 application_error'];
    expect([...new Set([...documented, '405 method_not_allowed'])].sort()).toEqual(
      [...Object.keys(provoked), ...unmet].sort(),
    );
  });
});
