import { describe, expect, it } from '@jest/globals';
import { choiceIn, isShown, moved, noChoice, ordered, toggled } from '../../../dashboard/src/kit/column-choice.js';
import { isOpen, viewsIn, withoutView, withView } from '../../../dashboard/src/kit/saved-views.js';
import { nextSorting, sorted } from '../../../dashboard/src/kit/sorting.js';

const column = (title: string, isOptional = false) => ({ title, isOptional });
const titlesOf = (columns: readonly { readonly title: string }[]) => columns.map(({ title }) => title);

describe('the columns of a list', () => {
  const columns = [column('Subject'), column('Status'), column('To'), column('Actions')];

  it('stand as a person ordered them, and a newer one beside the one that it follows', () => {
    const choice = moved(noChoice, titlesOf(columns), 2, -1);
    expect(titlesOf(ordered(columns, choice))).toEqual(['Subject', 'To', 'Status', 'Actions']);
    const newer = [column('Subject'), column('Status'), column('From'), column('To'), column('Actions')];
    expect(titlesOf(ordered(newer, choice))).toEqual(['Subject', 'To', 'Status', 'From', 'Actions']);
  });

  it('are hidden and shown one by one; an optional one is hidden at first', () => {
    const [, status] = columns;
    if (status === undefined) throw new Error('there is a second column');
    const hidden = toggled(noChoice, status);
    expect([isShown(noChoice, status), isShown(hidden, status), isShown(toggled(hidden, status), status)]).toEqual([
      true,
      false,
      true,
    ]);
    const optional = column('Reply-To', true);
    expect([isShown(noChoice, optional), isShown(toggled(noChoice, optional), optional)]).toEqual([false, true]);
  });

  it('are as the room has them where something else was kept', () => {
    for (const kept of [null, 'x', 7, { order: 'Subject', hidden: [1], added: {} }, []]) {
      expect(choiceIn(kept)).toEqual(noChoice);
    }
  });
});

describe('saved views', () => {
  const bounced = { name: 'Bounced', search: { status: 'bounced' } };

  it('are kept by name, in the order of their names', () => {
    const views = withView(withView([bounced], { name: 'All of shop', search: { domain: 'shop.example' } }), {
      name: 'Bounced',
      search: { status: 'bounced', tag: 'invoice' },
    });
    expect(views.map(({ name }) => name)).toEqual(['All of shop', 'Bounced']);
    expect(views[1]?.search).toEqual({ status: 'bounced', tag: 'invoice' });
    expect(withoutView(views, 'Bounced').map(({ name }) => name)).toEqual(['All of shop']);
  });

  it('are open where the address asks for just the same', () => {
    expect(isOpen(bounced, { status: 'bounced' })).toBe(true);
    expect(isOpen(bounced, { status: 'bounced', tag: 'invoice' })).toBe(false);
    expect(isOpen(bounced, {})).toBe(false);
  });

  it('are left out where something else was kept', () => {
    expect(viewsIn('x')).toEqual([]);
    expect(viewsIn([{ name: 1, search: {} }, { name: 'x', search: { status: 1 } }, null, bounced])).toEqual([bounced]);
  });
});

describe('the order of a list', () => {
  const columns = [{ title: 'Used', cell: () => null, sortBy: ({ used }: { readonly used: number | null }) => used }];
  const rows = [{ used: 2 }, { used: null }, { used: 10 }, { used: 1 }];

  it('goes from the smallest to the largest, back, and to the order of the server', () => {
    const up = nextSorting(null, 'Used');
    const down = nextSorting(up, 'Used');
    expect(sorted(rows, columns, up).map(({ used }) => used)).toEqual([1, 2, 10, null]);
    expect(sorted(rows, columns, down).map(({ used }) => used)).toEqual([10, 2, 1, null]);
    expect(sorted(rows, columns, nextSorting(down, 'Used'))).toBe(rows);
  });
});
