import * as answers from '../../support/answers.js';
import { waitFor } from '../../support/wait-for.js';
import { admin, usePeople } from './setup.js';

const people = usePeople();
const path = '/dashboard-api/erasures';
const ann = 'delivered+ann@resend.dev';
const ask = (email: string, confirmation = email) => people.admin().call('POST', path, { email, confirmation });

describe('erasing a person in the page', () => {
  it('takes the address out of the mails, and certifies what was destroyed without naming it', async () => {
    const mail = { from: 'onboarding@resend.dev', to: ann, subject: 'For Ann', text: 'Hi' };
    const sent = await people.admin().call('POST', '/emails', mail);
    expect(sent).toMatchObject({ status: 200 });
    const { id } = answers.requestedErasure.parse((await ask(ann, ann.toUpperCase())).body);
    const done = await waitFor(
      async () => answers.erasure.parse((await people.admin().call('GET', `${path}/${id}`)).body),
      ({ state }) => state === 'completed',
    );
    expect(done.destroyed).toEqual({ mails: 1, other_records: 0, keys: 2, blobs: 1 });
    expect(done.log.map(({ type }) => type).sort()).toEqual([
      'ErasureCompleted',
      'ErasureCompleted',
      'ErasureRequested',
      'ErasureRequested',
    ]);
    expect(JSON.stringify(done)).not.toContain('ann');
    expect(answers.erasureList.parse((await people.admin().call('GET', path)).body).data).toMatchObject([
      { id, requested_by: { kind: 'user' } },
    ]);
    await waitFor(
      async () => JSON.stringify((await people.admin().call('GET', `/emails/${String(sent.body['id'])}`)).body),
      (shown) => shown.includes('[erased]') && !shown.includes('ann'),
    );
  });

  it.each([
    ['with another address as its confirmation', 'ann@example.com', 'anne@example.com', 422, 'validation_error'],
    ['of the address of who asks', admin.email, admin.email, 403, 'invalid_access'],
    ['of what is no address', 'ann', 'ann', 422, 'validation_error'],
  ])('is refused %s', async (_, email, confirmation, status, name) => {
    expect(await ask(email, confirmation)).toMatchObject({ status, body: { name } });
  });

  it('is for admins of the first team only, because it reaches every team', async () => {
    const browser = await people.person('admin', 'ben@example.com');
    const { body } = await browser.call('POST', '/dashboard-api/teams', { name: 'Another' });
    await browser.call('POST', '/dashboard-api/session/team', { team_id: body['id'] });
    await browser.session();
    const refused = { status: 403, body: { message: expect.stringContaining('first team') as unknown } };
    const both = { email: 'ann@example.com', confirmation: 'ann@example.com' };
    expect(await browser.call('POST', path, both)).toMatchObject(refused);
    expect(await browser.call('GET', path)).toMatchObject(refused);
    expect(await browser.call('GET', `${path}/019a3f5e-7c1a-7d30-9c4b-5c6f0a5c8e44`)).toMatchObject(refused);
  });
});
