import { jest } from '@jest/globals';
import { Backlog } from '../../../src/application/shared/backlog.js';
import { type ProcessManager, runProcessManager } from '../../../src/application/shared/run-process-manager.js';
import type { AllPage } from '../../../src/application/ports/event-store.js';
import type { Position } from '../../../src/domain/shared/recorded.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import { eventually } from '../../support/gate.js';
import { fakeTimeouts } from '../../support/fake-timeouts.js';
import { World } from '../../support/world.js';

/** Events: a domain, its three keys, and that it is vouched for. */
const ofOneDomain = 5;

/** Finished with whatever it was told of. */
class Listener implements ProcessManager {
  readonly name = 'listener';
  readonly filter = { categories: ['domain'] } as const;
  readonly heard: Position[] = [];
  readonly backlog = new Backlog<never>();
  acts = 0;

  note({ position }: { readonly position: Position }): void {
    this.heard.push(position);
  }

  async act(): Promise<void> {
    this.acts += 1;
  }
}

describe('running a process manager', () => {
  let world: World;
  let stop: AbortController;
  let failures: unknown[];
  beforeEach(async () => {
    fakeTimeouts();
    world = await World.create();
    stop = new AbortController();
    failures = [];
    await world.addDomain('example.com');
  });
  afterEach(() => {
    stop.abort();
    jest.useRealTimers();
  });

  const run = (manager: ProcessManager, ports = world.process()) =>
    runProcessManager(ports, manager, stop.signal, (error) => failures.push(error));
  const saved = async () => {
    const events = await world.events(streamName('processmanager', 'listener'));
    return events.map(({ event }) => (event.type === 'ProcessManagerAdvanced' ? event.data.position : undefined));
  };

  it('hears the log, acts, saves its position at an orderly stop, and goes on from there', async () => {
    const first = new Listener();
    const running = run(first);
    await jest.advanceTimersByTimeAsync(1_000);
    expect([first.heard.length, first.acts]).toEqual([ofOneDomain, 1]);
    stop.abort();
    await running;
    expect(await saved()).toStrictEqual([first.backlog.position()]);

    await world.addDomain('other.example.com');
    stop = new AbortController();
    const second = new Listener();
    const again = run(second);
    await eventually(() => second.heard.length === ofOneDomain);
    stop.abort();
    await again;
    expect(second.heard.every((position) => position > (first.backlog.position() ?? ''))).toBe(true);
    expect(await saved()).toStrictEqual([first.backlog.position(), second.backlog.position()]);
  });

  it('has saved its position within five seconds: one that is killed over and over comes further in each life', async () => {
    const listener = new Listener();
    void run(listener);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(await saved()).toStrictEqual([listener.heard.at(-1)]);
  });

  it('saves nothing where nothing was new', async () => {
    const first = new Listener();
    const running = run(first);
    await eventually(() => first.heard.length === ofOneDomain);
    stop.abort();
    await running;
    stop = new AbortController();
    const second = new Listener();
    const again = run(second);
    stop.abort();
    await again;
    expect(await saved()).toHaveLength(1);
  });

  it('keeps its place in a log that has nothing for it, once a thousand events have passed', async () => {
    const deaf = (): Listener => Object.assign(new Listener(), { filter: { categories: ['erasure'] } });
    const once = async (manager: Listener, until: Position | undefined) => {
      stop = new AbortController();
      const running = run(manager);
      await eventually(async () => {
        await jest.advanceTimersByTimeAsync(250);
        return (manager.backlog.position() ?? '') >= (until ?? '');
      });
      stop.abort();
      await running;
    };
    await once(deaf(), await world.store.head());
    expect(await saved()).toHaveLength(0);

    for (let domain = 0; domain < 1_000 / ofOneDomain; domain += 1) await world.addDomain(`d${domain}.example.com`);
    const head = await world.store.head();
    await once(deaf(), head);
    expect(await saved()).toStrictEqual([head]);

    // What it has written itself is no reason to write again.
    const again = deaf();
    await once(again, await world.store.head());
    expect(again.heard).toHaveLength(0);
    expect(await saved()).toHaveLength(1);
  });

  it('resumes after a subscription that broke, from what it has processed', async () => {
    const ports = world.process();
    let subscriptions = 0;
    const subscribe = async function* (...asked: Parameters<World['store']['subscribe']>): AsyncGenerator<AllPage> {
      subscriptions += 1;
      const mine = subscriptions;
      for await (const page of world.store.subscribe({ ...asked[0], pageSize: 1 })) {
        yield page;
        if (mine === 1) throw new Error('the connection was lost');
      }
    };
    const store = new Proxy(world.store, {
      get: (target, name) => (name === 'subscribe' ? subscribe : Reflect.get(target, name, target)),
    });
    const listener = new Listener();
    const running = run(listener, { ...ports, store });
    await jest.advanceTimersByTimeAsync(2_000);
    expect(listener.heard).toHaveLength(ofOneDomain);
    stop.abort();
    await running;
    expect(new Set(listener.heard).size).toBe(ofOneDomain);
    expect(failures).toHaveLength(1);
  });

  it('leaves the process time for other work where its subscription ends again and again', async () => {
    const listener = new Listener();
    const running = run(listener);
    await eventually(() => listener.heard.length === ofOneDomain);
    await world.store.close();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(listener.acts).toBe(1);
    stop.abort();
    await running;
  });

  it('tells of an act that failed and acts again', async () => {
    const listener = new Listener();
    let acts = 0;
    listener.act = async () => {
      acts += 1;
      if (acts === 1) throw new Error('not now');
    };
    const running = run(listener);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(acts).toBe(2);
    stop.abort();
    await running;
    expect(failures).toStrictEqual([new Error('not now')]);
  });
});
