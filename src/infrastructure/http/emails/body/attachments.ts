import { lookup as typeOf } from 'mime-types';
import type { RequestedAttachment } from '../../../../application/submission/email-request.js';
import { withTrueCharset } from '../../../header-fields/text-charset.js';
import { attachmentContent } from '../../edge/attachment-content.js';
import { attachmentName, blockedExtension, blockedNameIn } from './attachment-name.js';
import { type FieldRule, isEmpty, type Problem } from '../../edge/field.js';
import { hasControlCharacters } from '../../edge/text.js';
import { membersOf, isList } from '../../../../domain/shared/members.js';

/** With its keys and digests each takes up to 2 KiB in the mail's first event, which holds at most 1 MiB. */
const maxAttachments = 250;
const maxContentIdCharacters = 127;
const maxUrlCharacters = 4096;
/** RFC 2045 §5.1, with parameters. */
const mediaType =
  /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}(?:\s*;\s*[\w!#$&^.+-]+=(?:[\w!#$&^.+:/'()-]+|"[ !#-[\]-~]*"))*$/;
const unknownType = 'application/octet-stream';

const name = 'invalid_attachment';

/** `attachments`: content in one of the encodings that clients send, or the address where it is. */
export const attachments: FieldRule<readonly RequestedAttachment[]> = {
  schema: {
    type: 'array',
    description: 'The attachments. Each has either its `content` or a `path` to fetch it from.',
    maxItems: maxAttachments,
    items: {
      type: 'object',
      properties: {
        content: {
          'x-logged': false,
          description: 'The file as base64, as an array of byte values, or as the JSON of a Node Buffer.',
          anyOf: [
            { type: 'string', contentEncoding: 'base64' },
            { type: 'array', items: { type: 'integer', minimum: 0, maximum: 255 } },
            { type: 'object', properties: { type: { const: 'Buffer' }, data: { type: 'array' } } },
          ],
        },
        path: {
          type: 'string',
          format: 'uri',
          description: 'A URL. The server fetches the file from it before the response.',
        },
        filename: {
          type: 'string',
          description: 'The file name. Some file types, mainly programs and scripts, are refused.',
        },
        content_type: {
          type: 'string',
          'x-logged': true,
          description: 'The content type (default: derived from the file name).',
        },
        content_id: {
          type: 'string',
          maxLength: maxContentIdCharacters,
          description: 'The ID of an embedded file. The HTML displays the file with `cid:…`.',
        },
      },
    },
  },
  parse(value, field) {
    if (!isList(value)) return { problem: `Invalid \`${field}\` field. It must be a list of attachments.` };
    if (value.length > maxAttachments) {
      return { problem: `Invalid \`${field}\` field. It holds at most ${maxAttachments} attachments.` };
    }
    const read: RequestedAttachment[] = [];
    for (const [index, item] of value.entries()) {
      if (item === null || item === '') continue;
      const attachment = readAttachment(item, `The attachment at index ${index}`);
      if ('problem' in attachment) return attachment;
      read.push(attachment);
    }
    return { value: read };
  },
};

function readAttachment(item: unknown, place: string): RequestedAttachment | Problem {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) {
    return { problem: `${place} must be an object.`, name };
  }
  const given = membersOf(item);
  const source = readSource(given, place);
  if ('problem' in source) return source;
  const filename = readFilename(filledIn(given, 'filename'), source, place);
  if (typeof filename === 'object' && filename !== null) return filename;
  const contentType = readContentType(filledIn(given, 'content_type', 'contentType'), filename, place);
  if (typeof contentType === 'object') return contentType;
  const contentId = readContentId(
    filledIn(given, 'content_id', 'inline_content_id', 'contentId', 'inlineContentId'),
    place,
  );
  if (typeof contentId === 'object' && contentId !== null) return contentId;
  // What is fetched is looked at when the email is composed.
  const type = 'content' in source ? withTrueCharset(contentType, source.content) : contentType;
  return { source, filename, contentType: type, contentId };
}

/** The first of these members that holds something. */
function filledIn(given: Readonly<Record<string, unknown>>, ...names: readonly string[]): unknown {
  return names.map((each) => given[each]).find((value) => value !== undefined && !isEmpty(value));
}

function readSource(given: Readonly<Record<string, unknown>>, place: string): RequestedAttachment['source'] | Problem {
  const content = given['content'] ?? undefined;
  const path = filledIn(given, 'path');
  // Clients that know one of the two leave the other empty.
  if (content !== undefined && !(isEmpty(content) && path !== undefined)) {
    const bytes = attachmentContent(content);
    if (bytes !== undefined) return { content: bytes };
    return { problem: `${place} has invalid \`content\`. It must be base64, or a list of byte values.`, name };
  }
  if (path === undefined) return { problem: `${place} has neither \`content\` nor \`path\`.`, name };
  if (typeof path !== 'string' || path.length > maxUrlCharacters || !URL.canParse(path)) {
    return { problem: `${place} has an invalid \`path\`. It must be a URL of http or https.`, name };
  }
  return { url: path };
}

function readFilename(given: unknown, source: RequestedAttachment['source'], place: string): string | null | Problem {
  if (given !== undefined && typeof given !== 'string') {
    return { problem: `${place} has an invalid \`filename\`. It must be a string.`, name };
  }
  const filename = attachmentName(given ?? ('url' in source ? nameInUrl(source.url) : ''));
  if (filename === undefined) {
    return { problem: `${place} has an invalid \`filename\`. It is too long, or has control characters.`, name };
  }
  const blocked = blockedExtension(filename);
  if (blocked === undefined) return filename === '' ? null : filename;
  return { problem: `The attachment \`${filename}\` cannot be sent: files of type \`.${blocked}\` are blocked.`, name };
}

function nameInUrl(url: string): string {
  const encoded = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

function readContentType(given: unknown, filename: string | null, place: string): string | Problem {
  if (given === undefined) {
    return (filename !== null && typeOf(filename)) || unknownType;
  }
  if (typeof given === 'string' && given.length <= 255 && mediaType.test(given)) {
    const blocked = blockedNameIn(given);
    if (blocked === undefined) return given;
    return {
      problem: `${place} cannot be sent: its \`content_type\` names a file of type \`.${blocked}\`, which is blocked.`,
      name,
    };
  }
  return { problem: `${place} has an invalid \`content_type\`. It must be a media type, such as image/png.`, name };
}

/** RFC 2392: what stands between the angle brackets, and what the html refers to. */
function readContentId(given: unknown, place: string): string | null | Problem {
  if (given === undefined) return null;
  if (typeof given === 'string') {
    const bare = given.replace(/^<(.*)>$/, '$1');
    const isSound = /^[!-~]+$/.test(bare) && !/[<>"\\()]/.test(bare) && !hasControlCharacters(bare);
    if (isSound && bare.length <= maxContentIdCharacters) return bare;
  }
  return {
    problem: `${place} has an invalid \`content_id\`. It has at most ${maxContentIdCharacters} printable ASCII characters and no spaces or brackets.`,
    name,
  };
}
