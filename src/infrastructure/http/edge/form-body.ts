import { mostParts, tooManyParts } from './body-errors.js';

/** The fields of a form, as a browser or a mailbox provider sends one. */
export class FormBody {
  constructor(private readonly fields: readonly (readonly [name: string, value: string])[]) {}

  get(name: string): string | undefined {
    return this.getAll(name)[0];
  }

  getAll(name: string): readonly string[] {
    return this.fields.flatMap(([known, value]) => (known === name ? [value] : []));
  }
}

const maxFields = 500;

/**
 * RFC 8058 §3.2 has both: `multipart/form-data`, and `application/x-www-form-urlencoded`, which is also what is read
 * where no type is named.
 * @returns undefined where it is neither. Throws the answer where it has too many parts.
 */
export function readForm(contentType: string | undefined, bytes: Buffer): FormBody | undefined {
  const [mediaType = '', ...parameters] = (contentType ?? 'application/x-www-form-urlencoded').split(';');
  switch (mediaType.trim().toLowerCase()) {
    case 'application/x-www-form-urlencoded':
      return new FormBody([...new URLSearchParams(bytes.toString('utf8'))].slice(0, maxFields));
    case 'multipart/form-data': {
      const boundary = parameters
        .map((each) => /^\s*boundary=(?:"([^"]+)"|(\S+))\s*$/i.exec(each))
        .flatMap((found) => found?.[1] ?? found?.[2] ?? [])[0];
      return boundary === undefined ? undefined : formOf(bytes.toString('utf8'), boundary);
    }
    default:
      return undefined;
  }
}

/** Texts only: a file is read as what it says. */
function formOf(text: string, boundary: string): FormBody {
  // What stands before the first boundary, and behind the last, is no part.
  const parts = text.split(`--${boundary}`, mostParts + 3).slice(1);
  const named = parts.flatMap((part): readonly (readonly [string, string])[] => {
    const end = part.indexOf('\r\n\r\n');
    const name = end === -1 ? undefined : /;\s*name="([^"]*)"/i.exec(part.slice(0, end))?.[1];
    return name === undefined ? [] : [[name, part.slice(end + 4).replace(/\r\n$/, '')]];
  });
  if (parts.filter((part) => !part.startsWith('--')).length > mostParts) throw tooManyParts();
  return new FormBody(named);
}
