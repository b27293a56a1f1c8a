import { deleteContact } from '../../../src/application/contact/manage-contacts.js';
import { putContact } from '../../../src/application/contact/write-contact.js';
import { listIdOf } from '../../../src/application/unsubscribe/leave-link.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import type { MailAbout } from '../../../src/application/submission/mail-about.js';
import { foldEmail } from '../../../src/projections/emails/emails.projection.js';
import { accepting, idOf, mailTo } from '../../support/accepting.js';
import { delivering, jobFor, statuses } from '../../support/delivering.js';
import { submitting } from '../../support/submitting.js';
import { context, useWorld, world } from '../../support/world.js';

const news = '0195d6a0-0000-7000-8000-0000000000e1';
const offers = '0195d6a0-0000-7000-8000-0000000000e2';
const topics = [
  { id: news, defaultSubscription: 'opt_in' },
  { id: offers, defaultSubscription: 'opt_out' },
] as const;
const ada = 'ada@one.test';

useWorld('example.com');

/** Said by the person: contacts, and what they said, are written as every way in writes them. */
async function say(email: string, topicId: string | null, isSubscribed: boolean): Promise<void> {
  const occasion = { means: 'page', emailId: null, pageVersion: null, importId: null, visitor: null } as const;
  const write = { fields: { email }, consents: [{ topicId, isSubscribed }], occasion };
  expect(await putContact(world.process(), context.teamId, write, { context, region: null })).toHaveProperty('id');
}

const send = async (to: readonly string[], about: MailAbout) =>
  idOf(await accepting(world, { topics }).send(mailTo(to, { about })));

async function deliver(emailId: string) {
  const worker = delivering(world);
  await worker.attempt(await jobFor(world, emailId, 'one.test'));
  return worker;
}

const shown = async (emailId: string) => foldEmail(await world.events(streamName('email', emailId)));

describe('a mail about a topic', () => {
  it('is refused where the team has no such topic', async () => {
    const about = { topicId: '0195d6a0-0000-7000-8000-0000000000ff' };
    const sent = await accepting(world, { topics }).send(mailTo([ada], { about }));
    expect(sent).toStrictEqual({ refused: 'unknown-topic', id: about.topicId });
  });

  it('goes to who said nothing where the topic is for all, and not where it asks for a yes', async () => {
    const [forAll, asking] = [await send([ada], { topicId: news }), await send([ada], { topicId: offers })];
    await deliver(forAll);
    await deliver(asking);
    expect(await statuses(world, forAll)).toStrictEqual(['delivered']);
    expect(await statuses(world, asking)).toStrictEqual(['suppressed']);
    const [recipient] = (await shown(asking))?.recipients ?? [];
    expect(recipient?.suppressed).toStrictEqual({ reason: 'not-subscribed', topicId: offers });
  });

  it('waits where the link to leave it would lead nowhere, and other email does not', async () => {
    const [about, other] = [await send([ada], { topicId: news }), idOf(await accepting(world).send(mailTo([ada])))];
    const worker = delivering(world);
    Object.assign(worker.ports, { linkTrouble: 'loopback' });
    await expect(worker.attempt(await jobFor(world, about, 'one.test'))).rejects.toThrow('PUBLIC_URL is a loopback');
    await worker.attempt(await jobFor(world, other, 'one.test'));
    expect([await statuses(world, about), await statuses(world, other)]).toStrictEqual([['due'], ['delivered']]);
  });

  it('is a mail of its own to each recipient, with a link of its own', async () => {
    const emailId = await send([ada, 'bo@one.test', 'cy@one.test'], { topicId: news });
    const { composed, transport } = await deliver(emailId);
    expect(await statuses(world, emailId)).toStrictEqual(['delivered', 'delivered', 'delivered']);
    expect(transport.transactions.map(({ recipients }) => recipients.map(({ address }) => address))).toStrictEqual([
      [ada],
      ['bo@one.test'],
      ['cy@one.test'],
    ]);
    expect(composed.map(({ content }) => content.headers)).toStrictEqual(
      [0, 1, 2].map((number) => [
        ['List-Unsubscribe', `<https://leave.test/${emailId}/${number}>`],
        ['List-Id', `<${news}.leave.test>`],
      ]),
    );
  });

  it('gets no link of ours where the sender gave one', async () => {
    const own = ['List-Unsubscribe', '<mailto:leave@example.com>'] as const;
    const mail = mailTo([ada, 'bo@one.test'], { about: { topicId: null }, headers: [own] });
    const { composed } = await deliver(idOf(await accepting(world).send(mail)));
    expect(composed.map(({ content }) => content.headers)).toStrictEqual([[own]]);
  });

  it('is of the list that the sender names, or that the topic is', async () => {
    const own = ['list-id', 'News <news.example.com>'] as const;
    const { composed } = await deliver(
      idOf(await accepting(world, { topics }).send(mailTo([ada], { about: { topicId: news }, headers: [own] }))),
    );
    expect(composed[0]?.content.headers.map(([name]) => name)).toStrictEqual(['list-id', 'List-Unsubscribe']);
    expect(listIdOf('https://mail.example.com/post', news)).toBe(`<${news}.mail.example.com>`);
    expect(listIdOf('http://[::1]:3000', news)).toBeUndefined();
  });

  it('takes topic and links from the fields of a message over SMTP, and sends neither', async () => {
    const text = (field: string) => `From: news@example.com\r\n${field}\r\nSubject: Hi\r\n\r\nHello`;
    const { submit } = submitting(world, { topics });
    const taken = await submit({ text: text(`X-Posthorn-Topic: ${news.toUpperCase()}`) });
    if (taken.kind !== 'accepted') throw new Error(taken.message);
    expect((await shown(taken.emailId))?.topicId).toBe(news);
    const { transport } = await deliver(taken.emailId);
    const [message = ''] = transport.transactions.map(({ message }) => String(message));
    expect(message).toContain(`List-Unsubscribe: <https://leave.test/${taken.emailId}/0>`);
    expect(message).not.toMatch(/x-posthorn/i);
    expect(await submit({ text: text('X-Posthorn-Topic: news') })).toMatchObject({ refusal: 'header-not-valid' });
    const unknown = text('X-Posthorn-Topic: 0195d6a0-0000-7000-8000-0000000000ff');
    expect(await submit({ text: unknown })).toMatchObject({ refusal: 'unknown-topic' });
    const asked = await submit({ text: text('X-Posthorn-Unsubscribe: one-click') });
    expect(asked.kind).toBe('accepted');
  });
});

