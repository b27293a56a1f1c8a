import { Resend } from 'resend';
import { waitFor } from '../support/wait-for.js';
import { methodsOf, servedMethods, unservedMethods } from './client-methods.js';
import { dataOf, errorOf, useServer } from './setup.js';

const absent = '01a1fc74-2e88-7195-a39f-95afcf6e06a4';
const served = Object.entries(servedMethods);
const takingAnId = served.filter(([, { takesId }]) => takesId);

it('no method of the client is forgotten', () => {
  const { emails, batch, apiKeys, suppressions, logs } = new Resend('re_nobody');
  const methods = Object.entries({ emails, batch, apiKeys, suppressions, logs }).flatMap(([name, part]) =>
    methodsOf(part, name),
  );
  expect([...Object.keys(servedMethods), ...Object.keys(unservedMethods)].sort()).toEqual(methods.sort());
});

describe('every method', () => {
  const { client } = useServer();

  it.each(served)('%s answers, and shows no error', async (_name, { call: of, takesId }) => {
    if (!takesId) expect(dataOf(await of(client(), absent))).toBeTruthy();
  });

  it.each(takingAnId)('%s: an id that names nothing is 404, a malformed one 422', async (_name, { call: of }) => {
    expect(errorOf(await of(client(), absent))).toEqual({
      statusCode: 404,
      name: 'not_found',
      message: expect.stringMatching(/^(Email|Attachment|API key|Suppression|Log) not found$/),
    });
    expect(errorOf(await of(client(), 'not-a-uuid'))).toEqual({
      statusCode: 422,
      name: 'invalid_parameter',
      message: expect.stringMatching(
        /^The (`id` in the path must be a valid UUID|path must name a suppression by its id or its email address)\.$/,
      ),
    });
  });

  it.each(served)('%s: an unknown key is 401', async (_name, { call: of }) => {
    expect(errorOf(await of(client('re_unknown_0000000000000000000000'), absent))).toEqual({
      statusCode: 401,
      name: 'validation_error',
      message: 'API key is invalid',
    });
  });

  it.each(served)('%s: no key is 401', async (_name, { call: of }) => {
    // The client wants some key to be made with; behind `Bearer`, blanks are none.
    expect(errorOf(await of(client(' '), absent))).toMatchObject({ statusCode: 401, name: 'missing_api_key' });
  });

  it('a key that may only send is 401 wherever nothing is sent', async () => {
    const { token } = dataOf(await client().apiKeys.create({ name: 'Sender', permission: 'sending_access' }));
    for (const [name, { access, call: of }] of served) {
      const { error } = await of(client(token), absent);
      const expected = access === 'sending' ? undefined : [401, 'restricted_api_key'];
      expect([name, error === null ? undefined : [error.statusCode, error.name]]).toEqual([name, expected]);
    }
  });

  it.each(Object.entries(unservedMethods))('%s is not served yet: 404', async (_name, of) => {
    expect(errorOf(await of(client(), absent))).toEqual({
      statusCode: 404,
      name: 'not_found',
      message: 'The requested endpoint does not exist.',
    });
  });
});

describe('every method, where the process does not serve the API', () => {
  const { client } = useServer({ env: { POSTHORN_ROLES: 'delivery,projections' } });

  it.each(served)('%s is 503 with a time to wait', async (_name, { call: of }) => {
    const result = await of(client(), absent);
    expect(errorOf(result)).toMatchObject({ statusCode: 503, name: 'application_error' });
    expect(Number(result.headers?.['retry-after'])).toBeGreaterThan(0);
  });
});

describe('every method, over the rate limit', () => {
  const { client } = useServer({ env: { RATE_LIMIT_PER_SECOND: '1' } });

  it.each(served)('%s is 429 with a time to wait', async (_name, { call: of }) => {
    const result = await waitFor(
      () => of(client(), absent),
      ({ error }) => error?.statusCode === 429,
    );
    expect(errorOf(result).name).toBe('rate_limit_exceeded');
    expect(result.headers?.['retry-after']).toBe('1');
  });
});
