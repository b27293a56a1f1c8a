import { contrastOf, isColor, leastContrast, readableOn } from './colors.js';

/** Fonts that every email client has, with what stands in for them. */
export const fonts = {
  sans: 'Helvetica, Arial, sans-serif',
  verdana: 'Verdana, Geneva, sans-serif',
  trebuchet: "'Trebuchet MS', Helvetica, sans-serif",
  georgia: "Georgia, 'Times New Roman', serif",
  times: "'Times New Roman', Times, serif",
  courier: "'Courier New', Courier, monospace",
} as const;
export type FontName = keyof typeof fonts;

/** How the whole email looks. Colors are `#rrggbb`, lengths px. */
export interface EmailStyles {
  /** BCP 47, what the email is written in: screen readers and translators go by it. */
  readonly language: string;
  readonly font: FontName;
  readonly width: number;
  /** Around the email. */
  readonly ground: string;
  /** Under its text. */
  readonly surface: string;
  readonly text: string;
  /** Links and buttons. */
  readonly brand: string;
  /** The corners of buttons. */
  readonly radius: number;
  /** The version of the team's brand that it follows; absent: it has its own look. */
  readonly brandVersion?: number;
}

export const defaultStyles: EmailStyles = {
  language: 'en',
  font: 'sans',
  width: 600,
  ground: '#f4f5f7',
  surface: '#ffffff',
  text: '#1b2027',
  brand: '#1b4d84',
  radius: 6,
};

export const widthsPx = { least: 320, most: 720 } as const;
const mostRadiusPx = 24;
const isLanguage = (text: unknown): text is string =>
  typeof text === 'string' && /^[a-z]{2,3}(?:-[a-z\d]{2,8}){0,3}$/i.test(text);
/** Those that are offered; any other that a document names is kept. */
export const languages =
  'ar bg ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv nb nl pl pt ro ru sk sl sr sv th tr uk ur vi zh-Hans zh-Hant'.split(
    ' ',
  );
/** Written from the right. */
export const isRightToLeft = (language: string): boolean => /^(?:ar|dv|fa|he|ps|ur|yi)(?:-|$)/i.test(language);

/** The styles of a saved document; what is missing or no value of its kind is the default. */
export function stylesIn(saved: unknown): EmailStyles {
  const given = (typeof saved === 'object' && saved !== null ? saved : {}) as Partial<
    Record<keyof EmailStyles, unknown>
  >;
  const color = (name: 'ground' | 'surface' | 'text' | 'brand'): string => {
    const value = given[name];
    return isColor(value) ? value : defaultStyles[name];
  };
  const { font, language, brandVersion } = given;
  return {
    ...(typeof brandVersion === 'number' ? { brandVersion } : {}),
    language: isLanguage(language) ? language : defaultStyles.language,
    font: typeof font === 'string' && Object.hasOwn(fonts, font) ? (font as FontName) : defaultStyles.font,
    width: within(given.width, widthsPx.least, widthsPx.most, defaultStyles.width),
    ground: color('ground'),
    surface: color('surface'),
    text: color('text'),
    brand: color('brand'),
    radius: within(given.radius, 0, mostRadiusPx, defaultStyles.radius),
  };
}

function within(value: unknown, least: number, most: number, otherwise: number): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) return otherwise;
  return Math.round(Math.min(most, Math.max(least, value)));
}

/** Px of the words and around the words of a button. */
export const buttonSizes = {
  small: { font: 14, above: 8, beside: 16 },
  medium: { font: 16, above: 12, beside: 24 },
  large: { font: 18, above: 16, beside: 32 },
} as const;
export type ButtonSize = keyof typeof buttonSizes;
export const buttonSizeOf = (value: unknown): ButtonSize => (value === 'small' || value === 'large' ? value : 'medium');

/** Px that a part of a text may have. */
export const textSizesPx: readonly number[] = [14, 20, 28];
/** Px of a spacer, and around what a section holds. */
export const spacesPx = { spacer: [8, 16, 24, 32, 48, 64], section: [0, 12, 24, 40] } as const;
export const spaceOf = (kind: keyof typeof spacesPx, value: unknown): number =>
  spacesPx[kind].find((px) => px === value) ?? 24;

/** The look in which everything is read on a background. */
export const stylesOn = (styles: EmailStyles, surface: string): EmailStyles => {
  const read = (color: string, otherwise: string): string =>
    contrastOf(color, surface) >= leastContrast ? color : otherwise;
  const text = read(styles.text, readableOn(surface));
  return { ...styles, surface, text, brand: read(styles.brand, text) };
};

/** What is written in place of the html of a block. */
export type AroundBlock = (node: object, html: string) => string;

/** Where a block stands. */
export interface Frame {
  readonly styles: EmailStyles;
  /** Px that there are for it. */
  readonly widthPx: number;
  /** The color of the text where it is not that of the email: Outlook takes none over from around a table. */
  readonly ink?: string;
  readonly around?: AroundBlock;
}