describe('who has left', () => {
  it('gets nothing more about the topic, and everything else', async () => {
    await say(ada, news, false);
    const emailId = await send([ada, 'bo@one.test'], { topicId: news });
    await deliver(emailId);
    expect(await statuses(world, emailId)).toStrictEqual(['suppressed', 'delivered']);
    expect((await shown(emailId))?.recipients[0]?.suppressed).toStrictEqual({ reason: 'unsubscribed', topicId: news });
    const other = await send([ada], { topicId: null });
    await deliver(other);
    expect(await statuses(world, other)).toStrictEqual(['delivered']);
  });

  it('gets nothing of what was accepted before they left', async () => {
    const emailId = await send([ada], { topicId: news });
    await say(ada, news, false);
    await deliver(emailId);
    expect(await statuses(world, emailId)).toStrictEqual(['suppressed']);
  });

  it('gets no marketing at all where they left all of it, and mail about nothing', async () => {
    await say(ada, null, false);
    const about = await send([ada], { topicId: news });
    await deliver(about);
    expect((await shown(about))?.recipients[0]?.suppressed).toStrictEqual({ reason: 'unsubscribed', topicId: null });
    const plain = idOf(await accepting(world).send(mailTo([ada])));
    await deliver(plain);
    expect(await statuses(world, plain)).toStrictEqual(['delivered']);
  });

  it('stays out when the contact is deleted', async () => {
    await say(ada, news, false);
    const unread = { readStore: {} as never, ownWrites: { note: () => undefined } as never };
    await deleteContact({ ...world.process(), ...unread }, { context, key: { address: ada } });
    const emailId = await send([ada], { topicId: news });
    await deliver(emailId);
    expect((await shown(emailId))?.recipients[0]?.suppressed).toStrictEqual({ reason: 'unsubscribed', topicId: news });
  });

  it('gets it again after a yes', async () => {
    await say(ada, news, false);
    await say(ada, news, true);
    const emailId = await send([ada], { topicId: news });
    await deliver(emailId);
    expect(await statuses(world, emailId)).toStrictEqual(['delivered']);
  });
});
