import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectionName, indexesOf } from '../../../src/infrastructure/read-store/mongodb/document-collection.js';
import { projections } from '../../../src/programs/resources/resources.js';

const page = readFileSync(join(import.meta.dirname, '../../../docs/engines/mongodb.md'), 'utf8');

describe('the page about MongoDB', () => {
  it.each(projections.map((projection) => [collectionName(projection), projection] as const))(
    'lists the indexes of %s',
    (collection, projection) => {
      const indexes = indexesOf(projection).map(({ key }) => Object.keys(key).join(', '));
      const own = indexes.filter((members) => members !== 'removed').map((members) => `\`${members}\``);
      expect(indexes).toContain('removed');
      expect(page).toContain(`| \`${collection}\` | ${own.join('; ')} |\n`);
    },
  );
});
