import {
  bodyTypeOf,
  isEmpty,
  isFailure,
  type JsonSchema,
  readBody,
} from '../../../src/infrastructure/http/edge/field.js';
import { readSendEmailBody, SendEmailBody } from '../../../src/infrastructure/http/emails/body/send-email.body.js';
import { operations } from '../../../src/programs/server/edge.js';

/** PHP has one empty array; Go and forms send empty texts; everyone sends null. */
const empties: readonly unknown[] = [[], {}, '', null];

/** Where an empty value says something, and what; of what is made. */
const said: Readonly<Record<string, string>> = {
  'SendEmailBody.subject ""': 'an email may have an empty subject line',
  'SendEmailBody.text ""': 'the email has no text part',
  'SendEmailBody.headers {}': 'no header: read as none, and sent as without them',
  'CreateTemplateBody.text ""': 'emails have no text part',
  'CreateTemplateBody.variables.0.fallback_value ""': 'a text that may be empty stands where no value is given',
};

interface Body {
  readonly name: string;
  readonly isChange: boolean;
  readonly type: new () => object;
  readonly schema: JsonSchema;
  readonly base: Readonly<Record<string, unknown>>;
}

const bodies: readonly Body[] = operations.flatMap(({ method, path, body, form, examples = {} }) => {
  const given = body ?? form;
  const schema = given?.['type'] === 'array' ? (given['items'] as JsonSchema) : given;
  const type = schema === undefined ? undefined : bodyTypeOf(schema);
  if (schema === undefined || type === undefined) return [];
  const requests = Object.values(examples).flatMap(({ request }) => (request === undefined ? [] : [request].flat()));
  const [base = {}] = requests.filter((each): each is Body['base'] => typeof each === 'object' && each !== null);
  return [{ name: `${method.toUpperCase()} ${path}`, isChange: method === 'patch', type, schema, base }];
});

/** What is read of a body, as JSON; of one that makes something, without what is empty: it stands for nothing there. */
function readingOf({ type, isChange }: Body, raw: object): string {
  const read = type === SendEmailBody ? readSendEmailBody(raw, 'The body', 0) : readBody(type, raw, 'The body');
  if (isFailure(read)) return JSON.stringify(read);
  const members = Object.entries(read).filter(([, value]) => isChange || !isEmpty(value));
  return JSON.stringify(Object.fromEntries(members));
}

/** The object's schema, where a body is also read as a bare list. */
const objectOf = (schema: JsonSchema): JsonSchema =>
  Array.isArray(schema['anyOf']) ? (schema['anyOf'][0] as JsonSchema) : schema;
