import { parseHeaderValue } from 'nodemailer/lib/mime-funcs';
import type { HeaderField } from '../../application/ports/message-reader.js';
import type { AttachmentDetail, PartPlace } from '../../domain/shared/accepted-email.js';
import { decodedWords } from '../header-fields/encoded-words.js';
import { valueOf, withoutControls } from './header-section.js';

/** What a part says about its content (RFC 2045, RFC 2183). */
export interface ContentFields {
  /** Lower case, RFC 2045 media type. */
  readonly type: string;
  readonly charset: string;
  /** One character for each byte; undefined: not a multipart, or one that cannot be taken apart. */
  readonly boundary: string | undefined;
  readonly encoding: PartPlace['encoding'];
  readonly detail: AttachmentDetail;
  /** RFC 2183 §2; null where the part does not say, or says something else. */
  readonly disposition: 'inline' | 'attachment' | null;
  /** Shown as the mail's own text, unless it is of another type. */
  readonly isInlineText: boolean;
}

/** RFC 2046 §5.1.1 allows 70 characters; some programs write more. */
export const maxBoundaryCharacters = 500;
const maxNameCharacters = 255;
const maxValueCharacters = 16 * 1024;
const mediaType = /^[a-z0-9!#$&^_.+-]{1,127}\/[a-z0-9!#$&^_.+-]{1,127}$/;

/** The first field of a name counts; what makes no sense is as if it were absent. */
export function contentFields(fields: readonly HeaderField[]): ContentFields {
  const valueNamed = (name: string): string => {
    const field = fields.find((candidate) => candidate.name.toLowerCase() === name);
    return field === undefined ? '' : valueOf(field).slice(0, maxValueCharacters);
  };
  const contentType = parseHeaderValue(valueNamed('content-type') || 'text/plain');
  const disposition = parseHeaderValue(valueNamed('content-disposition'));
  const written = withoutComment(contentType.value);
  const boundary = written.startsWith('multipart/') ? contentType.params['boundary'] : undefined;
  // RFC 2045 §5.2: what cannot be understood is text; a multipart without a boundary is no multipart.
  const isType = mediaType.test(written) && (!written.startsWith('multipart/') || usable(boundary));
  const type = isType ? written : 'text/plain';
  const filename = cleanName(disposition.params['filename'] ?? contentType.params['name']);
  const isText = type === 'text/plain' || type === 'text/html';
  const said = withoutComment(disposition.value);
  const isAttached = said === 'attachment' || filename !== null;
  return {
    type,
    charset: charsetOf(contentType.params['charset']),
    boundary: usable(boundary) ? Buffer.from(boundary ?? '').toString('latin1') : undefined,
    encoding: encodingOf(withoutComment(valueNamed('content-transfer-encoding'))),
    detail: { filename, contentType: type, contentId: contentIdOf(valueNamed('content-id')) },
    disposition: said === 'inline' || said === 'attachment' ? said : null,
    isInlineText: isText && !isAttached,
  };
}

function usable(boundary: string | undefined): boolean {
  return boundary !== undefined && boundary !== '' && boundary.length <= maxBoundaryCharacters;
}

function withoutComment(value: string): string {
  return value
    .replace(/\([^()]*\)/g, '')
    .trim()
    .toLowerCase();
}

function charsetOf(charset = 'us-ascii'): string {
  const known = charset.trim().toLowerCase();
  return /^[a-z0-9_.:+()-]{1,64}$/.test(known) ? known : 'us-ascii';
}

/** `7bit`, `8bit`, `binary` and unknown ones: as it is. */
function encodingOf(value: string): PartPlace['encoding'] {
  return value === 'base64' || value === 'quoted-printable' ? value : 'identity';
}

/** A file's name, without a path. */
function cleanName(written: string | undefined): string | null {
  if (written === undefined) return null;
  const name = withoutControls(decodedWords(written)).split(/[\\/]/).at(-1)?.slice(0, maxNameCharacters) ?? '';
  return name === '' ? null : name;
}

function contentIdOf(value: string): string | null {
  const id = withoutControls(value).replace(/^<|>$/g, '').slice(0, maxNameCharacters);
  return id === '' ? null : id;
}
