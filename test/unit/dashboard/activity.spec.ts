import { activityMessages as words } from '../../../dashboard/src/messages/activity.js';
import { activityKinds } from '../../../src/projections/activity/activity-kinds.js';
import { activity, resources } from '../../../src/programs/resources/resources.js';

const verbOf = (type: string) =>
  type
    .split(/(?=[A-Z])/)
    .at(-1)
    ?.toLowerCase() ?? '';

describe('Activity in the dashboard', () => {
  it('has a name for each kind of thing whose changes the projection keeps', () => {
    const kept = [...activity.categories].sort();
    expect([...activityKinds].sort()).toEqual(kept);
    expect(Object.keys(words.kinds).sort()).toEqual(kept);
  });

  it('filters by what happened, whatever can happen', () => {
    expect(Object.keys(words.verbs).sort()).toEqual([...new Set(activity.handles.map(verbOf))].sort());
  });

  it('says which template, broadcast, form or contact it was', () => {
    const named = resources
      .filter(({ audit }) => audit?.nameOf !== undefined)
      .map(({ streams: [own] }) => own.category);
    expect(named).toEqual(expect.arrayContaining(['template', 'broadcast', 'segment', 'topic', 'form', 'contact']));
  });
});
