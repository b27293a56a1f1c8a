import {
  contrastOf,
  fillInDark,
  groundInDark,
  luminanceOf,
  readableOn,
  textInDark,
} from '../../../dashboard/src/rooms/broadcasts/editor/email/colors.js';

/** All of a cube of six values, with the whole of the usual palettes in it. */
const parts = ['00', '33', '66', '99', 'cc', 'ff'];
const colors = parts.flatMap((red) => parts.flatMap((green) => parts.map((blue) => `#${red}${green}${blue}`)));

describe('colors in the dark', () => {
  it('of any text are read on any background', () => {
    const grounds = colors.map(groundInDark).sort((one, other) => luminanceOf(other) - luminanceOf(one));
    const texts = colors.map(textInDark).sort((one, other) => luminanceOf(one) - luminanceOf(other));
    expect(contrastOf(texts[0]!, grounds[0]!)).toBeGreaterThanOrEqual(4.5);
  });

  it('of any button are seen on any background, and read', () => {
    const [lightest = ''] = colors.map(groundInDark).sort((one, other) => luminanceOf(other) - luminanceOf(one));
    for (const fill of colors.map(fillInDark)) {
      expect([fill, contrastOf(fill, lightest) >= 3]).toEqual([fill, true]);
      expect([fill, contrastOf(fill, readableOn(fill)) >= 4.5]).toEqual([fill, true]);
    }
  });

  it('keep the hue, and what is dark or light enough', () => {
    expect(groundInDark('#ffffff')).toBe('#212121');
    expect(groundInDark('#101418')).toBe('#101418');
    expect(textInDark('#ffffff')).toBe('#ffffff');
    expect(textInDark('#1b4d84')).toBe('#86aeda');
    expect(fillInDark('#f5b83d')).toBe('#f5b83d');
  });

  it.each([
    ['#000000', '#ffffff', 21],
    ['#777777', '#ffffff', 4.48],
    ['#ffffff', '#ffffff', 1],
  ])('have contrast as WCAG computes it: %s on %s is %d', (one, other, expected) => {
    expect(contrastOf(one, other)).toBeCloseTo(expected, 2);
  });
});
