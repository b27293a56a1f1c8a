import { changedWebhookReplay, oneWebhookReplay, webhookReplayList } from '../support/answers.js';
import { addTeam } from '../support/second-team.js';
import { waitFor } from '../support/wait-for.js';
import { type ReceivedWebhook, useWebhookReceiver } from '../support/webhook-receiver.js';
import { dataOf, small, useTeam } from './setup.js';

const { client, call, server } = useTeam();
const receiver = useWebhookReceiver();

const longAgo = '2020-01-01T00:00:00Z';
const idOf = ({ headers }: ReceivedWebhook): string => String(headers['webhook-id']);
const mailOf = ({ body }: ReceivedWebhook): string =>
  (JSON.parse(body) as { data: { email_id: string } }).data.email_id;

async function register(path: string, events: ('email.sent' | 'email.delivered' | 'email.clicked')[]) {
  return dataOf(await client().webhooks.create({ endpoint: receiver().url(path), events })).id;
}

const sendMail = async () => dataOf(await client().emails.send(small)).id;

async function replay(webhookId: string, body: object): Promise<string> {
  const answer = await call('POST', `/webhooks/${webhookId}/replay`, { body });
  expect(answer).toMatchObject({ status: 201 });
  return changedWebhookReplay.parse(answer.body).id;
}

async function shown(webhookId: string, replayId: string) {
  return oneWebhookReplay.parse((await call('GET', `/webhooks/${webhookId}/replays/${replayId}`)).body);
}

describe('a replay', () => {
  it('sends a new endpoint the past, in order, beside what is live, and says how it went', async () => {
    const mails = [await sendMail(), await sendMail(), await sendMail()];
    const id = await register('/past', ['email.sent']);
    const replayId = await replay(id, { since: longAgo });
    const past = await receiver().until('/past', 3);
    expect(past.map(mailOf)).toEqual(mails);
    const ended = await waitFor(
      () => shown(id, replayId),
      ({ status }) => status === 'completed',
    );
    expect(ended).toMatchObject({
      scope: 'events',
      sent: 3,
      failed: 0,
      total: 3,
      until: null,
      types: null,
      reached_at: null,
    });
    expect(ended.ended_at).not.toBeNull();
    const live = await sendMail();
    expect((await receiver().until('/past', 4)).map(mailOf)).toEqual([...mails, live]);
    await replay(id, { since: longAgo });
    const again = (await receiver().until('/past', 8)).map(idOf);
    expect(again.slice(4)).toEqual(again.slice(0, 4));
  });

  it('is stopped and listed, and unknown to other teams', async () => {
    for (let count = 0; count < 3; count += 1) await sendMail();
    const id = await register('/stopped', ['email.sent']);
    const replayId = await replay(id, { since: longAgo, per_second: 1 });
    await receiver().until('/stopped', 1);
    const path = `/webhooks/${id}/replays/${replayId}`;
    const stranger = await addTeam(server(), 'Strangers');
    for (const [method, of] of [
      ['GET', path],
      ['POST', `${path}/stop`],
      ['GET', `/webhooks/${id}/replays`],
    ] as const) {
      expect(await call(method, of, { key: stranger })).toMatchObject({ status: 404 });
    }
    expect(await call('POST', `${path}/stop`)).toMatchObject({ status: 200, body: { id: replayId } });
    expect(await shown(id, replayId)).toMatchObject({ status: 'stopped' });
    // PersonContext twice is no error.
    expect(await call('POST', `${path}/stop`)).toMatchObject({ status: 200 });
    const { body } = await call('GET', `/webhooks/${id}/replays`);
    expect(webhookReplayList.parse(body).data).toEqual([expect.objectContaining({ id: replayId, status: 'stopped' })]);
    expect(await call('GET', `/webhooks/${id}/replays/${id}`)).toMatchObject({ status: 404 });
  });

  it.each([
    ['no since', {}, 'missing_required_field', 'since'],
    ['another since', { since: 'yesterday' }, 'validation_error', 'since'],
    ['an end before its begin', { since: '2026-01-02', until: '2026-01-01' }, 'validation_error', 'until'],
    ['another status', { since: longAgo, status: 'success' }, 'validation_error', 'status'],
    ['an unknown type', { since: longAgo, types: ['email.lost'] }, 'validation_error', 'types'],
    ['types of what failed', { since: longAgo, status: 'failed', types: ['email.sent'] }, 'validation_error', 'types'],
    ['no whole rate', { since: longAgo, per_second: 0.5 }, 'validation_error', 'per_second'],
  ])('is refused with %s', async (_what, body, name, field) => {
    const id = await register('/unused', ['email.clicked']);
    const answer = await call('POST', `/webhooks/${id}/replay`, { body });
    expect(answer).toMatchObject({ status: 422, body: { name, message: expect.stringContaining(`\`${field}\``) } });
  });
});
