import type { StoredEvent } from '../../../src/application/ports/event-store.js';
import { type EventPayloads, RecentPayloads } from '../../../src/application/webhook/recent-payloads.js';
import { EncodedLog } from '../../support/encoded-log.js';
import { FakeClock } from '../../support/fake-clock.js';
import { World } from '../../support/world.js';

const nothing: EventPayloads = { payloads: [], createdAt: '' };

describe('what an event makes', () => {
  let event: StoredEvent;
  let asked: number;
  let clock: FakeClock;
  beforeEach(async () => {
    const world = await World.create();
    await new EncodedLog(world.store, world.keys).acceptMail(1);
    const { events } = await world.store.readAll({ limit: 1 });
    if (events[0] === undefined) throw new Error('the log is empty');
    [event] = [events[0]];
    asked = 0;
    clock = new FakeClock();
  });

  it('is made once for the endpoints that come to it at about the same time, and anew a second later', async () => {
    const recent = new RecentPayloads(clock, async () => {
      asked += 1;
      return nothing;
    });
    await Promise.all([recent.of(event), recent.of(event)]);
    clock.advance(999);
    await recent.of(event);
    expect(asked).toBe(1);
    clock.advance(1);
    await recent.of(event);
    expect(asked).toBe(2);
  });

  it('is made anew where it could not be made', async () => {
    const recent = new RecentPayloads(clock, async () => {
      asked += 1;
      if (asked === 1) throw new Error('the vault is away');
      return nothing;
    });
    await expect(recent.of(event)).rejects.toThrow('the vault is away');
    await expect(recent.of(event)).resolves.toBe(nothing);
  });
});
