import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resources } from '../../src/programs/resources/resources.js';

describe('the list of resources', () => {
  const streams = resources.flatMap((resource) => resource.streams);

  it('has the streams of each category once', () => {
    const categories = streams.map(({ category }) => category);
    expect(categories.filter((category, index) => categories.indexOf(category) !== index)).toEqual([]);
  });

  it('has all streams that the domain defines', () => {
    const defined = readdirSync('src/domain', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => [...readFileSync(join('src/domain', file), 'utf8').matchAll(/= streams\(\s*'(\w+)'/g)])
      .map(([, category]) => category);
    expect(defined.sort()).toEqual(streams.map(({ category }) => category).sort());
  });

  it('has a limit and an end of what each takes of the disk, in docs/limits.md', () => {
    const [, section = ''] = /^## Disk\n(.*?)^## /ms.exec(readFileSync('docs/limits.md', 'utf8')) ?? [];
    const rows = [...section.matchAll(/^\| (?!what|---)[^|]+\| ([^|]+)\| ([^|]+)\| ([^|]+)\|$/gm)];
    const named = rows.flatMap(([, of = '']) => [...of.matchAll(/`(\w+)`/g)].map(([, category]) => category));
    expect(named.sort()).toEqual(streams.map(({ category }) => category).sort());
    for (const [, , limit = '', end = ''] of rows) expect([limit.trim(), end.trim()]).not.toContain('');
  });

  it('has one definition of each type of event', () => {
    // Streams of two categories may hold events of one definition.
    const types = [...new Set(streams.flatMap(({ events }) => events))].map(({ type }) => type);
    expect(types.filter((type, index) => types.indexOf(type) !== index)).toEqual([]);
  });
});
