import type { FastifyRequest } from 'fastify';
import type { ImportSettings, UploadedForm } from '../../../application/import/upload-import.js';
import type { ColumnMap } from '../../../application/import/columns.js';
import { type Standing, standings } from '../../../domain/import/consent-columns.js';
import { type Encoding, encodings } from '../../../domain/import/encodings.js';
import { conflictRules, type ConflictRule } from '../../../domain/import/events.js';
import { segments, topics } from '../contacts/contacts.bodies.js';
import { ApiError, invalid } from '../edge/errors/api-error.js';
import {
  bodySchema,
  described,
  Field,
  fieldNames,
  type FieldRule,
  readBody,
  readOrError,
  required,
} from '../edge/field.js';
import { UploadBody } from '../edge/upload-body.js';
import type { HttpOptions } from '../edge/http-options.js';
import { oneOf } from '../edge/rules.js';
import { columnMap, isColumn, maxColumnCharacters } from './column-map.js';
import type { SaidConsent } from '../../../application/contact/contact-change.js';

/** What the parts of a form take beside the file. */
const maxOtherBytes = 1024 * 1024;

const file: FieldRule<true> = {
  schema: { type: 'string', format: 'binary', description: 'The CSV file, with a header.' },
  parse: () => ({ value: true }),
};

const maxIgnored = 1_000;
const ignored: FieldRule<readonly string[]> = {
  schema: {
    type: 'array',
    maxItems: maxIgnored,
    items: { type: 'string', maxLength: maxColumnCharacters },
    description:
      'JSON. The names of columns to ignore, although their names or contents suggest consent. Posthorn only: other servers of this API do not have it.',
  },
  parse(value, field) {
    const names = Array.isArray(value) ? value : [value];
    return names.length <= maxIgnored && names.every(isColumn)
      ? { value: names }
      : { problem: `Invalid \`${field}\` field. It must be an array of names of columns.` };
  },
};

const time: FieldRule<string> = {
  schema: { type: 'string', format: 'date-time' },
  parse(value, field) {
    const atMs = typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) : Number.NaN;
    return Number.isNaN(atMs)
      ? { problem: `Invalid \`${field}\` field. It must be a day or a time, as ISO 8601 writes it.` }
      : { value: new Date(atMs).toISOString() };
  },
};

/** POST /contacts/imports */
class ImportForm {
  @Field(file, required) file!: true;
  @Field(columnMap) column_map: ColumnMap | undefined;
  @Field(
    oneOf(conflictRules, {
      default: 'upsert',
      description:
        'What to do with rows whose address belongs to an existing contact. `upsert`: update the contact. `skip`: skip the row.',
    }),
  )
  on_conflict: ConflictRule | undefined;
  @Field(described(segments, 'JSON. The IDs of the segments to add the contacts to.')) segments:
    | readonly string[]
    | undefined;
  @Field(described(topics, 'JSON. The subscriptions of the contacts to topics.')) topics:
    | readonly SaidConsent[]
    | undefined;
  @Field(
    described(
      time,
      'The time of the data in the file (default: now). Choices and changes that were made after this time are kept. Posthorn only: other servers of this API do not have it.',
    ),
  )
  file_at: string | undefined;
  @Field(
    oneOf(encodings, {
      description:
        'The encoding of the file (default: detected from the file). Posthorn only: other servers of this API do not have it.',
    }),
  )
  encoding: Encoding | undefined;
  @Field(
    oneOf(standings, {
      description:
        'The status of all people in the file, unless a row is more restrictive. `unsubscribed` and `unconfirmed` people are imported as unsubscribed. `bounced` and `complained` people are also imported as unsubscribed, and their addresses are suppressed. Posthorn only: other servers of this API do not have it.',
    }),
  )
  status: Standing | undefined;
  @Field(ignored) ignore_columns: readonly string[] | undefined;
}

export const importForm = bodySchema(ImportForm);
const textFields = ['on_conflict', 'file_at', 'encoding', 'status'];

/** The form of a request, read when it is asked for. */
export function uploadedForm({ body }: FastifyRequest, { importMaxBytes }: HttpOptions): UploadedForm {
  return {
    async read(take) {
      if (!(body instanceof UploadBody)) {
        throw invalid('The request body must be a form with a file, sent with `Content-Type: multipart/form-data`.');
      }
      let fileName: string | null = null;
      let hasFile = false;
      const texts = await body.read({
        maxBytes: importMaxBytes + maxOtherBytes,
        fields: fieldNames(ImportForm).filter((name) => name !== 'file'),
        file: 'file',
        take(content, name) {
          hasFile = true;
          fileName = name;
          return take(atMost(content, importMaxBytes));
        },
      });
      const fields = Object.fromEntries(Array.from(texts, ([name, text]) => [name, textOf(name, text)]));
      if (hasFile) fields['file'] = true;
      return { fileName: fileName === '' ? null : fileName, settings: settingsIn(fields) };
    },
  };
}

function settingsIn(fields: object): ImportSettings {
  const read = readOrError(readBody(ImportForm, fields, 'The form'));
  return {
    columnMap: read.column_map,
    onConflict: read.on_conflict ?? 'upsert',
    segmentIds: read.segments ?? [],
    topics: read.topics ?? [],
    fileAt: read.file_at,
    encoding: read.encoding,
    standing: read.status,
    ignoredColumns: read.ignore_columns ?? [],
  };
}

function textOf(name: string, text: string): unknown {
  if (text === '' || text === 'null') return undefined;
  if (textFields.includes(name)) return text;
  try {
    return JSON.parse(text);
  } catch {
    // It is refused as what it is, or belongs to a field that is not ours.
    return text;
  }
}

async function* atMost(content: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    if (bytes > maxBytes) {
      const message = `The file is too large. An import holds at most ${maxBytes} bytes here (IMPORT_MAX_BYTES): split the file.`;
      throw new ApiError(413, 'validation_error', message);
    }
    yield chunk;
  }
}
