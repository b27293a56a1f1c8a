import { type FieldRule, type JsonSchema, type Problem, withoutEmpty } from './field.js';
import { isUuid } from './uuid.js';
import { isList } from '../../../domain/shared/members.js';

/* How the fields of several bodies are read; `described` gives one its words. */

/** In lower case, as ids are stored. */
export const uuid: FieldRule<string> = {
  schema: { type: 'string', format: 'uuid', description: 'The ID of a resource.' },
  parse(value, field) {
    return isUuid(value)
      ? { value: value.toLowerCase() }
      : { problem: `Invalid \`${field}\` field. It must be a UUID.` };
  },
};

export const trueOrFalse: FieldRule<boolean> = {
  schema: { type: 'boolean' },
  parse(value, field) {
    return typeof value === 'boolean'
      ? { value }
      : { problem: `Invalid \`${field}\` field. It must be \`true\` or \`false\`.` };
  },
};

/** A text of 1 to `maxCharacters` characters. */
export function text(maxCharacters: number): FieldRule<string> {
  return {
    schema: { type: 'string', minLength: 1, maxLength: maxCharacters },
    parse(value, field) {
      return typeof value === 'string' && value.length >= 1 && value.length <= maxCharacters
        ? { value }
        : { problem: `Invalid \`${field}\` field. It must be a string of 1 to ${maxCharacters} characters.` };
    },
  };
}

/** A text of at most so many characters; an empty one is as none. */
export function textUpTo(maxCharacters: number): FieldRule<string | null> {
  return {
    schema: { type: 'string', maxLength: maxCharacters },
    parse(value, field) {
      return typeof value === 'string' && value.length <= maxCharacters
        ? { value: value.trim() === '' ? null : value }
        : { problem: `Invalid \`${field}\` field. It must be a string of at most ${maxCharacters} characters.` };
    },
  };
}

/** The same rule for a text of which an empty one is no value: as where it is left out. */
export function filled(rule: FieldRule<string>): FieldRule<string> {
  return {
    ...rule,
    parse: (value, field) =>
      value === '' ? { problem: `Invalid \`${field}\` field. It must not be empty.` } : rule.parse(value, field),
  };
}

/** The same rule, where null is a value too. */
export function orNull<Value>(rule: FieldRule<Value>): FieldRule<Value | null> {
  const { type, enum: values, oneOf: alternatives } = rule.schema;
  return {
    schema: {
      ...rule.schema,
      ...(typeof type === 'string' ? { type: [type, 'null'] } : {}),
      ...(isList(alternatives) ? { oneOf: [...alternatives, { type: 'null' }] } : {}),
      // By JSON Schema the words alone would leave null out, whatever the type says.
      ...(Array.isArray(values) ? { enum: [...values, null] } : {}),
    },
    isNullable: true,
    parse: (value, field) => (value === null ? { value } : rule.parse(value, field)),
  };
}

/** One of these words; `schema` has what the document says beside them. */
export function oneOf<Value extends string>(values: readonly Value[], schema: JsonSchema = {}): FieldRule<Value> {
  return {
    schema: { type: 'string', enum: values, ...schema },
    parse(value, field) {
      const found = values.find((known) => known === value);
      return found === undefined
        ? { problem: `Invalid \`${field}\` field. It must be ${inWords(values)}.` }
        : { value: found };
    },
  };
}

/** `a`, `b` or `c`. */
function inWords(values: readonly string[]): string {
  const quoted = values.map((value) => `\`${value}\``);
  return [quoted.slice(0, -1).join(', '), ...quoted.slice(-1)].join(' or ');
}

/** Each once. */
export function listOf(rule: FieldRule<string>, min: 0 | 1, max: number): FieldRule<readonly string[]> {
  return {
    schema: { type: 'array', items: rule.schema, ...(min === 0 ? {} : { minItems: min }), maxItems: max },
    parse(value, field): { readonly value: readonly string[] } | Problem {
      const items = isList(value) && min === 0 ? withoutEmpty(value) : value;
      if (!isList(items) || items.length < min || items.length > max) {
        return {
          problem: `Invalid \`${field}\` field. It must be a list of ${min === 0 ? 'at most' : `${min} to`} ${max}.`,
        };
      }
      const read = new Set<string>();
      for (const item of items) {
        const one = rule.parse(item, field);
        if ('problem' in one) return one;
        read.add(one.value);
      }
      return { value: [...read] };
    },
  };
}

/** A number between these, both among them. */
export function number(least: number, most: number, isWhole: boolean): FieldRule<number> {
  const kind = isWhole ? 'whole number' : 'number';
  return {
    schema: { type: isWhole ? 'integer' : 'number', minimum: least, maximum: most },
    parse: (value, field) =>
      typeof value === 'number' && value >= least && value <= most && (!isWhole || Number.isSafeInteger(value))
        ? { value }
        : {
            problem: `Invalid \`${field}\` field. It must be a ${kind} from ${least} to ${most}, for example ${least}.`,
          },
  };
}

/** A color of CSS, in lower case. */
export const hexColor: FieldRule<string> = {
  schema: { type: 'string', pattern: '^#[0-9a-fA-F]{6}$' },
  parse: (value, field) =>
    typeof value === 'string' && /^#[\da-f]{6}$/i.test(value)
      ? { value: value.toLowerCase() }
      : { problem: `Invalid \`${field}\` field. It must be a color as \`#1d4ed8\`.` },
};
