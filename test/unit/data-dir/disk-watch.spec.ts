import { jest } from '@jest/globals';
import { DiskWatch } from '../../../src/infrastructure/data-dir/disk-watch.js';

const mebibytes = 1024 * 1024;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('a disk is full below 16 MiB and has room again from 32 MiB on, said once each', () => {
  const said: string[] = [];
  let free: number | undefined = 100;
  const watch = new DiskWatch('/data', { onFull: () => said.push('full'), onRoom: () => said.push('room') }, () => {
    if (free === undefined) throw new Error('not known');
    return free * mebibytes;
  });
  const seen = [100, 16, 15, 0, undefined, 20, 31, 32, 20, 15].map((next) => {
    free = next;
    jest.advanceTimersByTime(1_000);
    return watch.isFull();
  });
  expect(seen).toEqual([false, false, true, true, true, true, true, false, false, true]);
  expect(said).toEqual(['full', 'room', 'full']);
  watch.stop();
  free = 100;
  jest.advanceTimersByTime(5_000);
  expect(said).toHaveLength(3);
});

it('a disk that is full at the start is said then', () => {
  const said: string[] = [];
  const watch = new DiskWatch('/data', { onFull: () => said.push('full'), onRoom: () => undefined }, () => 0);
  expect(said).toEqual(['full']);
  watch.stop();
});
