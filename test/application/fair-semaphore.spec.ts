import { fairReads, FairSemaphore } from '../../src/application/shared/fair-semaphore.js';
import type { DocumentShape } from '../../src/application/ports/read-store.js';
import { createGate } from '../support/gate.js';
import { MemoryReadStore } from '../support/memory-read-store.js';

describe('turns', () => {
  let done: string[];
  beforeEach(() => {
    done = [];
  });
  const noting = (name: string) => async () => void done.push(name);
  /** One that holds the only place until the gate opens. */
  function held(limits = { atOnce: 1, stepsAtOnce: 1 }) {
    const turns = new FairSemaphore(limits);
    const gate = createGate();
    const first = turns.run('busy', 'step', () => gate.pass());
    return { turns, gate, first };
  }

  it('go from owner to owner, however much one of them asks for', async () => {
    const { turns, gate, first } = held();
    const asked = ['busy 1', 'busy 2', 'busy 3', 'other 1', 'third 1'].map((name) =>
      turns.run(name.split(' ')[0] ?? '', 'step', noting(name)),
    );
    gate.open();
    await Promise.all([first, ...asked]);
    expect(done).toEqual(['busy 1', 'other 1', 'third 1', 'busy 2', 'busy 3']);
  });

  it('are for pages before they are for steps, and no step waits for ever', async () => {
    const { turns, gate, first } = held();
    const step = turns.run('walker', 'step', noting('step'));
    const pages = Array.from({ length: 10 }, (_, index) => turns.run(`owner ${index}`, 'page', noting('page')));
    gate.open();
    await Promise.all([first, step, ...pages]);
    expect(done.indexOf('step')).toBe(8);
  });

  it('leave a place for pages beside the steps', async () => {
    const { turns, gate, first } = held({ atOnce: 2, stepsAtOnce: 1 });
    const step = turns.run('busy', 'step', noting('step'));
    await turns.run('other', 'page', noting('page'));
    expect(done).toEqual(['page']);
    gate.open();
    await Promise.all([first, step]);
    expect(done).toEqual(['page', 'step']);
  });

  it('go on after a failure, which is for its caller alone', async () => {
    const { turns, gate, first } = held();
    const failing = turns.run('busy', 'page', () => Promise.reject(new Error('broken')));
    const next = turns.run('busy', 'page', async () => 'next');
    gate.open();
    await first;
    expect(await Promise.all([failing.catch(String), next])).toEqual(['Error: broken', 'next']);
  });
});

describe('a read store that many ask', () => {
  const shape: DocumentShape = {
    name: 'x',
    version: 1,
    fields: { teamId: 'text', size: 'integer' },
    indexes: [['teamId', 'id']],
  };

  it('answers teams of one owner in the turns of one, and the server itself at once', async () => {
    const store = new MemoryReadStore();
    const gate = createGate();
    const asked: (string | undefined)[] = [];
    const slow = Object.assign(Object.create(store) as MemoryReadStore, {
      async list(...[shape, query]: Parameters<MemoryReadStore['list']>) {
        asked.push(query.forTeam);
        if (query.forTeam !== undefined) await gate.pass();
        return store.list(shape, query);
      },
    });
    const reads = fairReads(slow, new FairSemaphore({ atOnce: 1, stepsAtOnce: 1 }), (team) => team.charAt(0));
    const walk = {
      equals: { teamId: 'a', size: 1 },
      orderBy: 'id',
      direction: 'desc',
      limit: 10,
      mostRows: 5,
    } as const;
    const all = ['a1', 'a2', 'a3', 'b1'].map((forTeam) => reads.list(shape, { ...walk, forTeam }));
    await gate.reached;
    expect(await reads.list(shape, walk)).toEqual({ documents: [], hasMore: false });
    gate.open();
    await Promise.all(all);
    expect(asked).toEqual(['a1', undefined, 'a2', 'b1', 'a3']);
  });
});
