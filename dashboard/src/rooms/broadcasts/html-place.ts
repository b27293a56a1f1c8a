/** A place in the html of one variant: of its block in the editor. */
interface HtmlPlace {
  readonly variant: 'a' | 'b';
  readonly line: number;
  readonly column: number;
}

export const writtenPlace = ({ variant, line, column }: HtmlPlace): string => `${variant}:${line}:${column}`;

/** @returns undefined for what is no place in html. */
export function placeAt(at: string | undefined): HtmlPlace | undefined {
  const [, variant, line, column] = /^([ab]):(\d{1,7}):(\d{1,7})$/.exec(at ?? '') ?? [];
  return variant === undefined
    ? undefined
    : { variant: variant === 'b' ? 'b' : 'a', line: Number(line), column: Number(column) };
}
