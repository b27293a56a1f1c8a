import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { pageWithTable, placesOf, readFaults } from '../../scripts/planted-faults.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** `npm run test:faults` plants them. */
describe('the planted faults', () => {
  it('can be planted: what each replaces stands in its file once', () => {
    expect(readFaults().filter((fault) => placesOf(fault) !== 1)).toEqual([]);
  });

  it('name suites that are there', () => {
    expect(readFaults().filter(({ suite }) => !existsSync(`${root}test/${suite}.spec.ts`))).toEqual([]);
  });

  it('stand in the table of docs/testing.md: node scripts/planted-faults.js table writes it', () => {
    const page = readFileSync(`${root}docs/testing.md`, 'utf8');
    expect(page).toBe(pageWithTable(page));
  });
});
