// Writes the types of the page's requests and answers from the document at /openapi.json. Needs a compiled `dist`.
import { writeFileSync } from 'node:fs';
import { operations } from '../dist/programs/server/edge.js';
import { openApiDocument } from '../dist/infrastructure/http/openapi/document.js';
import { needOf } from '../dist/infrastructure/http/openapi/operation.js';

const { paths } = openApiDocument(operations, '');
const all = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation]),
);
const lines = [
  '// Made by scripts/build-api-types.js from the OpenAPI document of this build.',
  '',
  '/** What each operation is sent, and what it answers where that is JSON. */',
  'export interface Operations {',
  ...all.flatMap(([name, operation]) => [
    `  '${name}': {`,
    ...membersOf(operation).map((line) => `    ${line}`),
    '  };',
  ]),
  '}',
  '',
  '/** What only admins of a team may ask. Of the others, readers may read, and members may change. */',
  `export const forAdmins = ${JSON.stringify(operations.filter(isForAdmins).map(nameOf), null, 2)} as const;`,
  '',
];
writeFileSync(new URL('../dashboard/src/api/generated.ts', import.meta.url), lines.join('\n'));

function isForAdmins(operation) {
  return ['admin', 'person admin'].includes(needOf(operation));
}

function nameOf({ method, path }) {
  return `${method.toUpperCase()} ${path}`;
}

function membersOf({ parameters = [], requestBody, responses }) {
  const body = jsonSchemaOf(requestBody);
  const answer = jsonSchemaOf(responses['200'] ?? responses['201']);
  return [
    ...parametersOf(parameters, 'path'),
    ...parametersOf(parameters, 'query'),
    ...(body === undefined ? [] : [`readonly body${requestBody.required ? '' : '?'}: ${typeOf(body, '    ')};`]),
    // A file is among its fields: `FormData` is all that the browser knows of them.
    ...(requestBody?.content['multipart/form-data'] === undefined ? [] : ['readonly form: FormData;']),
    ...(answer === undefined ? [] : [`readonly answer: ${typeOf(answer, '    ')};`]),
  ];
}

function jsonSchemaOf(part) {
  return part?.content['application/json']?.schema;
}

function parametersOf(parameters, place) {
  const some = parameters.filter((each) => each.in === place);
  if (some.length === 0) return [];
  const members = some.map(({ name, required, schema }) => {
    const type = typeOf(inAddress(schema), '    ');
    return `readonly ${name}${required ? '' : '?'}: ${required ? type : `${type} | undefined`};`;
  });
  return [`readonly ${place}${some.some(({ required }) => required) ? '' : '?'}: { ${members.join(' ')} };`];
}

/** A page hands on what its own address says, whatever that is: the server refuses what it does not know. */
function inAddress({ enum: _values, ...schema }) {
  return schema;
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
