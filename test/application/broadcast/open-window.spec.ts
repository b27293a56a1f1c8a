import { OpenWindow } from '../../../src/application/broadcast/open-window.js';
import { RecentMail } from '../../../src/application/submission/recent-mail.js';
import { FakeClock } from '../../support/fake-clock.js';
import { MemoryEventStore } from '../../support/memory-event-store.js';

function begin(seesAll = true) {
  const clock = new FakeClock();
  const recentMail = new RecentMail(clock, seesAll);
  const window = new OpenWindow({ clock, recentMail, store: new MemoryEventStore() });
  return { clock, recentMail, window };
}

describe('how many emails of broadcasts may wait for their first attempt', () => {
  it('are fewer within a second of other mail, so that it is through sooner', () => {
    const { clock, recentMail, window } = begin();
    const alone = window.room();
    clock.advance(5_000);
    recentMail.note();
    const beside = window.room();
    clock.advance(1_000);
    expect([beside < alone, window.room()]).toEqual([true, alone]);
  });

  it('are few where another process accepts mail', () => {
    const { recentMail, window } = begin(false);
    const before = window.room();
    recentMail.note();
    expect([before < begin().window.room(), window.room()]).toEqual([true, before]);
  });

  it('hold up no others once they wait longer, for a receiver that is slow', () => {
    const { clock, window } = begin();
    const whole = window.room();
    window.add('one', ['a', 'b']);
    const fresh = window.room();
    clock.advance(1_000);
    expect([fresh, window.room()]).toEqual([whole - 2, whole]);
  });
});
