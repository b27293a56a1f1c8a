import { erasePerson } from '../../../src/application/erasure/erase-person.js';
import { getReceived } from '../../../src/application/received/read-received.js';
import { addressHash } from '../../../src/application/shared/address-hash.js';
import { payloadsOf } from '../../../src/application/webhook/messages.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import { receiving } from '../../support/receiving.js';
import { dayMs, retaining } from '../../support/retaining.js';
import { lines } from '../../support/submitting.js';
import { recordSettings } from '../../support/webhooks.js';
import { correlationId, teamId, useWorld, world } from '../../support/world.js';

const message = lines(
  'From: Ann <ann@example.net>',
  'To: support@example.com',
  'Cc: cy@example.org',
  'Subject: Hi',
  '',
  'x',
);

describe('a received email', () => {
  useWorld();
  let receivedId: string;
  beforeEach(async () => {
    await receiving(world).take(message, { sender: 'bounces@example.net' });
    [receivedId = ''] = await receiving(world).ids();
  });
  const get = (byTeam = teamId) =>
    getReceived(world.process(), { teamId: byTeam, receivedId, wantsPictures: true, takeBytes: () => true });

  it.each(['ann@example.net', 'bounces@example.net', 'Support@example.com', 'cy@example.org'])(
    'is erased with %s, key and text',
    async (address) => {
      const context = { teamId, actor: { kind: 'cli', id: 'operator' }, correlationId } as const;
      const person = addressHash(world.process().hash, address);
      expect(await erasePerson(world.process(), person, context)).toMatchObject({ whole: 1 });
      expect(await get()).toMatchObject({
        document: { from: '[erased]', subject: '[erased]', to: [], attachments: [], tokens: [], erased: true },
        body: undefined,
        rawLink: null,
      });
      expect(await world.blobs.get(world.blobs.stored[0]?.id ?? '')).toBeUndefined();
      expect(await erasePerson(world.process(), person, context)).toMatchObject({ whole: 0 });
    },
  );

  it('makes a message for endpoints, without its content', async () => {
    const signed = message.replace('Subject: Hi', 'Subject: Hi\r\nContent-Type: application/pkcs7-signature');
    await receiving(world).take(signed, { sender: 'bounces@example.net' });
    const id = (await receiving(world).ids()).find((each) => each !== receivedId) ?? '';
    const stored = await world.store.readLast(streamName('received', id));
    const payloads = stored && (await payloadsOf({ ...world.process(), recordSettings }, stored));
    // The official clients declare null for what the sender did not say.
    const unsaid = { content_disposition: null, content_id: null };
    expect(payloads).toEqual([
      {
        type: 'email.received',
        subject: { emailId: id, domainId: expect.any(String), tags: [] },
        data: {
          email_id: id,
          created_at: expect.any(String),
          from: 'ann@example.net',
          to: ['support@example.com'],
          cc: ['cy@example.org'],
          bcc: [],
          received_for: ['support@example.com'],
          message_id: '',
          subject: 'Hi',
          attachments: [
            { id: expect.any(String), filename: null, content_type: 'application/pkcs7-signature', ...unsaid },
          ],
        },
      },
    ]);
  });

  it('stays where another person is erased, and is no other team’s', async () => {
    const context = { teamId, actor: { kind: 'cli', id: 'operator' }, correlationId } as const;
    await erasePerson(world.process(), addressHash(world.process().hash, 'an@example.net'), context);
    expect(await get()).toMatchObject({ document: { subject: 'Hi' } });
    expect(await get('0195d6a0-0000-7000-8000-00000000000b')).toBeUndefined();
  });

  it('goes for ever with its age, once it is sealed; its receipt goes before', async () => {
    const retention = retaining(world);
    const receipts = () => world.streamsWith('MessageTaken');
    const [receipt] = await receipts();
    world.clock.advance(31 * dayMs);
    await retention.retireReceived();
    expect(await world.types(streamName('received', receivedId))).toEqual(['EmailReceived']);
    await retention.seal();
    await retention.retireReceived();
    expect(await world.types(streamName('received', receivedId))).toEqual([]);
    expect(receipt && (await world.types(receipt))).toEqual([]);
    expect(await world.blobs.get(world.blobs.stored[0]?.id ?? '')).toBeUndefined();
    expect(await retention.verify()).toBeUndefined();
    // What its server may still send a year later is new.
    expect(await receiving(world).take(message, { sender: 'bounces@example.net' })).toEqual({ taken: 'received' });
  });

  it('leaves nothing in the vault where it was stored and not written', async () => {
    world.store.plan('EmailReceived', [], 'lost');
    await expect(receiving(world).take(message.replace('Hi', 'Ho'))).rejects.toThrow('could not be written');
    const retention = retaining(world);
    world.clock.advance(2 * dayMs);
    await retention.sweep();
    const [kept, orphan] = world.blobs.stored;
    expect([await world.blobs.get(orphan?.id ?? ''), await get()]).toMatchObject([
      undefined,
      { document: { subject: 'Hi' } },
    ]);
    expect(kept && (await world.blobs.get(kept.id))).toBeDefined();
  });
});
