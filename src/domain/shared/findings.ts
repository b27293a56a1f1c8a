/** Where a reason can be read. */
export interface Source {
  readonly name: string;
  readonly url: string;
}

/** Gmail shows no more of the html. Octets in UTF-8, before a transfer encoding. */
export const clippingBytes = 102 * 1024;

/** How many there are, with the word for one or for several. */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}

const mostNamed = 3;

/** The first few of them, each once, and how many more there are. */
export function listed(names: readonly string[]): string {
  const all = [...new Set(names)];
  const shown = all.slice(0, mostNamed).join(', ');
  return all.length > mostNamed ? `${shown} and ${all.length - mostNamed} more` : shown;
}

/** In units of 1,024 bytes, one decimal below ten. */
export function sizeOf(bytes: number): string {
  const kilobytes = bytes / 1024;
  if (kilobytes < 1024) return `${rounded(kilobytes)} KB`;
  return `${rounded(kilobytes / 1024)} MB`;
}

function rounded(value: number): string {
  return value < 10 ? String(Math.round(value * 10) / 10) : String(Math.round(value));
}
