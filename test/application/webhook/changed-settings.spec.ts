import type { DocumentShape, ListPage, ListQuery } from '../../../src/application/ports/read-store.js';
import type { PartitionPorts } from '../../../src/application/webhook/run-partition.js';
import { UnreadableEvent } from '../../../src/application/ports/event-codec.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import { idAt } from '../../support/recorded-events.js';
import { useQuickTimeouts } from '../../support/quick-timeouts.js';
import { waitFor } from '../../support/wait-for.js';
import { answering, attemptsIn, ok, webhookId } from '../../support/webhooks.js';
import { usePartitionStage } from './partition-stage.js';

const given = usePartitionStage();
useQuickTimeouts();

const recorded = (count: number) =>
  waitFor(
    () => attemptsIn(given().world),
    (attempts) => attempts.length >= count,
  );
const typesOf = (number: number) => given().world.types(streamName('webhook', webhookId(number)));
const hourMs = 3_600_000;

describe('an endpoint that comes to be in order', () => {
  it('is sent what waits for another attempt, before what happens from then on', async () => {
    const stage = given();
    await stage.register();
    await stage.run();
    stage.sender.answer = () => answering(500);
    await stage.log.acceptMail(2);
    await recorded(1);
    await stage.change({ ordered: true });
    await stage.log.acceptMail(3);
    stage.sender.answer = () => ok;
    stage.world.clock.advance(10_000);
    await stage.fold();
    await recorded(3);
    expect(stage.mails()).toEqual([idAt(2), idAt(2), idAt(3)]);
    await stage.fold();
    expect((await stage.messages()).map(({ status }) => status)).toEqual(['success', 'success']);
  });

  it('is sent what waited when its process ended, too', async () => {
    const stage = given();
    await stage.register();
    await stage.run();
    stage.sender.answer = () => answering(500);
    await stage.log.acceptMail(2);
    await recorded(1);
    await stage.stop();
    await stage.change({ ordered: true });
    stage.sender.answer = () => ok;
    stage.world.clock.advance(10_000);
    await stage.run();
    await recorded(2);
    expect(stage.mails()).toEqual([idAt(2), idAt(2)]);
  });

  it('is not judged by failures that ended before', async () => {
    const stage = given();
    await stage.register();
    await stage.run();
    stage.sender.answer = () => answering(500);
    await stage.log.acceptMail(2);
    await recorded(1);
    await stage.stop();
    stage.world.clock.advance(121 * hourMs);
    stage.sender.answer = () => ok;
    await stage.run();
    await recorded(2);
    await stage.change({ ordered: true });
    await stage.log.acceptMail(3);
    await recorded(3);
    stage.sender.answer = () => answering(500);
    await stage.log.acceptMail(4);
    await recorded(4);
    await stage.stop();
    expect(await typesOf(1)).toEqual(['WebhookRegistered', 'WebhookChanged']);
  });
});

describe('an endpoint that no longer asks for order', () => {
  it('is not sent a message earlier, or as if for the first time, for that', async () => {
    const stage = given();
    await stage.register(1, { ordered: true });
    await stage.run();
    stage.sender.answer = () => (stage.sender.sent.length === 1 ? answering(500) : ok);
    await stage.log.acceptMail(2);
    await recorded(1);
    await stage.log.acceptMail(3);
    await stage.change({ ordered: false });
    await recorded(2);
    stage.world.clock.advance(10_000);
    await stage.fold();
    await recorded(3);
    expect(stage.mails()).toEqual([idAt(2), idAt(3), idAt(2)]);
    expect((await attemptsIn(stage.world)).map(({ number }) => number)).toEqual([1, 1, 2]);
  });
});

describe('messages of an endpoint that is off', () => {
  it('are dropped once, however long the log is away', async () => {
    const stage = given();
    await stage.register();
    const process = await stage.run();
    stage.sender.answer = () => answering(500);
    await stage.log.acceptMail(2);
    await recorded(1);
    const drops: string[] = [];
    process.log.dropped = (_teamId, messageId) => {
      drops.push(messageId);
      return new Promise(() => undefined);
    };
    await stage.change({}, 'disabled');
    stage.world.clock.advance(10_000);
    await stage.fold();
    await waitFor(
      async () => drops.length,
      (length) => length > 0,
    );
    let looks = 0;
    const { list } = stage.readStore;
    stage.readStore.list = async <Document extends object>(of: DocumentShape<Document>, query: ListQuery) => {
      looks += 1;
      return list.call(stage.readStore, of, query) as Promise<ListPage<Document>>;
    };
    await waitFor(
      async () => looks,
      (length) => length >= 4,
    );
    expect(drops).toHaveLength(1);
  });
});

describe('an endpoint that cannot be decoded', () => {
  const broken = 11;

  function withBroken(): Pick<PartitionPorts, 'codec'> & { isBroken: boolean } {
    const { codec } = given().world;
    const away = { codec: Object.create(codec) as PartitionPorts['codec'], isBroken: true };
    away.codec.decode = (...[events, ...rest]: Parameters<PartitionPorts['codec']['decode']>) => {
      const isOf = events.some(({ stream }) => stream === streamName('webhook', webhookId(broken)));
      if (isOf && away.isBroken) throw new UnreadableEvent('made by a later version');
      return codec.decode(events, ...rest);
    };
    return away;
  }

  it('keeps the others neither from being sent to nor from saving where they are, and is itself sent everything later', async () => {
    const stage = given();
    await stage.register();
    await stage.register(broken);
    const first = withBroken();
    await stage.run({ codec: first.codec });
    await stage.log.acceptMail(2);
    await recorded(1);
    const saved = await waitFor(
      async () => {
        await stage.fold();
        return stage.progress();
      },
      (progress) => progress !== undefined,
    );
    expect(saved?.readers.map(({ webhookId }) => webhookId)).toEqual([webhookId(broken)]);
    await stage.stop();
    // It is readable again.
    await stage.run();
    await recorded(2);
    expect(stage.mails()).toEqual([idAt(2), idAt(2)]);
  });

  it('and could be before goes on as it was', async () => {
    const stage = given();
    await stage.register();
    await stage.register(broken);
    const away = withBroken();
    away.isBroken = false;
    const process = await stage.run({ codec: away.codec });
    await stage.log.acceptMail(2);
    await recorded(2);
    away.isBroken = true;
    const givenUp = { messageId: 'msg_1', eventId: idAt(5), type: 'email.sent', attempts: 1, why: 'refused' } as const;
    await stage.ask({ type: 'NoteExhausted', messages: [givenUp] }, broken);
    await waitFor(
      () => process.reports.length,
      (length) => length > 0,
    );
    const position = await stage.log.acceptMail(3);
    await recorded(4);
    await waitFor(
      async () => {
        await stage.fold();
        return (await stage.progress())?.position ?? '';
      },
      (saved) => saved >= position,
    );
  });
});
