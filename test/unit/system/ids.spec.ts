import { createHmac } from 'node:crypto';
import { v4, v7, validate, version } from 'uuid';
import { ids } from '../../../src/infrastructure/system/ids.js';
import fc from '../../support/properties.js';

const cause = '0195523f-1c00-7abc-8def-0123456789ab';

describe('ids', () => {
  it('are UUIDs of version 7 that only grow', () => {
    const made = Array.from({ length: 10_000 }, () => ids.next());
    expect(made.every((id) => validate(id) && version(id) === 7)).toBe(true);
    expect([...made].sort()).toEqual(made);
    expect(new Set(made).size).toBe(made.length);
  });

  it('derives the same id from the same cause and index', () => {
    expect(ids.derived(cause, 0)).toBe('0195523f-1c00-7cc6-a08c-0c35ae1f3400');
    expect(ids.derived(cause, 1)).not.toBe(ids.derived(cause, 0));
    expect(ids.derived(v4(), 0)).not.toBe(ids.derived(cause, 0));
  });

  it('derives UUIDs of version 7 with the time of their cause', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.nat(), (causeId, index) => {
        const id = ids.derived(causeId, index);
        const mac = createHmac('sha256', causeId).update(String(index)).digest('hex');
        expect([id.slice(15, 18), id.slice(20, 23), id.slice(24)]).toEqual([
          mac.slice(1, 4),
          mac.slice(5, 8),
          mac.slice(8, 20),
        ]);
        return validate(id) && version(id) === 7 && id.slice(0, 13) === causeId.slice(0, 13);
      }),
    );
  });

  it('makes a UUID of version 8 of a hash', () => {
    const hash = 'ff'.repeat(16) + '00'.repeat(16);
    expect(ids.fromHash(hash)).toBe('ffffffff-ffff-8fff-bfff-ffffffffffff');
    expect(() => ids.fromHash('ff')).toThrow(TypeError);
    expect(() => ids.fromHash(v7())).toThrow(TypeError);
  });

  it('makes data keys of 32 bytes, each another one in memory of its own', () => {
    const keys = Array.from({ length: 2_000 }, () => ids.dataKey());
    expect(keys.every((key) => key.length === 32 && key.buffer.byteLength === 32)).toBe(true);
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(keys.length);
  });
});
