/** Spaces and apostrophes that stand between thousands in many countries. */
const thin = /(?<=\d)[ \u00a0\u202f\u2009'’](?=\d{3}(?:\D|$))/g;
const point =
  /^[+-]?\d+\.(?:\d{1,2}|\d{4,})$|^[+-]?\d{1,3}(?:,\d{3})+\.\d+$|^[+-]?0\.\d+$|^[+-]?\d{1,3}(?:,\d{3}){2,}$|^[+-]?\d{4,}\.\d+$/;
const comma =
  /^[+-]?\d+,(?:\d{1,2}|\d{4,})$|^[+-]?\d{1,3}(?:\.\d{3})+,\d+$|^[+-]?0,\d+$|^[+-]?\d{1,3}(?:\.\d{3}){2,}$|^[+-]?\d{4,},\d+$/;

/**
 * What stands before the decimals in a column. Where no cell shows it, files with semicolons are of countries with a
 * comma.
 */
export function decimalIn(cells: readonly string[], separator: string): ',' | '.' {
  const texts = cells.map((cell) => cell.trim().replaceAll(thin, ''));
  if (texts.some((text) => comma.test(text))) return ',';
  if (texts.some((text) => point.test(text))) return '.';
  return separator === ';' ? ',' : '.';
}

/** Undefined where the text is no number as that country writes it, or has more digits than a number keeps. */
export function numberOf(text: string, decimal: ',' | '.'): number | undefined {
  const group = decimal === ',' ? '\\.' : ',';
  const grouped = new RegExp(`^[+-]?\\d{1,3}(?:${group}\\d{3})+(?:${decimal === ',' ? ',' : '\\.'}\\d+)?$`);
  const bare = text.trim().replaceAll(thin, '');
  const joined = grouped.test(bare) ? bare.replaceAll(decimal === ',' ? '.' : ',', '') : bare;
  const plain = decimal === ',' ? joined.replace(',', '.') : joined;
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/.test(plain)) return undefined;
  // One separator that stands for neither: `1.5` where decimals have a comma.
  if (decimal === ',' && bare.includes('.') && !grouped.test(bare)) return undefined;
  const value = Number(plain);
  const isKept = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
  return isKept ? value : undefined;
}
