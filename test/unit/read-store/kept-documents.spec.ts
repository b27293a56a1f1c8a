import type { DocumentTable } from '../../../src/infrastructure/read-store/document-table.js';
import { type KeptDocument, KeptDocuments } from '../../../src/infrastructure/read-store/kept-documents.js';
import { positionAt } from '../../support/recorded-events.js';

// They are told apart, and not looked into.
const tables = Array.from({ length: 3 }, () => ({}) as DocumentTable) as [DocumentTable, DocumentTable, DocumentTable];
const row = (id: string): KeptDocument => ({
  id,
  position: positionAt(1),
  document: {},
  within: undefined,
  tokens: '',
});
const idsOf = (kept: KeptDocuments, table: DocumentTable, most: number): readonly number[] =>
  Array.from({ length: most }, (_, number) => number).filter((number) => kept.of(table, `${number}`) !== undefined);

describe('the documents that the writer of a file keeps', () => {
  it('are the last 200 of a table, those written again among the newest', () => {
    const kept = new KeptDocuments();
    const [table] = tables;
    for (let number = 0; number < 200; number += 1) kept.keep(table, row(`${number}`), 10);
    kept.keep(table, row('0'), 10);
    kept.keep(table, row('200'), 10);
    const ids = idsOf(kept, table, 201);
    expect([ids.length, ids.includes(0), ids.includes(1)]).toEqual([200, true, false]);
  });

  it('have at most 4,194,304 characters in all tables together: the oldest go first', () => {
    const kept = new KeptDocuments();
    const [one, two, three] = tables;
    for (let number = 0; number < 128; number += 1) {
      kept.keep(one, row(`${number}`), 16_384);
      kept.keep(two, row(`${number}`), 16_384);
    }
    expect([idsOf(kept, one, 128).length, idsOf(kept, two, 128).length]).toEqual([128, 128]);
    kept.keep(three, row('0'), 16_384);
    kept.keep(three, row('1'), 16_384);
    expect([idsOf(kept, one, 2), idsOf(kept, two, 2)]).toEqual([[1], [1]]);
    expect(idsOf(kept, three, 2)).toEqual([0, 1]);
  });

  it('are none that is large, nor an older one of its id', () => {
    const kept = new KeptDocuments();
    const [table] = tables;
    kept.keep(table, row('0'), 10);
    kept.keep(table, row('0'), 16_385);
    expect(kept.of(table, '0')).toBeUndefined();
  });

  it('give back their room where they are dropped or cleared', () => {
    const kept = new KeptDocuments();
    const [one, two] = tables;
    for (let round = 0; round < 5; round += 1) {
      for (let number = 0; number < 128; number += 1) kept.keep(one, row(`${number}`), 16_384);
      if (round % 2 === 0) kept.clear(one);
      else for (let number = 0; number < 128; number += 1) kept.drop(one, `${number}`);
    }
    for (let number = 0; number < 200; number += 1) kept.keep(two, row(`${number}`), 16_384);
    expect(idsOf(kept, two, 200)).toHaveLength(200);
  });
});
