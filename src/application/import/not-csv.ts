/** What people upload in place of CSV. */
export type OtherFormat = 'xlsx' | 'ods' | 'numbers' | 'zip' | 'xls' | 'pdf' | 'compressed' | 'json' | 'html' | 'vcard';

const beginnings: readonly (readonly [string, OtherFormat])[] = [
  ['\xd0\xcf\x11\xe0', 'xls'],
  ['%PDF-', 'pdf'],
  ['\x1f\x8b', 'compressed'],
  ['7z\xbc\xaf', 'compressed'],
  ['Rar!', 'compressed'],
  ['BZh', 'compressed'],
  ['\xfd7zXZ', 'compressed'],
  ['\x28\xb5\x2f\xfd', 'compressed'],
];

/** By its first bytes. Undefined where it may be CSV. */
export function otherFormat(head: Buffer): OtherFormat | undefined {
  const text = head.toString('latin1');
  if (/^PK(?:\x03\x04|\x05\x06|\x07\x08)/.test(text)) {
    if (text.includes('[Content_Types].xml') || text.includes('xl/')) return 'xlsx';
    if (text.includes('opendocument.spreadsheet')) return 'ods';
    return text.includes('Index/Document.iwa') || text.includes('.iwa') ? 'numbers' : 'zip';
  }
  const found = beginnings.find(([beginning]) => text.startsWith(beginning));
  if (found !== undefined) return found[1];
  const words = text
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
    .slice(0, 200);
  if (/^(?:\[\s*(?:\{|\]|"|\[)|\{\s*(?:"|\}))/.test(words)) return 'json';
  if (/^<(?:!doctype|html|\?xml|table)/i.test(words)) return 'html';
  return /^BEGIN:VCARD/i.test(words) ? 'vcard' : undefined;
}
