/* What follows from a color alone. Colors are `#rrggbb`; luminance is that of WCAG 2.2, 0 to 1. */

export const isColor = (text: unknown): text is string => typeof text === 'string' && /^#[\da-f]{6}$/i.test(text);

type Channels = readonly [red: number, green: number, blue: number];

const channelsOf = (color: string): Channels => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
    (from) => Number.parseInt(color.slice(from, from + 2), 16) / 255,
  );
  return [red, green, blue];
};

const colorOf = (channels: Channels): string =>
  `#${channels
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

export function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** What text needs (WCAG AA). */
export const leastContrast = 4.5;

/** 1 to 21; text needs {@link leastContrast}, and the edge of a button 3. */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Black or white, whichever is read more easily on a color. */
export const readableOn = (color: string): string =>
  (luminanceOf(color) + 0.05) ** 2 > 0.0525 ? '#000000' : '#ffffff';

/** `part` of one color over another, 0 to 1. */
export function mixed(color: string, under: string, part: number): string {
  const below = channelsOf(under);
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((own, at) => own * part + (below[at] ?? 0) * (1 - part));
  return colorOf([red, green, blue]);
}

/*
 * In the dark: any text is read on any background (4.5), and a filled button is seen on it (3), whichever colors stand
 * on one another in the light.
 */
const darkGround = 0.03;
const lightText = 0.4;
const seenFill = 0.2;

/** A background in the dark; one that is dark stays. Near white, what was lighter is lighter. */
export function groundInDark(color: string): string {
  if (luminanceOf(color) <= darkGround) return color;
  const lightness = lightnessOf(color);
  return shaded(
    color,
    lightness > 0.9 ? 0.06 + 0.7 * (lightness - 0.9) : 0.15,
    (made) => luminanceOf(made) <= darkGround,
  );
}

export function textInDark(color: string): string {
  if (luminanceOf(color) >= lightText) return color;
  return shaded(color, Math.max(0.6, 1 - lightnessOf(color)), (made) => luminanceOf(made) >= lightText, 0.02);
}

export function fillInDark(color: string): string {
  if (luminanceOf(color) >= seenFill) return color;
  return shaded(color, lightnessOf(color), (made) => luminanceOf(made) >= seenFill, 0.02);
}

export const lineInDark = (color: string): string => shaded(color, 0.32, () => true);

function lightnessOf(color: string): number {
  const channels = channelsOf(color);
  return (Math.max(...channels) + Math.min(...channels)) / 2;
}

/** The same hue with another lightness, changed by `step` until it is right. */
function shaded(color: string, first: number, isRight: (made: string) => boolean, step = -0.01): string {
  for (let lightness = first; lightness > 0 && lightness < 1; lightness += step) {
    const made = withLightness(color, lightness);
    if (isRight(made)) return made;
  }
  return step < 0 ? '#000000' : '#ffffff';
}

/** Less saturated than in the light: there, strong colors glare. */
const keptSaturation = 0.8;

function withLightness(color: string, lightness: number): string {
  const channels = channelsOf(color);
  const middle = lightnessOf(color);
  const range = Math.min(middle, 1 - middle);
  const reach = range === 0 ? 0 : (Math.min(lightness, 1 - lightness) / range) * keptSaturation;
  const [red = 0, green = 0, blue = 0] = channels.map((part) =>
    Math.min(1, Math.max(0, lightness + (part - middle) * reach)),
  );
  return colorOf([red, green, blue]);
}
