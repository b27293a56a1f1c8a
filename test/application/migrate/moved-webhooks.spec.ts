import { messageOf } from '../../../src/application/webhook/endpoint-messages.js';
import type { WebhookProgressed } from '../../../src/domain/webhook/log-events.js';
import type { Position } from '../../../src/domain/shared/recorded.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import {
  webhookMessagesProjection,
  webhookProgressProjection,
} from '../../../src/projections/webhooks/webhook-log.projections.js';
import type { WebhookMessageDocument } from '../../../src/projections/webhooks/webhooks.document.js';
import { EncodedLog, mailStream } from '../../support/encoded-log.js';
import { type EmptyPlace, install, move, otherPlace } from '../../support/moved-log.js';
import { readModel } from '../../support/read-model.js';
import { idAt } from '../../support/recorded-events.js';
import {
  answering,
  attemptsIn,
  FakeSender,
  existingWebhook,
  webhookId,
  WebhookProcess,
} from '../../support/webhooks.js';
import { useWorld, world, type World } from '../../support/world.js';
import { waitFor } from '../../support/wait-for.js';
import { MemoryReadStore } from '../../support/memory-read-store.js';

describe('webhooks whose log was moved to other engines', () => {
  useWorld();
  let log: EncodedLog;
  beforeEach(async () => {
    await install(world);
    log = new EncodedLog(world.store, world.keys);
  });

  const worldAt = (store: EmptyPlace): World => Object.assign(Object.create(world) as World, { store });
  const report = (partition: string, position: Position, rest: Partial<WebhookProgressed['data']> = {}) =>
    log.append(streamName('webhooklog', `${idAt(50)}-2026-03-02T10`), {
      type: 'WebhookProgressed',
      data: { partition, position, readers: [], failing: [], ...rest },
    });
  const placeOf = async (store: Pick<World['store'], 'readStream'>, mail: number): Promise<Position> =>
    (await store.readStream(mailStream(mail)))[1]!.position;

  it('go on where each endpoint and each replay was, as often as that is said', async () => {
    const [one, two, three] = [await log.acceptMail(1), await log.acceptMail(2), await log.acceptMail(3)];
    await report('1', one);
    const failing = [{ webhookId: webhookId(1), since: '2026-03-02T09:00:00.000Z' }];
    const behind = { webhookId: webhookId(1), replayId: null, position: one, sent: 0 };
    const replay = { webhookId: webhookId(1), replayId: 'r1', position: two, sent: 7 };
    await report('1', three, { readers: [behind, replay], failing });
    await report('2', two);
    // Has not sent anything yet: it begins behind a position of its own.
    const scope = { kind: 'events', since: null, after: two, types: null } as const;
    const requested = { type: 'WebhookReplayRequested', data: { replayId: 'r2', scope } } as const;
    await log.append(streamName('webhook', webhookId(2)), requested);
    await log.append(streamName('webhook', webhookId(3)), { ...requested, data: { replayId: 'r3', scope } });
    const ended = { type: 'WebhookReplayStopped', data: { replayId: 'r3' } } as const;
    await log.append(streamName('webhook', webhookId(3)), ended);

    const target = await otherPlace(world);
    const { arriveAgain } = await move(world, target);
    const places = await Promise.all([1, 2, 3].map((mail) => placeOf(target, mail)));
    expect(places).not.toContain(one);
    const documents = await readModel(worldAt(target), webhookProgressProjection);
    const [first, second, third] = places;
    expect(await documents.get(webhookProgressProjection, '1')).toMatchObject({
      position: third,
      readers: [
        { ...behind, position: first },
        { ...replay, position: second },
      ],
      failing,
    });
    expect(await documents.get(webhookProgressProjection, '2')).toMatchObject({
      position: second,
      readers: [{ webhookId: webhookId(2), replayId: 'r2', position: second, sent: 0 }],
    });
    expect(await documents.get(webhookProgressProjection, '3')).toBeUndefined();
    const head = await target.head();
    await arriveAgain();
    expect(await target.head()).toBe(head);
  });

  it('find what a message is about, and know whether it was attempted before the endpoint was switched on', async () => {
    await log.acceptMail(1);
    const sender = new FakeSender();
    sender.answer = () => answering(500);
    const process = new WebhookProcess(world, sender, new MemoryReadStore());
    await process.follow();
    process.run(process.endpoint(existingWebhook(1)));
    await waitFor(
      () => attemptsIn(world),
      (attempts) => attempts.length > 0,
    );
    await process.crash();

    const target = await otherPlace(world);
    await move(world, target);
    const documents = await readModel(worldAt(target), webhookMessagesProjection);
    const id = sender.sent[0]!.messageId;
    const document = (await documents.get(webhookMessagesProjection, id)) as WebhookMessageDocument;
    expect(await messageOf({ ...process.ports, store: target }, document)).toMatchObject({ id });
    const { events } = await target.readAll({ limit: 100, filter: { types: ['WebhookAttempted'] } });
    expect(document.loggedAt).toBe(events[0]?.position);
  });
});
