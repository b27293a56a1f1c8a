import * as answers from '../support/answers.js';
import { waitFor } from '../support/wait-for.js';
import { dataOf, errorOf, small, useTeam } from './setup.js';

const { client, call } = useTeam();
const hourMs = 3_600_000;

/** As answers write a time. */
const shown = (ms: number): string => `${new Date(ms).toISOString().slice(0, 23).replace('T', ' ')}000+00`;
/** Milliseconds from now that an answer's time lies ahead. */
const ahead = (text: string | null | undefined): number => Date.parse(text?.replace(' ', 'T') + ':00') - Date.now();

async function scheduled(scheduledAt: string): Promise<string> {
  return dataOf(await client().emails.send({ ...small, scheduledAt }), answers.sentEmail).id;
}
const emailOf = async (id: string) => dataOf(await client().emails.get(id), answers.email);

describe('scheduled_at', () => {
  it('holds a mail until its time, in ISO 8601', async () => {
    const at = Date.now() + hourMs;
    const id = await scheduled(new Date(at).toISOString());
    expect(await emailOf(id)).toMatchObject({
      last_event: 'scheduled',
      scheduled_at: shown(at),
      recipients: [{ status: 'scheduled' }],
    });
    const rows = dataOf(await client().emails.list(), answers.emailList);
    expect(rows.data[0]).toMatchObject({ id, last_event: 'scheduled', scheduled_at: shown(at) });
  });

  it('holds it in English', async () => {
    const soon = ahead((await emailOf(await scheduled('in 30 min'))).scheduled_at);
    expect(soon).toBeGreaterThan(29 * 60_000);
    expect(soon).toBeLessThanOrEqual(30 * 60_000);
    expect((await emailOf(await scheduled('tomorrow at 9am'))).scheduled_at).toMatch(/ 09:00:00\.000000\+00$/);
  });

  it('sends at once what is due now, as if it had not been asked for', async () => {
    const id = await scheduled(new Date(Date.now() - 5_000).toISOString());
    const email = await waitFor(
      () => emailOf(id),
      ({ last_event }) => last_event === 'delivered',
    );
    expect(email.scheduled_at).toBeNull();
  });

  it.each([
    ['no time', 'soon', 'English phrase'],
    ['a past one', '2020-01-01T00:00:00Z', 'past'],
    ['a past phrase', '2 hours ago', 'past'],
    ['more than 30 days ahead', 'in 31 days', '30 days'],
  ])('is refused where it is %s, naming the field and both forms', async (_what, scheduledAt, part) => {
    const error = errorOf(await client().emails.send({ ...small, scheduledAt }));
    expect(error).toMatchObject({ statusCode: 422, name: 'validation_error' });
    for (const word of ['`scheduled_at`', 'ISO 8601', 'English phrase', part]) expect(error.message).toContain(word);
  });

  it('has its own time for each item of a batch', async () => {
    const { data } = dataOf(
      await client().batch.send([
        { ...small, scheduledAt: 'in 1 hour' },
        { ...small, scheduledAt: 'in 2 hours' },
      ]),
      answers.sentBatch,
    );
    const times = await Promise.all(data.map(async ({ id }) => ahead((await emailOf(id)).scheduled_at)));
    expect(times.map((ms) => Math.ceil(ms / hourMs))).toEqual([1, 2]);
    const strict = await call('POST', '/emails/batch', { body: [small, { ...small, scheduled_at: 'soon' }] });
    expect(strict).toMatchObject({ status: 422, body: { message: expect.stringContaining('index 1') } });
    const permissive = await call('POST', '/emails/batch', {
      body: [small, { ...small, scheduled_at: '2020-01-01T00:00:00Z' }, { ...small, scheduled_at: 'soon' }],
      headers: { 'x-batch-validation': 'permissive' },
    });
    expect(answers.sentBatch.parse(permissive.body)).toMatchObject({
      data: [{}],
      errors: [
        { index: 1, message: expect.stringContaining('`scheduled_at`') },
        { index: 2, message: expect.stringContaining('`scheduled_at`') },
      ],
    });
  });
});

describe('emails.update', () => {
  it('takes a phrase too, and the form in which answers show a time', async () => {
    const id = await scheduled('in 1 hour');
    dataOf(await client().emails.update({ id, scheduledAt: 'in 3 hours' }));
    const { scheduled_at } = await emailOf(id);
    expect(Math.ceil(ahead(scheduled_at) / hourMs)).toBe(3);
    dataOf(await client().emails.update({ id, scheduledAt: scheduled_at ?? '' }));
    expect((await emailOf(id)).scheduled_at).toBe(scheduled_at);
  });

  it('to a moment ago sends it now', async () => {
    const id = await scheduled('in 1 hour');
    dataOf(await client().emails.update({ id, scheduledAt: 'now' }));
    await waitFor(
      () => emailOf(id),
      ({ last_event }) => last_event === 'delivered',
    );
  });
});

describe('emails.cancel', () => {
  it('stops a scheduled mail, whether asked once or twice', async () => {
    const id = await scheduled('in 1 hour');
    expect(dataOf(await client().emails.cancel(id), answers.changedEmail)).toEqual({ object: 'email', id });
    expect(dataOf(await client().emails.cancel(id), answers.changedEmail)).toEqual({ object: 'email', id });
    expect(await emailOf(id)).toMatchObject({ last_event: 'canceled', recipients: [{ status: 'canceled' }] });
  });

  it('takes a body of any kind or none', async () => {
    for (const body of [undefined, '', {}]) {
      const id = await scheduled('in 1 hour');
      const answer = await call('POST', `/emails/${id}/cancel`, {
        headers: { 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body }),
      });
      expect(answer).toMatchObject({ status: 200, body: { object: 'email', id } });
    }
  });

  it('is told in the timeline, and in the list of canceled mails', async () => {
    const id = await scheduled('in 1 hour');
    dataOf(await client().emails.cancel(id));
    const timeline = answers.timeline.parse((await call('GET', `/dashboard-api/emails/${id}/timeline`)).body);
    expect(timeline.data.map(({ type }) => type)).toEqual(['EmailAccepted', 'EmailCanceled']);
    const list = answers.emailList.parse((await call('GET', '/emails?last_event=canceled&limit=1')).body);
    expect(list).toMatchObject({ has_more: true, data: [{ id, last_event: 'canceled' }] });
    const older = answers.emailList.parse((await call('GET', `/emails?last_event=canceled&after=${id}`)).body);
    expect(older.data.every((row) => row.last_event === 'canceled' && row.id !== id)).toBe(true);
    expect(await call('GET', '/emails?last_event=nothing')).toMatchObject({
      status: 422,
      body: { name: 'validation_error', message: expect.stringContaining('`last_event`') },
    });
  });
});
