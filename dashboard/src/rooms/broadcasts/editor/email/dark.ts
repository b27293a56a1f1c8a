import { fillInDark, groundInDark, lineInDark, readableOn, textInDark } from './colors.js';

/*
 * An email client that is dark takes the colors of a style sheet, if it takes any of ours: each element names in its
 * class what it is colored with, and the sheet says what that is in the dark.
 */

const inDark = {
  ground: (color: string) => `background-color:${groundInDark(color)}`,
  text: (color: string) => `color:${textInDark(color)}`,
  fill: (color: string) => `background-color:${fillInDark(color)}`,
  /** What is written on a filled button of the color. */
  label: (color: string) => `color:${readableOn(fillInDark(color))}`,
  line: (color: string) => `border-color:${lineInDark(color)}`,
} as const;
type Role = keyof typeof inDark;

/** The attribute with a class for each color, and others. */
export function colored(colors: Readonly<Partial<Record<Role, string>>>, ...others: readonly string[]): string {
  const names = Object.entries(colors).map(([role, color]) => `${role}-${color.slice(1).toLowerCase()}`);
  const all = [...others, ...names];
  return all.length === 0 ? '' : ` class="${all.join(' ')}"`;
}

/** The rules for all colors of an html. */
export function darkStyles(html: string): string {
  const rules = Object.entries(inDark).flatMap(([role, styleOf]) => {
    const found = html.matchAll(new RegExp(`[" ]${role}-([\\da-f]{6})(?=[" ])`, 'g'));
    const hexes = new Set([...found].map(([, hex = '']) => hex));
    return [...hexes].map((hex) => `.${role}-${hex}{${styleOf(`#${hex}`)}!important}`);
  });
  return `@media (prefers-color-scheme:dark){${rules.join('')}}`;
}

/** Colors that are given by hand have none for the dark: then the whole email stays as it is. */
export const hasOwnColors = (ownHtml: string): boolean => /color|background/i.test(ownHtml);
