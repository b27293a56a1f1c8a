import { categories } from '../../src/domain/shared/stream-name.js';
import { resources } from '../../src/programs/resources/resources.js';

describe('the list of resources', () => {
  const streams = resources.flatMap((resource) => resource.streams);

  it('has the streams of every category, once', () => {
    expect(streams.map(({ category }) => category).sort()).toEqual([...categories].sort());
  });

  it('has one definition of each type of event', () => {
    // Streams of two categories may hold events of one definition.
    const types = [...new Set(streams.flatMap(({ events }) => events))].map(({ type }) => type);
    expect(types.filter((type, index) => types.indexOf(type) !== index)).toEqual([]);
  });
});
