import { purposes } from '../../../dashboard/src/messages/health.js';
import { processManagers, projections } from '../../../src/programs/resources/resources.js';

describe('the page about the health of the server', () => {
  it('says what each list and each process manager is for', async () => {
    const shown = [...projections, ...(await processManagers())].map(({ name }) => name);
    expect(Object.keys(purposes).sort()).toEqual([...shown].sort());
  });
});

describe('the process managers of all resources', () => {
  it('have a name each, which is that of their lease and of their place in the log', async () => {
    const names = (await processManagers()).map(({ name }) => name);
    expect(names.filter((name, at) => names.indexOf(name) < at)).toEqual([]);
  });
});
