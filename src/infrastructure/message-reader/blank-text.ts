import type { HeaderField, MessageReader } from '../../application/ports/message-reader.js';
import { contentFields } from './content-fields.js';
import { isEncodingField } from './encoding-field.js';

const encoding: HeaderField = {
  name: 'Content-Transfer-Encoding',
  bytes: Buffer.from('Content-Transfer-Encoding: quoted-printable\r\n'),
};
const version: HeaderField = { name: 'MIME-Version', bytes: Buffer.from('MIME-Version: 1.0\r\n') };
/** One space. */
const body = Buffer.from('=20\r\n');

/** See the port. */
export function blankText(fields: readonly HeaderField[]): ReturnType<MessageReader['blankText']> {
  if (!contentFields(fields).type.startsWith('text/')) return undefined;
  const others = fields.filter((field) => !isEncodingField(field));
  const isMime = others.some(({ name }) => name.toLowerCase() === 'mime-version');
  return { fields: [...others, ...(isMime ? [] : [version]), encoding], body };
}
