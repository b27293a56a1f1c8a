import type { Position } from '../../../src/domain/shared/recorded.js';
import { MemoryReadStore } from '../../support/memory-read-store.js';
import fc, { runs } from '../../support/properties.js';
import { waitFor } from '../../support/wait-for.js';
import {
  FakeSender,
  messageDocuments,
  ok,
  existingWebhook,
  urlOf,
  WebhookProcess,
  worldWithMails,
} from '../../support/webhooks.js';
import { useEndpointStage } from './endpoint-stage.js';

const stage = useEndpointStage();

describe('a crash', () => {
  it('at any point repeats attempts under the same ids, and loses no message', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ answers: fc.integer({ min: 0, max: 5 }), isRecorded: fc.boolean() }), { maxLength: 3 }),
        fc.boolean(),
        async (crashes, ordered) => {
          const given = await worldWithMails(3);
          stage.world = given.world;
          stage.sender = new FakeSender();
          let position: Position | undefined;
          const delivered = new Set<string>();
          for (const { answers, isRecorded } of [...crashes, { answers: 99, isRecorded: true }]) {
            let left = answers;
            stage.sender.answer = ({ messageId }) => {
              left -= 1;
              if (left < 0) return new Promise(() => undefined);
              delivered.add(messageId);
              return ok;
            };
            const attempted = () => new Promise<boolean>(() => undefined);
            const readStore = await messageDocuments(stage.world);
            const process = new WebhookProcess(stage.world, stage.sender, readStore, isRecorded ? {} : { attempted });
            await process.follow();
            const attemptedUpTo = await stage.world.store.head();
            const start = { position, attemptedUpTo };
            const endpoint = process.run(process.endpoint(existingWebhook(1, { ordered }), start));
            const isThere = () =>
              (answers < 99 && (left < 0 || (!isRecorded && left < answers))) || endpoint.position()! >= given.head;
            await waitFor(isThere, Boolean);
            position = endpoint.position();
            process.stopping.abort();
            if (isRecorded) await process.log.stop();
          }
          const ids = new Set(stage.sender.to(urlOf(1)));
          expect(ids.size).toBe(6);
          expect(delivered).toEqual(ids);
        },
      ),
      { numRuns: runs(15) },
    );
  });

  it('makes again what could not be written down', async () => {
    let refusals = 0;
    const process = await stage.start(new MemoryReadStore(), {
      attempted: async () => {
        refusals += 1;
        return false;
      },
    });
    const endpoint = process.run(process.endpoint(existingWebhook(1, { events: ['email.sent'] })));
    await waitFor(
      async () => refusals,
      (count) => count >= 3,
    );
    expect(endpoint.position()).toBeUndefined();
  });
});
