import { OpenWindow } from '../../../src/application/broadcast/open-window.js';
import { RecentMail } from '../../../src/application/submission/recent-mail.js';
import { mailStream } from '../../support/encoded-log.js';
import { FakeClock } from '../../support/fake-clock.js';
import { MemoryEventStore } from '../../support/memory-event-store.js';
import { idAt } from '../../support/recorded-events.js';

const minuteMs = 60_000;

function begin(seesAll = true) {
  const clock = new FakeClock();
  const recentMail = new RecentMail(clock, seesAll);
  const window = new OpenWindow({ clock, recentMail, store: new MemoryEventStore() });
  return { clock, recentMail, window };
}

describe('how many emails of broadcasts may wait for their first attempt', () => {
  it('are fewer within a minute of other mail, so that it is through sooner, and of a start', () => {
    const { clock, recentMail, window } = begin();
    const started = window.room();
    clock.advance(minuteMs);
    const alone = window.room();
    recentMail.note();
    clock.advance(minuteMs - 1);
    const beside = window.room();
    clock.advance(1);
    expect([started, beside < alone, window.room()]).toEqual([beside, true, alone]);
  });

  it('are few where another process accepts mail', () => {
    const { clock, window } = begin(false);
    const before = window.room();
    clock.advance(minuteMs);
    expect(window.room()).toBe(before);
  });

  it('hold up no others once they wait longer, for a receiver that is slow', () => {
    const { clock, window } = begin();
    const whole = window.room();
    window.add('one', ['a', 'b']);
    const fresh = window.room();
    clock.advance(1_000);
    expect([fresh, window.room()]).toEqual([whole - 2, whole]);
  });

  it('end with the first thing that happens to them, looked for where the log goes on', async () => {
    const [clock, store] = [new FakeClock(), new MemoryEventStore()];
    const window = new OpenWindow({ clock, store, recentMail: new RecentMail(clock, true) });
    const happens = (email: number, type: string, expected: 'no-stream' | number) =>
      store.append([
        { stream: mailStream(email), expected, events: [{ id: idAt(100 * email), type, data: '{}', metadata: '{}' }] },
      ]);
    await window.watch();
    await happens(1, 'EmailAccepted', 'no-stream');
    await happens(2, 'EmailAccepted', 'no-stream');
    window.add('one', [idAt(1)]);
    window.add('two', [idAt(2)]);
    await window.settle();
    expect([window.holds('one'), window.holds('two')]).toEqual([true, true]);
    await happens(2, 'DeliveryAttemptStarted', 0);
    await window.settle();
    expect([window.holds('one'), window.holds('two')]).toEqual([true, false]);
    await window.watch();
    await happens(1, 'EmailSuppressed', 0);
    await window.settle();
    expect(window.holds('one')).toBe(false);
  });
});
