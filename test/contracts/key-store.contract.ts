import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';
import type { DataKeyRow, KeyStore } from '../../src/application/ports/vault.js';
import { kidOf } from '../../src/domain/shared/personal.js';
import { type StreamName, streamName } from '../../src/domain/shared/stream-name.js';

const destroyedAt = '2026-03-01T10:00:00.000Z';

/** A vault row of the given number of random keys. */
export function newKeyRow(count: number): DataKeyRow {
  return {
    row: v7(),
    anchor: streamName('email', v7()),
    createdAt: '2026-03-01T09:00:00.000Z',
    keys: Array.from({ length: count }, () => randomBytes(32)),
  };
}

/** What every `KeyStore` keeps to. The store that `open` gives may hold other keys already. */
export function keyStoreContract(
  name: string,
  open: () => Promise<{ readonly keys: KeyStore; close(): Promise<void> }>,
): void {
  describe(`${name} key store`, () => {
    let keys: KeyStore;
    let close: () => Promise<void>;

    beforeEach(async () => {
      const opened = await open();
      keys = opened.keys;
      close = () => opened.close();
    });
    afterEach(() => close());

    const stateOf = async (row: string, index: number) =>
      (await keys.getMany([kidOf(row, index)])).get(kidOf(row, index));

    it('gives back each key of a row', async () => {
      const row = newKeyRow(51);
      await keys.createRow(row);
      const states = await keys.getMany(row.keys.map((_, index) => kidOf(row.row, index)));
      expect([...states.values()]).toEqual(row.keys.map((key) => ({ state: 'present', key })));
    });

    it('answers for each kid what became of it', async () => {
      const [a, b] = [newKeyRow(2), newKeyRow(1)];
      await Promise.all([keys.createRow(a), keys.createRow(b)]);
      await keys.destroy([kidOf(a.row, 0)], destroyedAt);
      const unknown = v7();
      const kids = [kidOf(a.row, 0), kidOf(a.row, 1), kidOf(b.row, 0), kidOf(b.row, 1), kidOf(unknown, 0)];
      expect([...(await keys.getMany([...kids, kidOf(b.row, 0)]))]).toEqual([
        [kids[0], { state: 'destroyed', destroyedAt }],
        [kids[1], { state: 'present', key: a.keys[1] }],
        [kids[2], { state: 'present', key: b.keys[0] }],
        [kids[3], { state: 'missing' }],
        [kids[4], { state: 'missing' }],
      ]);
    });

    it('answers nothing when asked for nothing', async () => {
      expect((await keys.getMany([])).size).toBe(0);
      await keys.destroy([], destroyedAt);
    });

    it('refuses a second row of the same name and keeps the first', async () => {
      const row = newKeyRow(1);
      await keys.createRow(row);
      await expect(keys.createRow({ ...newKeyRow(1), row: row.row })).rejects.toThrow(row.row);
      expect(await stateOf(row.row, 0)).toEqual({ state: 'present', key: row.keys[0] });
    });

    it('lets one of two rows of the same name win', async () => {
      const row = newKeyRow(1);
      const other = { ...newKeyRow(1), row: row.row };
      const results = await Promise.allSettled([keys.createRow(row), keys.createRow(other)]);
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const winner = results[0].status === 'fulfilled' ? row : other;
      expect(await stateOf(row.row, 0)).toEqual({ state: 'present', key: winner.keys[0] });
    });

    it('keeps the first time of a key destroyed twice', async () => {
      const row = newKeyRow(2);
      await keys.createRow(row);
      await keys.destroy([kidOf(row.row, 1)], destroyedAt);
      await keys.destroy([kidOf(row.row, 0), kidOf(row.row, 1)], '2026-04-01T00:00:00.000Z');
      expect(await stateOf(row.row, 0)).toEqual({ state: 'destroyed', destroyedAt: '2026-04-01T00:00:00.000Z' });
      expect(await stateOf(row.row, 1)).toEqual({ state: 'destroyed', destroyedAt });
    });

    it('never brings back a key that was destroyed before its row came', async () => {
      const row = newKeyRow(2);
      await keys.destroy([kidOf(row.row, 1)], destroyedAt);
      await keys.createRow(row);
      expect(await stateOf(row.row, 0)).toEqual({ state: 'present', key: row.keys[0] });
      expect(await stateOf(row.row, 1)).toEqual({ state: 'destroyed', destroyedAt });
    });

    it('lists the rows of hourly logs that have a key left, oldest first', async () => {
      const anchored = (anchor: StreamName): DataKeyRow => ({ ...newKeyRow(1), anchor });
      const stream = streamName('requestlog', `${v7()}-2026-03-01T09`);
      const rows = [anchored(stream), anchored(stream), anchored(streamName('webhooklog', v7()))] as const;
      const [first, second, third] = rows;
      await Promise.all(
        [...rows, newKeyRow(1), anchored(streamName('retention', 'a'))].map((row) => keys.createRow(row)),
      );
      // The store may hold others; these are the newest.
      const listed = async (before: string) =>
        (await keys.requestLogRows(before, 1000)).filter(({ row }) => row >= first.row);
      const shown = ({ row, anchor }: DataKeyRow) => ({ row, anchor, kids: [kidOf(row, 0)] });
      expect(await listed(v7())).toEqual(rows.map(shown));
      expect(await listed(third.row)).toEqual([shown(first), shown(second)]);
      await keys.destroy([kidOf(first.row, 0)], destroyedAt);
      expect(await listed(v7())).toEqual([shown(second), shown(third)]);
      expect(await keys.requestLogRows(v7(), 1)).toHaveLength(1);
    });

    it('keeps the first secret of a name', async () => {
      const name = `test/${v7()}`;
      const [first, second] = [randomBytes(32), randomBytes(1700)];
      expect(await keys.getSecret(name)).toBeUndefined();
      expect(await keys.createSecret(name, first)).toBe('created');
      expect(await keys.createSecret(name, second)).toBe('exists');
      expect(await keys.getSecret(name)).toEqual(first);
    });

    it('destroys a secret for good, quietly where there is none, and never takes its name again', async () => {
      const [name, other] = [`test/${v7()}`, `test/${v7()}`];
      await keys.destroySecret(name);
      await keys.createSecret(name, randomBytes(1700));
      await keys.createSecret(other, Buffer.from('other'));
      await keys.destroySecret(name);
      await keys.destroySecret(name);
      expect(await keys.getSecret(name)).toBeUndefined();
      expect(await keys.createSecret(name, randomBytes(32))).toBe('exists');
      expect(await keys.getSecret(name)).toBeUndefined();
      expect(await keys.getSecret(other)).toEqual(Buffer.from('other'));
    });

    it('gives everybody who races for a secret the same one', async () => {
      const name = `test/${v7()}`;
      const secrets = Array.from({ length: 8 }, () => randomBytes(32));
      const results = await Promise.all(secrets.map((secret) => keys.createSecret(name, secret)));
      expect(results.filter((result) => result === 'created')).toHaveLength(1);
      expect(await keys.getSecret(name)).toEqual(secrets[results.indexOf('created')]);
    });
  });
}
