import { describe, expect, it } from '@jest/globals';
import { insertions } from '../../dashboard/src/rooms/broadcasts/editor/writing/insertions';
import { menuPlace } from '../../dashboard/src/rooms/broadcasts/editor/writing/menu-place';

describe('a menu at a line', () => {
  const desktop = { heightPx: 800, seenPx: 800 };
  const keyboard = { heightPx: 844, seenPx: 500 };
  it.each([
    ['below it', 100, desktop, { top: 124, maxHeight: 300 }],
    ['above it, near the end of the window', 700, desktop, { bottom: 104, maxHeight: 300 }],
    ['above the keyboard of a phone', 150, keyboard, { top: 174, maxHeight: 300 }],
    ['below the bar at the top of a phone', 300, keyboard, { bottom: 548, maxHeight: 236 }],
  ])('is %s', (_, top, window, expected) => {
    expect(menuPlace({ top, bottom: top + 20 }, window)).toEqual(expected);
  });
});

it('blocks of one group stand together', () => {
  const nothing = () => undefined;
  const groups = insertions(nothing, nothing).map(({ group }) => group);
  expect(groups.filter((group, place) => group !== groups[place - 1])).toEqual(['Text', 'Media', 'Layout', 'Advanced']);
});
