import { getLeavePage, leave, type Leave } from '../../src/application/unsubscribe/leave.js';
import { leaveLinkLifeMs, leaveToken } from '../../src/application/unsubscribe/leave-link.js';
import { contactStream } from '../../src/application/contact/contact-streams.js';
import { nextTurn } from '../../src/application/shared/delay.js';
import { accepting, idOf, mailTo } from '../support/accepting.js';
import { MemoryReadStore } from '../support/memory-read-store.js';
import { ownWrites, useWorld, world } from '../support/world.js';

const { jest } = import.meta;

const topicId = '0195d6a0-0000-7000-8000-0000000000e1';
const topics = [{ id: topicId, defaultSubscription: 'opt_in' }] as const;
const visitor = { ip: '192.0.2.7', userAgent: 'Mail/1.0' };

useWorld('example.com');

const portsOf = () => ({
  ...world.process(),
  readStore: new MemoryReadStore(),
  ownWrites,
  dailyLimits: { joinAgain: async () => undefined },
});
const tokenOf = (emailId: string, recipient = 0) => leaveToken(world.process().hash, { emailId, recipient });
const send = async (about?: { readonly topicId: string | null }) => {
  const mail = mailTo(['ada@one.test'], about === undefined ? {} : { about });
  return idOf(await accepting(world, { topics }).send(mail));
};
const say = (token: string, more: Partial<Leave> = {}) =>
  leave(portsOf(), { token, choice: 'own', formToken: null, visitor, correlationId: 'request-1', ...more });

describe('leaving by a link', () => {
  it('is a fact with its occasion: the means, the mail, and who asked, under the key of the contact', async () => {
    const emailId = await send({ topicId });
    const said = await say(tokenOf(emailId));
    if ('refused' in said) throw new Error(said.refused);
    const [created, left] = await world.events(contactStream(said.contactId));
    expect(created?.event).toMatchObject({
      type: 'ContactCreated',
      data: { profile: { value: { email: 'ada@one.test' } } },
    });
    expect(left?.event).toMatchObject({
      type: 'ContactUnsubscribed',
      data: { topicId, occasion: { means: 'one-click', emailId, pageVersion: null, visitor: { value: visitor } } },
    });
    expect(left?.metadata).toMatchObject({ actor: { kind: 'system', id: 'recipient' }, correlationId: 'request-1' });
    const stored = JSON.stringify(await world.store.readStream(contactStream(said.contactId)));
    expect(stored).not.toMatch(/192\.0\.2\.7|Mail\/1\.0|ada@/);
    await say(tokenOf(emailId));
    expect(await world.events(contactStream(said.contactId))).toHaveLength(2);
  });

  it('names the version of the page that was shown', async () => {
    const token = tokenOf(await send({ topicId: null }));
    const page = await getLeavePage(portsOf(), { token, language: 'fr' });
    if ('refused' in page) throw new Error(page.refused);
    expect(page).toMatchObject({ address: 'ada@one.test', isSubscribed: true, getsMarketing: true, topicId: null });
    const said = await say(token, { formToken: page.formToken });
    if ('refused' in said) throw new Error(said.refused);
    const left = (await world.events(contactStream(said.contactId))).at(-1);
    expect(left?.event.data).toMatchObject({ topicId: null, occasion: { means: 'page', pageVersion: '0.1.fr' } });
    expect(await getLeavePage(portsOf(), { token, language: 'fr' })).toMatchObject({ isSubscribed: false });
  });

  it('reads the history of a contact once for a page, and for many pages at once two at a time', async () => {
    const said = await say(tokenOf(await send({ topicId })));
    if ('refused' in said) throw new Error(said.refused);
    const token = tokenOf(await send({ topicId }));
    const [ports, history] = [portsOf(), contactStream(said.contactId)];
    const read = ports.store.readStream.bind(ports.store);
    let [reads, atOnce, most] = [0, 0, 0];
    jest.spyOn(ports.store, 'readStream').mockImplementation(async (stream) => {
      if (stream !== history) return read(stream);
      reads += 1;
      atOnce += 1;
      most = Math.max(most, atOnce);
      await nextTurn();
      atOnce -= 1;
      return read(stream);
    });
    const opened = Array.from({ length: 6 }, () => getLeavePage(ports, { token, language: 'en' }));
    expect(await Promise.all(opened)).toEqual(Array(6).fill(expect.objectContaining({ isSubscribed: false })));
    expect([reads, most]).toEqual([6, 2]);
  });

  it('is not possible by a link that is too old, of a mail without such links, or of a recipient it has not', async () => {
    const refused = { refused: 'invalid-link' };
    const emailId = await send({ topicId });
    expect(await say(tokenOf(emailId, 1))).toEqual(refused);
    expect(await say(tokenOf(await send()))).toEqual(refused);
    world.clock.advance(leaveLinkLifeMs + 86_400_000_000);
    expect(await getLeavePage(portsOf(), { token: tokenOf(emailId), language: 'en' })).toEqual(refused);
  });
});
