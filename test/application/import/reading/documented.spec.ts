import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Standing } from '../../../../src/domain/import/consent-columns.js';
import { readFile } from './read-file.js';

const page = readFileSync(join(import.meta.dirname, '../../../../docs/move-contacts.md'), 'utf8');
const example =
  /^```csv ?(?<fileName>\S*)\n(?<csv>[\s\S]*?)^```\n\nStatus of the (?:person|people in the rows, in order): (?<says>.*)\.$/gm;
const inWords: Readonly<Record<Standing, string>> = {
  subscribed: 'subscribed',
  unsubscribed: 'unsubscribed',
  bounced: 'bounced',
  complained: 'complained',
  unconfirmed: 'never opted in',
};

/** Each example of the page, by its service. */
const examples = page.split(/^## /m).flatMap((section) =>
  [...section.matchAll(example)].map(({ groups: { fileName = '', csv = '', says = '' } = {} }) => ({
    service: section.split('\n')[0] ?? '',
    fileName: fileName === '' ? null : fileName,
    csv,
    says: says.split(', '),
  })),
);

it('has an example for each file that it says something about', () => {
  expect(examples).toHaveLength(page.match(/^```csv/gm)?.length ?? 0);
  expect(new Set(examples.map(({ service }) => service)).size).toBe(14);
});

it.each(examples)('brings contacts of $service in as the page says: $says', ({ service, csv, fileName, says }) => {
  const { refused, rows, plan } = readFile(csv, fileName === null ? {} : { fileName });
  expect(refused).toBeUndefined();
  const standings = rows.map((row) => ('reason' in row ? row.reason : inWords[row.standing ?? 'subscribed']));
  expect(standings).toEqual(says);
  // The files of some have no header of their own.
  if (service !== 'Sendy') expect(plan?.service?.name).toBe(service);
});