const propertiesOf = (schema: JsonSchema): Readonly<Record<string, JsonSchema>> =>
  (objectOf(schema)['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
const requiredIn = (schema: JsonSchema): readonly string[] => (objectOf(schema)['required'] ?? []) as readonly string[];
/** Where a change is asked for, an empty value of the member's own type is what it is changed to. */
function isValueOf({ type, oneOf }: JsonSchema, empty: unknown): boolean {
  const own = empty === null ? 'null' : Array.isArray(empty) ? 'array' : typeof empty;
  const alternatives = (oneOf ?? []) as readonly JsonSchema[];
  return [type].flat().includes(own) || alternatives.some((each) => isValueOf(each, empty));
}

type Place = readonly (string | number)[];

/** Every member that may be left out, also inside of objects and lists that the base has. */
function* optional(schema: JsonSchema, value: unknown, at: Place = []): Generator<readonly [Place, JsonSchema]> {
  if (Array.isArray(value)) {
    const items = (schema['items'] ?? {}) as JsonSchema;
    for (const [index, each] of value.entries()) yield* optional(items, each, [...at, index]);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, own] of Object.entries(propertiesOf(schema))) {
    if (!requiredIn(schema).includes(name)) yield [[...at, name], own];
    yield* optional(own, (value as Readonly<Record<string, unknown>>)[name], [...at, name]);
  }
}

function withAt(value: unknown, [first, ...rest]: Place, member: unknown): unknown {
  if (first === undefined) return member;
  const inner = withAt(Reflect.get(Object(value), first), rest, member);
  if (Array.isArray(value)) return value.map((each, index) => (index === first ? inner : (each as unknown)));
  const { [String(first)]: _, ...others } = Object(value) as Readonly<Record<string, unknown>>;
  return inner === undefined ? others : { ...others, [first]: inner };
}

describe('a member that may be left out', () => {
  it('is read of every body that the document describes by its fields', () => {
    expect(bodies.length).toBeGreaterThan(60);
  });

  it.each(bodies.map((body) => [body.name, body] as const))('%s: empty means absent', (_name, body) => {
    const wrong = [...optional(body.schema, body.base)].flatMap(([place, schema]) => {
      const without = readingOf(body, withAt(body.base, place, undefined) as object);
      return empties.flatMap((empty) => {
        const what = `${body.type.name}.${place.join('.')} ${JSON.stringify(empty)}`;
        const isSaid = what in said || (body.isChange && isValueOf(schema, empty));
        const read = readingOf(body, withAt(body.base, place, empty) as object);
        return isSaid || read === without ? [] : [`${what}: ${read} in place of ${without}`];
      });
    });
    expect(wrong).toEqual([]);
  });

  it('of what is made is no text to the code behind, but where an empty one may stand', () => {
    const texts = bodies
      .filter(({ isChange }) => !isChange)
      .flatMap(({ type, schema, base }) =>
        Object.keys(propertiesOf(schema)).flatMap((name) => {
          const read: object = readBody(type, { ...base, [name]: '' }, 'The body');
          return !isFailure(read) && Reflect.get(read, name) === '' ? [`${type.name}.${name}`] : [];
        }),
      );
    expect([...new Set(texts)].sort()).toEqual([
      'CheckTemplateBody.subject',
      'CheckTemplateBody.text',
      // Required: refused by the code behind.
      'CreateApiKeyBody.name',
      'CreateBroadcastBody.subject',
      'CreateBroadcastBody.text',
      'CreatePropertyBody.fallback_value',
      'CreateTemplateBody.subject',
      'CreateTemplateBody.text',
      'PreviewTemplateBody.html',
      'PreviewTemplateBody.subject',
      'PreviewTemplateBody.text',
      'SendEmailBody.subject',
      'SendEmailBody.text',
    ]);
  });

  it('of a list that may be left out, an empty item is none; a recipient who is named must be one', () => {
    const email = { from: 'a@example.com', to: 'b@example.com', subject: 'Hello', text: 'Hello' };
    const read = (more: object) => readSendEmailBody({ ...email, ...more }, 'The email', 0);
    expect(read({ cc: ['c@example.com', '', null], tags: [null], attachments: [null] })).toMatchObject({
      cc: [{ address: 'c@example.com' }],
      tags: [],
      attachments: [],
    });
    expect(read({ to: ['b@example.com', ''] })).toMatchObject({ name: 'validation_error' });
  });

  it('inside of a template: values that are null are none, and its subject and text stand', () => {
    const template = { id: 'welcome', variables: { NAME: null, COUNT: 0, TEXT: '' } };
    expect(
      readSendEmailBody({ from: '', to: 'b@example.com', subject: '', html: '', text: '', template }, 'The email', 0),
    ).toMatchObject({
      from: undefined,
      subject: undefined,
      html: undefined,
      text: undefined,
      template: { variables: { COUNT: 0, TEXT: '' } },
    });
  });

  it('of a body of which nothing is required, the body itself is one', () => {
    const shared = bodies.find(({ name }) => name === 'POST /emails/{id}/share');
    if (shared === undefined) throw new Error('emails can be shared');
    expect(empties.map((empty) => readBody(shared.type, empty, 'The body'))).toEqual(empties.map(() => ({})));
  });
});
