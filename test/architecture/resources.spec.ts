import { categories } from '../../src/domain/shared/stream-name.js';
import { resources } from '../../src/programs/resources/resources.js';

describe('the list of resources', () => {
  const streams = resources.flatMap((resource) => resource.streams);

  it('has the streams of every category, once', () => {
    expect(streams.map(({ category }) => category).sort()).toEqual([...categories].sort());
  });

  it('has each type of event once', () => {
    const types = streams.flatMap(({ events }) => [...new Set(events.map(({ type }) => type))]);
    expect(types.filter((type, index) => types.indexOf(type) !== index)).toEqual([]);
  });
});
