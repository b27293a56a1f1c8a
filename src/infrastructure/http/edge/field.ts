import 'reflect-metadata';
import { registerDecorator, validateSync } from 'class-validator';
import { ApiError } from './errors/api-error.js';
import type { ErrorName } from './errors/error-names.js';
import { membersOf } from '../../../domain/shared/members.js';

/** JSON Schema 2020-12, as far as request bodies need it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Why a field is not acceptable, in one sentence that names it. */
export interface Problem {
  readonly problem: string;
  readonly name?: ErrorName;
}

/** How a field is read: its wire value becomes the value that the code behind the edge trusts. */
export interface FieldRule<Value> {
  parse(value: unknown, field: string): { readonly value: Value } | Problem;
  readonly schema: JsonSchema;
  /** Null is a value of this field; otherwise it is taken for absent. */
  readonly isNullable?: true;
}

/** What clients send in place of nothing: null, an empty text, and PHP's empty array for an empty object. */
export function isEmpty(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === null || value === '';
  if (Array.isArray(value)) return value.length === 0;
  // Bytes that were read from a body are no members.
  if (ArrayBuffer.isView(value)) return false;
  for (const _ in value) return false;
  return true;
}

/** What a list that may be left out holds, without its empty items. */
export function withoutEmpty(list: readonly unknown[]): readonly unknown[] {
  return list.some(isEmpty) ? list.filter((item) => !isEmpty(item)) : list;
}

/** The same rule with words about the field that it is for. */
export function described<Value>(rule: FieldRule<Value>, description: string): FieldRule<Value> {
  return { ...rule, schema: { ...rule.schema, description } };
}

/** Whether an absent field (or a null one) is acceptable: a problem when it is not. */
export type AbsenceRule = (body: object, field: string) => Problem | undefined;

export const required: AbsenceRule = (_body, field) => missing(`Missing \`${field}\` field.`);

export function missing(problem: string): Problem {
  return { problem, name: 'missing_required_field' };
}

/** The first problem of a body, in the order in which its class declares the fields. */
export interface Failure {
  readonly name: ErrorName;
  readonly message: string;
}

interface DeclaredField {
  readonly name: string;
  readonly isNullable: boolean;
  readonly rule: FieldRule<unknown>;
  readonly required: boolean;
}

const declaredFields = new WeakMap<object, DeclaredField[]>();
const failures = new WeakMap<object, Failure>();

/**
 * One constraint per field: class-validator's own run once per decorator and decorate values they leave as they are.
 * This one reads the value once and puts what it read in the field's place, so nothing is parsed twice.
 */
export function Field<Value>(rule: FieldRule<Value>, whenAbsent?: AbsenceRule): PropertyDecorator {
  return (prototype, property) => {
    const name = String(property);
    const fields = declaredFields.get(prototype.constructor) ?? [];
    declaredFields.set(prototype.constructor, fields);
    const isNullable = rule.isNullable === true;
    fields.push({ name, isNullable, rule, required: whenAbsent === required });
    registerDecorator({
      name: `field:${name}`,
      target: prototype.constructor,
      propertyName: name,
      validator: {
        validate(value: unknown, args): boolean {
          const body = args?.object as Record<string, unknown>;
          const outcome = value === undefined ? (whenAbsent?.(body, name) ?? { value }) : rule.parse(value, name);
          if (!('problem' in outcome)) {
            body[name] = outcome.value;
            return true;
          }
          if (!failures.has(body))
            failures.set(body, { name: outcome.name ?? 'validation_error', message: outcome.problem });
          return false;
        },
      },
    });
  };
}

/** Fields behind the one that it decorates, under their names: those that several bodies have, or a table says. */
export function AndFields(rules: Readonly<Record<string, FieldRule<unknown>>>): PropertyDecorator {
  return (prototype) => {
    for (const [name, rule] of Object.entries(rules)) Field(rule)(prototype, name);
  };
}

/** A body that clients also send as the bare list that one of its fields holds. */
interface BareList {
  readonly bareList?: string;
}

/**
 * Reads a JSON value as the body that a class declares: its fields parsed, all others ignored. Null is taken for
 * absent, and so is every other empty value of a field that may be left out, unless it is a value of that field: one
 * rule for all operations. Only declared names are ever looked up, and only as own members: `__proto__` means nothing
 * here. A class with a static `bareList` takes a list for that field.
 */
export function readBody<Body extends object>(
  type: (new () => Body) & BareList,
  sent: unknown,
  whatItIs: string,
): Body | Failure {
  const declared = declaredFields.get(type) ?? [];
  const list = Array.isArray(sent) ? type.bareList : undefined;
  const isLeftOut = list === undefined && isEmpty(sent) && !declared.some((field) => field.required);
  const raw = list !== undefined ? { [list]: sent } : isLeftOut ? {} : sent;
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    return { name: 'validation_error', message: `${whatItIs} must be a JSON object.` };
  }
  const body = new type();
  const fields = body as Record<string, unknown>;
  const given = membersOf(raw);
  for (const field of declared) {
    const { name } = field;
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    fields[name] = isEmpty(value) && isAbsent(field, value) ? undefined : value;
  }
  if (
    validateSync(body, { forbidUnknownValues: false, validationError: { target: false, value: false } }).length === 0
  ) {
    return body;
  }
  return failures.get(body) ?? { name: 'validation_error', message: `${whatItIs} is invalid.` };
}

/** Whether an empty value counts as no value. */
function isAbsent({ name, rule, isNullable, required: isRequired }: DeclaredField, value: unknown): boolean {
  if (value === null) return !isNullable;
  return !isRequired && 'problem' in rule.parse(value, name);
}

export function isFailure(read: object): read is Failure {
  return 'message' in read;
}

/** What was read of a request, or the error for what is wrong with it. */
export function readOrError<Read extends object>(read: Read | Failure): Read {
  if (isFailure(read)) throw new ApiError(422, read.name, read.message);
  return read;
}

const bodyTypes = new WeakMap<JsonSchema, new () => object>();

/** The class whose declarations a body's schema came from. */
export const bodyTypeOf = (schema: JsonSchema): (new () => object) | undefined => bodyTypes.get(schema);

/** As they are called in a body. */
export function fieldNames(type: new () => object): readonly string[] {
  return (declaredFields.get(type) ?? []).map(({ name }) => name);
}

/** The body's schema for the OpenAPI document, from the same declarations that check it. */
export function bodySchema(type: (new () => object) & BareList): JsonSchema {
  const fields = declaredFields.get(type) ?? [];
  const object = {
    type: 'object',
    required: fields.filter((field) => field.required).map((field) => field.name),
    properties: Object.fromEntries(fields.map(({ name, rule }) => [name, rule.schema])),
  };
  const list = fields.find(({ name }) => name === type.bareList);
  const schema = list === undefined ? object : { anyOf: [object, list.rule.schema] };
  bodyTypes.set(schema, type);
  return schema;
}
