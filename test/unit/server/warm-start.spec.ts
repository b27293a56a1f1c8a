import { beginWarmStart } from '../../../src/programs/server/warm-start.js';
import { eventually } from '../../support/wait-for.js';

describe('the start of a server', () => {
  it('is warm when its parts have started, not before', () => {
    const start = beginWarmStart();
    expect(start.isWarm()).toBe(false);
    start.end();
    expect(start.isWarm()).toBe(true);
  });

  it('is taken for warm after its limit, although a part is still busy', async () => {
    const start = beginWarmStart(1);
    await eventually(() => start.isWarm());
  });
});
