import type { BrandSettings } from '../../../domain/brand/brand.js';

/** Ours, where the team has chosen none. */
const usual = { color: '#1d4ed8', ground: '#f6f7f9', card: '#ffffff', text: '#1b2027', radiusPx: 8 };

/** What every device has, as the editor of emails names them. */
export const pageFonts: Readonly<Record<NonNullable<BrandSettings['font']>, string>> = {
  sans: 'Helvetica,Arial,sans-serif',
  verdana: 'Verdana,Geneva,sans-serif',
  trebuchet: "'Trebuchet MS',Helvetica,sans-serif",
  georgia: "Georgia,'Times New Roman',serif",
  times: "'Times New Roman',Times,serif",
  courier: "'Courier New',Courier,monospace",
};

/** WCAG 2.2, 1.4.3. */
const leastContrast = 4.5;
/** WCAG 2.2, 1.4.11: where a field and a button end. */
const leastLineContrast = 3;
/** How much of the text's color is left in what is less important. */
const dimShare = 0.75;

/**
 * The team's colors and font, with letters that can be read on them. A dark device shows our dark grounds: which dark
 * ones the team would choose is not known.
 */
export function pageStyle(color: string | null, brand?: BrandSettings): string {
  const { accent, on, ground, card, text, dim, radius } = looksOf(color, brand);
  const half = mixOf(text, card, 0.5);
  const line = contrastOf(half, card) >= leastLineContrast ? half : dim;
  const font = brand?.font == null ? 'system-ui,sans-serif' : pageFonts[brand.font];
  return [
    `:root{color-scheme:light dark;--accent:${accent};--on:${on};--ground:${ground};--card:${card};--line:${line};--text:${text};--dim:${dim};--round:${radius}}`,
    `@media(prefers-color-scheme:dark){:root{--ground:${darkLooks.ground};--card:${darkLooks.card};--line:#6b7684;--text:${darkLooks.text};--dim:${darkLooks.dim}}}`,
    `*{box-sizing:border-box}body{margin:0;font:16px/1.5 ${font};color:var(--text);background:var(--ground)}`,
    'main{max-width:32rem;margin:8vh auto;padding:2rem;background:var(--card);border-radius:12px;overflow-wrap:anywhere}',
    '.logo{display:block;max-width:min(100%,20rem);max-height:6rem;height:auto;object-fit:contain;object-position:left;margin:0 0 1.5rem}h1{font-size:1.5rem;line-height:1.25;margin:0 0 1rem}',
    '.own{white-space:pre-line}.ask{font-size:1.125rem;font-weight:600}.whose,small{color:var(--dim)}small{display:block;font-size:.875rem}',
    'footer{margin:1.5rem 0 0;font-size:.875rem;color:var(--dim);white-space:pre-line}',
    '.fields{display:grid;gap:.25rem}label.field{font-weight:600}input[type=email]{font:inherit;width:100%;min-height:44px;padding:.5rem .75rem;border:1px solid var(--line);border-radius:var(--round);background:var(--card);color:var(--text)}',
    '.trap{position:absolute;left:-9999px}.wrong{font-weight:600}',
    '.said{padding:.5rem .75rem;border-left:4px solid var(--accent)}a{color:inherit}',
    'fieldset{border:0;margin:0;padding:0}legend{font-weight:600;padding:0}.choice{display:flex;gap:.75rem;padding:.6rem 0;cursor:pointer}',
    '.choice input{flex:none;width:1.25rem;height:1.25rem;margin:.15rem 0 0;accent-color:var(--accent)}',
    'button{font:inherit;font-weight:600;min-height:44px;padding:.5rem 1.5rem;margin:1rem 0;border:1px solid var(--line);border-radius:var(--round);background:var(--accent);color:var(--on);cursor:pointer}',
    ':focus-visible{outline:3px solid var(--text);outline-offset:2px}',
    '@media(max-width:34rem){main{margin:0;min-height:100vh;border-radius:0;padding:1.25rem}button{width:100%}}',
  ].join('');
}

/** On a dark device. */
export const darkLooks = { ground: '#15181c', card: '#1c2026', text: '#e4e7eb', dim: '#a8b0ba' };

/** Colors of the brand, ours where it has none, with letters that can be read on them. */
export function looksOf(color: string | null, brand?: BrandSettings) {
  const accent = color ?? brand?.color ?? usual.color;
  const card = brand?.surfaceColor ?? usual.card;
  const wanted = brand?.textColor ?? usual.text;
  const text = contrastOf(wanted, card) >= leastContrast ? wanted : lettersOn(card);
  const mixed = mixOf(text, card, dimShare);
  const dim = contrastOf(mixed, card) >= leastContrast ? mixed : text;
  const radius = `${brand?.radiusPx ?? usual.radiusPx}px`;
  return { accent, on: lettersOn(accent), ground: brand?.groundColor ?? usual.ground, card, text, dim, radius };
}

/** Black or white, whichever has more contrast. */
const lettersOn = (color: string): '#000000' | '#ffffff' =>
  contrastOf('#000000', color) >= contrastOf('#ffffff', color) ? '#000000' : '#ffffff';

/** WCAG 2.2, contrast ratio. */
function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** WCAG 2.2, relative luminance. */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = partsOf(color).map((each) => {
    const part = each / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function mixOf(one: string, other: string, share: number): string {
  const others = partsOf(other);
  const mixed = partsOf(one).map((part, at) => Math.round(part * share + (others[at] ?? 0) * (1 - share)));
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

const partsOf = (color: string): readonly number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
