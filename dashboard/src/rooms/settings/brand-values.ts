import type { Body } from '../../api/operations';
import type { Brand } from '../broadcasts/editor/email/branded.js';
import { fonts } from '../broadcasts/editor/email/styles.js';

type BrandChange = NonNullable<Body<'PATCH /dashboard-api/brand'>>;

const names = [
  ...(['color', 'text_color', 'background_color', 'ground_color', 'font', 'language', 'radius'] as const),
  ...(['logo_url', 'logo_alt', 'logo_width', 'footer_reason', 'footer_address', 'footer_label'] as const),
] as const;
type Name = (typeof names)[number];

/** As they stand in the inputs: an empty text is the default. */
export type BrandValues = Readonly<Record<Name | 'social', string>>;

export function valuesOf(brand: Brand): BrandValues {
  const texts = Object.fromEntries(names.map((name) => [name, String(brand[name] ?? '')]));
  const social = brand.social.map(({ name, url }) => `${name} ${url}`).join('\n');
  // The entries are those of every name.
  return { ...(texts as Record<Name, string>), social };
}

export function changeOf(values: BrandValues): BrandChange {
  const text = (name: Name): string | null => values[name].trim() || null;
  const number = (name: Name): number | null => (values[name].trim() === '' ? null : Number(values[name]));
  return {
    ...{ color: text('color'), text_color: text('text_color'), background_color: text('background_color') },
    ...{ ground_color: text('ground_color'), language: text('language'), radius: number('radius') },
    font: fontNames.find((font) => font === values.font) ?? null,
    ...{ logo_url: text('logo_url'), logo_alt: values.logo_alt.trim(), logo_width: number('logo_width') },
    ...{ footer_reason: values.footer_reason.trim(), footer_label: values.footer_label.trim() },
    footer_address: values.footer_address.trim(),
    social: profilesIn(values.social),
  };
}

export const fontNames = Object.keys(fonts) as readonly (keyof typeof fonts)[];

/** One a line: what is last in it is the address. */
const profilesIn = (lines: string): { name: string; url: string }[] =>
  lines.split('\n').flatMap((line) => {
    const words = line.trim().split(/\s+/);
    const url = words.pop() ?? '';
    return url === '' ? [] : [{ name: words.join(' ') || url, url }];
  });

const isColor = (text: string | null | undefined): boolean => /^#[\da-f]{6}$/i.test(text ?? '');

/** The brand with what is typed; what is half typed is the default. */
export function typedBrand(brand: Brand, values: BrandValues): Brand {
  const { font = null, social = [], radius = null, logo_width = null, ...texts } = changeOf(values);
  const sound = Object.entries(texts).map(([name, text]) => {
    const isSound = name.endsWith('color') ? isColor(text) : (text ?? '') !== '';
    return [name, isSound ? text : null];
  });
  return { ...brand, ...Object.fromEntries(sound), font, social: [...social], radius, logo_width };
}
