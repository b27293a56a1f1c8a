// Writes the types of the page's requests and answers from the document at /openapi.json. Needs a compiled `dist`.
import { writeFileSync } from 'node:fs';
import { operations } from '../dist/programs/server/edge.js';
import { openApiDocument } from '../dist/infrastructure/http/openapi/document.js';
import { peopleOperations } from '../dist/infrastructure/http/people/people.operations.js';

const { paths } = openApiDocument([...new Set([...operations, ...peopleOperations])], '');
const all = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation]),
);
const lines = [
  '// Made by scripts/build-api-types.js from the OpenAPI document of this build.',
  '',
  '/** What is sent with each request that has a body. */',
  `export interface Requests ${typesOf(all.map(([name, { requestBody }]) => [name, requestBody]))}`,
  '',
  '/** What each request is answered with. */',
  `export interface Answers ${typesOf(all.map(([name, { responses }]) => [name, responses['200'] ?? responses['201']]))}`,
  '',
];
writeFileSync(new URL('../dashboard/src/api/generated.ts', import.meta.url), lines.join('\n'));

function typesOf(named) {
  const members = named.flatMap(([name, part]) => {
    const schema = part?.content['application/json']?.schema;
    return schema === undefined ? [] : [`  '${name}': ${typeOf(schema, '  ')};`];
  });
  return `{\n${members.join('\n')}\n}`;
}

/** The part of JSON Schema that our schemas use; anything else is `unknown`. */
function typeOf(schema, indent) {
  const { type, const: only, enum: values, anyOf, oneOf = anyOf, items = {} } = schema;
  if (only !== undefined) return JSON.stringify(only);
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (oneOf !== undefined) return oneOf.map((each) => typeOf(each, indent)).join(' | ');
  if (Array.isArray(type)) return type.map((each) => typeOf({ ...schema, type: each }, indent)).join(' | ');
  switch (type) {
    case 'string':
    case 'boolean':
    case 'number':
    case 'null':
      return type;
    case 'integer':
      return 'number';
    case 'array':
      return `readonly (${typeOf(items, indent)})[]`;
    case 'object':
      return objectOf(schema, indent);
    default:
      return 'unknown';
  }
}

function objectOf({ properties, required = [], additionalProperties }, indent) {
  if (properties === undefined) return `Readonly<Record<string, ${typeOf(additionalProperties ?? {}, indent)}>>`;
  const inner = `${indent}  `;
  const members = Object.entries(properties).flatMap(([name, member]) => [
    ...(member.description === undefined ? [] : [`${inner}/** ${member.description} */`]),
    `${inner}readonly ${name}${required.includes(name) ? '' : '?'}: ${typeOf(member, inner)};`,
  ]);
  return `{\n${members.join('\n')}\n${indent}}`;
}
