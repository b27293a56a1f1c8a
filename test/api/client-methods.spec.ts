import { Resend } from 'resend';
import { methodsOf, servedMethods } from './client-methods.js';
import { dataOf, errorOf, useTeam } from './setup.js';

const absent = '01a1fc74-2e88-7195-a39f-95afcf6e06a4';
const served = Object.entries(servedMethods);
const takingAnId = served.filter(([, { takesId }]) => takesId);

it('no method of the client is forgotten', () => {
  const { emails, batch, apiKeys, suppressions, webhooks, logs } = new Resend('re_nobody');
  const methods = Object.entries({ emails, batch, apiKeys, suppressions, webhooks, logs }).flatMap(([name, part]) =>
    methodsOf(part, name),
  );
  expect(Object.keys(servedMethods).sort()).toEqual(methods.sort());
});

// Its 401, 429 and 503: test/unit/http for every route, client-errors.spec.ts for what the client makes of them.
describe('every method', () => {
  const { client } = useTeam();

  it.each(served)('%s answers, and shows no error', async (_name, { call: of, takesId }) => {
    if (!takesId) expect(dataOf(await of(client(), absent))).toBeTruthy();
  });

  it.each(takingAnId)('%s: an id that names nothing is 404, a malformed one 422', async (_name, { call: of }) => {
    expect(errorOf(await of(client(), absent))).toEqual({
      statusCode: 404,
      name: 'not_found',
      message: expect.stringMatching(/^(Email|Attachment|API key|Suppression|Webhook|Webhook event|Log) not found$/),
    });
    expect(errorOf(await of(client(), 'not-a-uuid'))).toEqual({
      statusCode: 422,
      name: 'invalid_parameter',
      message: expect.stringMatching(
        /^The (`id` in the path must be a valid UUID|path must name a suppression by its id or its email address)\.$/,
      ),
    });
  });

  it('a key that may only send is 401 wherever nothing is sent', async () => {
    const { token } = dataOf(await client().apiKeys.create({ name: 'Sender', permission: 'sending_access' }));
    for (const [name, { access, call: of }] of served) {
      const { error } = await of(client(token), absent);
      const expected = access === 'sending' ? undefined : [401, 'restricted_api_key'];
      expect([name, error === null ? undefined : [error.statusCode, error.name]]).toEqual([name, expected]);
    }
  });
});
