import { type EmailFilter, findEmails, FindEmails } from '../../src/application/email/find-emails.js';
import { millisecondsOf } from '../../src/domain/shared/uuid-time.js';
import { eraseEmails } from '../../src/application/erasure/erase-emails.js';
import { emailsProjection } from '../../src/projections/emails/emails.projection.js';
import { accepting, idOf, mailTo } from '../support/accepting.js';
import { delivering, jobFor } from '../support/delivering.js';
import { readModel } from '../support/read-model.js';
import { context, ownWrites, teamId, useWorld, world } from '../support/world.js';

const otherTeamId = '0195d6a0-0000-7000-8000-00000000000b';

describe('finding mails', () => {
  useWorld('example.com');
  const send = async (to: string, more: Parameters<typeof mailTo>[1] = {}) => {
    world.clock.advance(60_000);
    return idOf(await accepting(world).send(mailTo([to], more)));
  };

  async function find(filter: EmailFilter, page: FindEmails['page'] = { limit: 10 }, team = teamId) {
    const ports = {
      readStore: await readModel(world, emailsProjection),
      ownWrites,
    };
    const found = await findEmails(ports, { teamId: team, page, filter });
    if ('refused' in found) throw new Error(found.refused);
    return found;
  }
  const idsOf = async (...asked: Parameters<typeof find>) =>
    (await find(...asked)).documents.map(({ email }) => email.id);

  it('finds by words, newest first, page by page', async () => {
    const first = await send('ada@one.test', { subject: 'Your invoice 17' });
    const second = await send('bob@one.test', { subject: 'Your invoice 18' });
    await send('ada@two.test', { subject: 'Welcome' });
    expect(await idsOf({ search: 'invo one.test' })).toEqual([second, first]);
    expect(await idsOf({ search: 'invoice' }, { limit: 1 })).toEqual([second]);
    expect(await idsOf({ search: 'invoice' }, { limit: 1, after: second })).toEqual([first]);
    expect(await idsOf({ search: 'invoice' }, { limit: 1, before: first })).toEqual([second]);
    expect(await idsOf({ search: `${first} ada` })).toEqual([first]);
    expect(await idsOf({ search: 'invoice ada@two.test' })).toEqual([]);
    expect(await idsOf({ search: 'invoice' }, { limit: 10 }, otherTeamId)).toEqual([]);
  });

  it('finds by what became of it, its time, its sender, its key and its tags, all at once', async () => {
    const tags = [{ name: 'kind', value: 'invoice' }];
    const tagged = await send('ada@one.test', { tags });
    const later = await send('ada@one.test', { tags: [{ name: 'kind', value: 'invoice-copy' }] });
    const plain = await send('ada@one.test');
    await delivering(world).attempt(await jobFor(world, tagged, 'one.test'));
    expect(await idsOf({ lastEvent: 'delivered' })).toEqual([tagged]);
    expect(await idsOf({ tag: { name: 'kind' } })).toEqual([later, tagged]);
    expect(await idsOf({ tag: { name: 'kind', value: 'invoice' } })).toEqual([tagged]);
    expect(await idsOf({ tag: { name: 'kin' } })).toEqual([]);
    expect(await idsOf({ domain: 'example.com' })).toEqual([plain, later, tagged]);
    expect(await idsOf({ domain: 'example.co' })).toEqual([]);
    const [fromMs, toMs] = [millisecondsOf(tagged), millisecondsOf(plain) + 1];
    const queued = { tag: { name: 'kind' }, search: 'ada', lastEvent: 'queued' } as const;
    expect(await idsOf({ ...queued, fromMs, toMs })).toEqual([later]);
    expect(await idsOf({ ...queued, fromMs: toMs })).toEqual([]);
    expect(await idsOf({ ...queued, toMs: fromMs })).toEqual([]);
  });

  it('says how many there are where an index can count them, and which words it looked for', async () => {
    const [first, , third] = [await send('ada@one.test'), await send('bob@one.test'), await send('eve@two.test')];
    const page = { limit: 1, isCounted: true } as const;
    expect(await find({}, page)).toMatchObject({ hasMore: true, total: { count: 3, isExact: true } });
    expect(await find({ fromMs: millisecondsOf(first) + 1, lastEvent: 'queued' }, page)).toMatchObject({
      total: { count: 2 },
    });
    expect(await find({ toMs: millisecondsOf(third), lastEvent: 'sent' }, page)).toMatchObject({ total: { count: 0 } });
    expect(await find({})).not.toHaveProperty('total');
    const found = await find({ search: 'ADA <one.test> on', domain: 'example.com' }, page);
    expect(found).toMatchObject({ words: ['ada', 'one.test'] });
    expect(found).not.toHaveProperty('total');
  });

  it('finds nothing by what was erased', async () => {
    const emailId = await send('ada@one.test', { subject: 'A secret' });
    expect(await idsOf({ search: 'secret ada' })).toEqual([emailId]);
    await eraseEmails(world.process(), [emailId], context);
    for (const search of ['secret', 'ada', 'one.test']) expect(await idsOf({ search })).toEqual([]);
    expect(await idsOf({ search: emailId })).toEqual([emailId]);
  });
});
