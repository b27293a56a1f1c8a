import type { Trace } from '../../../src/domain/shared/trace.js';
import { createTracer, type Sampling } from '../../../src/infrastructure/tracing/sampler.js';

const trace = (end: string, isSampled: boolean | null): Trace => ({
  traceId: `0195523f1c007abc8de${end}`,
  parentId: null,
  isSampled,
});
const low = '0000000000000';
const middle = '8000000000000';
const high = 'fffffffffffff';
const decided = ({ asCaller, ratio }: Sampling, given: Trace): boolean =>
  createTracer({ asCaller, ratio }, () => undefined).isSampled(given);

describe('which traces are recorded', () => {
  it.each([
    ['all', { asCaller: true, ratio: 1 }, trace(low, null), true],
    ['none of one’s own', { asCaller: true, ratio: 0 }, trace(high, null), false],
    ['what the caller records', { asCaller: true, ratio: 0 }, trace(low, true), true],
    ['not what the caller does not record', { asCaller: true, ratio: 1 }, trace(high, false), false],
    ['whatever the caller decided', { asCaller: false, ratio: 1 }, trace(low, false), true],
    ['of a half, the upper one', { asCaller: true, ratio: 0.5 }, trace(middle, null), true],
    ['of a half, not the lower one', { asCaller: true, ratio: 0.5 }, trace('7ffffffffffff', null), false],
    ['of a tenth, the highest', { asCaller: false, ratio: 0.1 }, trace(high, null), true],
  ])('%s', (_what, sampling, given, expected) => {
    expect(decided(sampling, given)).toBe(expected);
  });
});
