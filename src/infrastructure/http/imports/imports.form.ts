import type { FastifyRequest } from 'fastify';
import type { ColumnMap, PropertyColumn } from '../../../application/import/columns.js';
import type { ImportSettings, UploadedForm } from '../../../application/import/upload-import.js';
import { conflictRules, type ConflictRule } from '../../../domain/import/events.js';
import { segments, topics } from '../contacts/contacts.bodies.js';
import { ApiError, invalid } from '../edge/errors/api-error.js';
import {
  bodySchema,
  described,
  Field,
  fieldNames,
  type FieldRule,
  isEmpty,
  type Problem,
  readBody,
  readOrError,
  required,
} from '../edge/field.js';
import { UploadBody } from '../edge/upload-body.js';
import type { HttpOptions } from '../edge/http-options.js';
import { oneOf } from '../edge/rules.js';
import type { SaidConsent } from '../../../application/contact/write-contact.js';

const maxProperties = 100;
const maxColumnCharacters = 1_000;
/** What the parts of a form take beside the file. */
const maxOtherBytes = 1024 * 1024;

const file: FieldRule<true> = {
  schema: { type: 'string', format: 'binary', description: 'CSV with a header.' },
  parse: () => ({ value: true }),
};

const column = { type: 'string', maxLength: maxColumnCharacters };
const types = ['string', 'number'] as const;
const columnMap: FieldRule<ColumnMap> = {
  schema: {
    type: 'object',
    description:
      'JSON. The names of the columns in the header. Without it the file has `email`, and what it has of `first_name`, `last_name`, `unsubscribed` and keys of properties. A property that does not exist is created where its type is given.',
    properties: {
      email: column,
      first_name: column,
      last_name: column,
      unsubscribed: column,
      properties: {
        type: 'object',
        additionalProperties: {
          type: 'object',
          required: ['column'],
          properties: { column, type: { type: 'string', enum: types } },
        },
      },
    },
  },
  parse(value, field): { readonly value: ColumnMap } | Problem {
    if (!isObject(value) || isEmpty(value))
      return { problem: `Invalid \`${field}\` field. It must be an object of names of columns.` };
    const filled = Object.fromEntries(Object.entries(value).filter(([, each]) => !isEmpty(each)));
    const { email, first_name: firstName, last_name: lastName, unsubscribed, properties = {} } = filled;
    const names = { email, firstName, lastName, unsubscribed };
    const wrong = Object.entries({ email, first_name: firstName, last_name: lastName, unsubscribed }).find(
      ([, name]) => name !== undefined && !isColumn(name),
    );
    if (wrong !== undefined) return { problem: `Invalid \`${field}.${wrong[0]}\` field. It must name a column.` };
    if (!isObject(properties) || Object.keys(properties).length > maxProperties) {
      return {
        problem: `Invalid \`${field}.properties\` field. It must be an object of at most ${maxProperties} keys.`,
      };
    }
    const read: Record<string, PropertyColumn> = {};
    for (const [key, each] of Object.entries(properties)) {
      const { column: name, type } = isObject(each) ? each : {};
      // The contract names it, and no property here can have it: its values would be texts under another name.
      if (type === 'boolean') {
        return {
          problem: `Invalid \`${field}.properties.${key}.type\` field. Properties are \`string\` or \`number\`: send \`string\`, which keeps \`true\` and \`false\` as text.`,
        };
      }
      const known = types.find((one) => one === type);
      if (!isColumn(name) || (type !== undefined && !isEmpty(type) && known === undefined)) {
        return {
          problem: `Invalid \`${field}.properties.${key}\` field. It must have a \`column\`, and may have a \`type\`: ${types.join(', ')}.`,
        };
      }
      read[key] = { column: name, ...(known === undefined ? {} : { type: known }) };
    }
    const given = Object.entries(names).filter(([, name]) => isColumn(name));
    return { value: { ...Object.fromEntries(given), properties: read } };
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
      description: 'What becomes of a row whose address is a contact’s already: it changes the contact, or is skipped.',
    }),
  )
  on_conflict: ConflictRule | undefined;
  @Field(described(segments, 'JSON. The segments to add the contacts to.')) segments: readonly string[] | undefined;
  @Field(described(topics, 'JSON. What the contacts get and what not.')) topics: readonly SaidConsent[] | undefined;
  @Field(
    described(
      time,
      'Of when the file is; without it, of now. What contacts said or were changed to since stands. An extra of this server.',
    ),
  )
  file_at: string | undefined;
}

export const importForm = bodySchema(ImportForm);
const textFields = ['on_conflict', 'file_at'];

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

function isColumn(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= maxColumnCharacters;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
