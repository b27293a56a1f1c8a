import { Backlog } from '../../../src/application/shared/backlog.js';
import type { Position } from '../../../src/domain/shared/recorded.js';

const at = (number: number) => String(number) as Position;

describe('what a process manager has still to do', () => {
  let backlog: Backlog<string>;
  const note = (position: number, id?: string): void => {
    if (id !== undefined) backlog.add(id, `item of ${position}`);
    backlog.pass(at(position));
  };
  beforeEach(() => {
    backlog = new Backlog();
  });

  it('begins at the first event', () => {
    expect(backlog.position()).toBeUndefined();
    note(1, 'one');
    expect(backlog.position()).toBeUndefined();
  });

  it('stands where it has looked, while nothing is open', () => {
    note(1);
    note(2, 'two');
    backlog.finish('two');
    expect(backlog.isEmpty).toBe(true);
    expect(backlog.position()).toBe(at(2));
  });

  it('stays before the oldest that is open', () => {
    for (const [position, id] of ['one', 'two', 'three'].entries()) note(position + 1, id);
    backlog.finish('one');
    backlog.finish('three');
    expect(backlog.position()).toBe(at(1));
    expect(backlog.entries()).toStrictEqual([['two', 'item of 2']]);
  });

  it('keeps the place of what is delivered again', () => {
    note(1);
    note(2, 'two');
    note(3);
    expect(backlog.add('two', 'again')).toBe(false);
    expect(backlog.get('two')).toBe('item of 2');
    expect(backlog.position()).toBe(at(1));
  });

  it('may be finished while it is gone through', () => {
    note(1, 'one');
    note(2, 'two');
    for (const [id] of backlog.entries()) backlog.finish(id);
    expect(backlog.isEmpty).toBe(true);
  });
});
