import { jest } from '@jest/globals';
import { FairScheduler } from '../../../src/application/webhook/fair-scheduler.js';
import { FakeClock } from '../../support/fake-clock.js';
import { fakeTimeouts } from '../../support/fake-timeouts.js';

const forever = new AbortController().signal;

/** Requests that begin when it is their turn, and end when the test says so. */
class Requests {
  readonly begun: string[] = [];
  private readonly open: (() => void)[] = [];

  constructor(readonly scheduler: FairScheduler) {}

  ask(owner: string, name = owner, signal = forever): Promise<string | undefined> {
    const work = (): Promise<string> => {
      this.begun.push(name);
      return new Promise((resolve) => this.open.push(() => resolve(name)));
    };
    return this.scheduler.run(owner, work, signal);
  }

  many(count: number, owner: string): void {
    for (let number = 0; number < count; number += 1) void this.ask(owner);
  }

  end(): void {
    for (const end of this.open.splice(0)) end();
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
async function turns(count: number): Promise<void> {
  for (let passed = 0; passed < count; passed += 1) await turn();
}

describe('requests of many owners', () => {
  let clock: FakeClock;
  beforeEach(() => {
    fakeTimeouts();
    clock = new FakeClock();
  });
  afterEach(() => jest.useRealTimers());

  const requests = (perSecond = 1_000, atOnce = 1_000): Requests =>
    new Requests(new FairScheduler(clock, { perSecond, atOnce }));
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms);
    await jest.advanceTimersByTimeAsync(ms);
    await turns(20);
  };

  it('begin in the order in which they came', async () => {
    const asked = requests();
    for (const name of ['first', 'second', 'third']) void asked.ask('one', name);
    await turns(1);
    expect(asked.begun).toEqual(['first', 'second', 'third']);
  });

  it('take turns: one that comes behind a flood of another owner is the next but one', async () => {
    const asked = requests();
    asked.many(50, 'flood');
    void asked.ask('other');
    await turns(1);
    expect(asked.begun.slice(0, 3)).toEqual(['flood', 'other', 'flood']);
    await turns(20);
    void asked.ask('other');
    asked.many(20, 'flood');
    await turns(1);
    expect(asked.begun.at(-8)).toBe('other');
  });

  it('begin eight in one turn of the event loop', async () => {
    const asked = requests();
    asked.many(20, 'flood');
    expect(asked.begun).toHaveLength(0);
    await turns(1);
    expect(asked.begun).toHaveLength(8);
    await turns(1);
    expect(asked.begun).toHaveLength(16);
    asked.end();
    await turns(1);
    expect(asked.begun).toHaveLength(20);
  });

  it('of one owner are so many at once, which keeps no other owner waiting', async () => {
    const asked = requests(1_000, 3);
    asked.many(10, 'flood');
    await turns(5);
    expect(asked.begun).toHaveLength(3);
    expect(asked.scheduler.waiting()).toBe(7);
    void asked.ask('other');
    await turns(1);
    expect(asked.begun.at(-1)).toBe('other');
    asked.end();
    await turns(2);
    expect(asked.begun).toHaveLength(7);
  });

  it('of one owner are so many a second, which keeps no other owner waiting', async () => {
    const asked = requests(100);
    asked.many(200, 'flood');
    await turns(5);
    // A tenth of a second's worth, and the one that is due.
    expect(asked.begun).toHaveLength(11);
    void asked.ask('other');
    await turns(1);
    expect(asked.begun.at(-1)).toBe('other');
    await pass(50);
    expect(asked.begun).toHaveLength(17);
    for (let passed = 50; passed < 1_000; passed += 50) await pass(50);
    expect(asked.begun.filter((owner) => owner === 'flood')).toHaveLength(111);
  });

  it('whose answers cost more count as more of them', async () => {
    const asked = requests(100);
    await asked.scheduler.run(
      'one',
      async () => 7,
      forever,
      () => 99,
    );
    void asked.ask('one');
    void asked.ask('other');
    await turns(2);
    expect(asked.begun).toEqual(['other']);
    await pass(850);
    expect(asked.begun).toEqual(['other']);
    await pass(50);
    expect(asked.begun).toEqual(['other', 'one']);
  });

  it('that are not wanted any more leave the line, and the place of those that end is free, whether they fail or not', async () => {
    const asked = requests(1_000, 1);
    const failing = asked.scheduler.run('one', () => Promise.reject(new Error('no')), forever);
    const stop = new AbortController();
    const left = asked.ask('one', 'left', stop.signal);
    void asked.ask('one', 'stays');
    stop.abort();
    await expect(left).resolves.toBeUndefined();
    await expect(failing).rejects.toThrow('no');
    await turns(2);
    expect(asked.begun).toEqual(['stays']);
    await expect(asked.ask('one', 'late', stop.signal)).resolves.toBeUndefined();
  });

  it('answer what their work answers', async () => {
    const answer = requests().scheduler.run('one', async () => 7, forever);
    await expect(answer).resolves.toBe(7);
  });
});
