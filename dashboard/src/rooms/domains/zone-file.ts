/** A record by its whole name, without a dot at the end. */
export interface ZoneRecord {
  readonly fullName: string;
  readonly type: string;
  readonly value: string;
  readonly priority?: number | undefined;
  /** What stands above it. */
  readonly comment?: string;
}

const ttlSeconds = 3_600;
/** Limit of one string of a TXT record (RFC 1035 §3.3). */
const maxStringBytes = 255;

/**
 * The records of a domain in the format of master files (RFC 1035 §5), as BIND and most providers take it. Names are
 * absolute, so that it can be put into the zone at any place.
 */
export function zoneFile(domain: string, records: readonly ZoneRecord[]): string {
  const lines = records.flatMap((record) => [
    ...(record.comment === undefined ? [] : [`; ${oneLine(record.comment)}`]),
    `${absolute(record.fullName)}\t${ttlSeconds}\tIN\t${record.type}\t${dataOf(record)}`,
  ]);
  return [`; DNS records of ${oneLine(domain)} for sending mail`, ...lines, ''].join('\n');
}

function dataOf({ type, value, priority }: ZoneRecord): string {
  switch (type) {
    case 'MX':
      return `${priority ?? 10} ${absolute(value)}`;
    case 'CNAME':
      return absolute(value);
    case 'TXT':
      return strings(value);
    default:
      // A CAA value is written as in a master file already.
      return oneLine(value);
  }
}

const absolute = (name: string): string => (name.endsWith('.') ? name : `${name}.`);
const oneLine = (text: string): string => text.replaceAll(/[\r\n]+/g, ' ');

/** Quoted strings of at most 255 bytes; quotation marks, backslashes and what is no printable ASCII escaped (§5.1). */
function strings(value: string): string {
  const bytes = [...new TextEncoder().encode(value)];
  const parts: string[] = [];
  for (let start = 0; start < bytes.length || start === 0; start += maxStringBytes) {
    parts.push(
      `"${bytes
        .slice(start, start + maxStringBytes)
        .map(escaped)
        .join('')}"`,
    );
  }
  return parts.length === 1 ? (parts[0] ?? '""') : `( ${parts.join(' ')} )`;
}

function escaped(byte: number): string {
  const character = String.fromCharCode(byte);
  if (character === '"' || character === '\\') return `\\${character}`;
  return byte >= 0x20 && byte < 0x7f ? character : `\\${String(byte).padStart(3, '0')}`;
}
