// Compares our OpenAPI document with another one of the same API, field by field: names, types, required, nullability.
//   node scripts/compare-contract.js <theirs.json> [<ours.json>]     (ours: asked from the built server's own code)
// Both are JSON. Prints one line for each difference in the operations that both have, then the operations of theirs that
// we do not serve. It judges nothing: every difference needs its own reason.
import { readFileSync } from 'node:fs';

const [theirsPath, oursPath] = process.argv.slice(2);
if (theirsPath === undefined) {
  console.error('usage: node scripts/compare-contract.js <theirs.json> [<ours.json>]');
  process.exit(2);
}
const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
const theirs = read(theirsPath);
const ours = oursPath === undefined ? await ownDocument() : read(oursPath);

async function ownDocument() {
  const { openApiDocument } = await import('../dist/infrastructure/http/openapi/document.js');
  const { operations } = await import('../dist/programs/server/edge.js');
  return openApiDocument(operations, 'http://127.0.0.1:3000');
}

function resolve(document, schema) {
  let found = schema;
  while (found?.$ref !== undefined) {
    found = found.$ref
      .slice(2)
      .split('/')
      .reduce((at, name) => at?.[name], document);
  }
  return found ?? {};
}

/** Every member of a schema by its path, `[]` for the items of an array. */
function flatten(document, schema, path = '', required = true, into = new Map(), depth = 0) {
  const { variants, nullable } = alternatives(document, schema);
  const entry = into.get(path) ?? { types: new Set(), required, nullable: false };
  into.set(path, entry);
  entry.nullable ||= nullable;
  entry.required &&= required;
  if (depth > 8) return into;
  for (const variant of variants) {
    for (const type of typesOf(variant)) entry.types.add(type);
    const members = variant.properties ?? {};
    for (const [name, member] of Object.entries(members)) {
      const wanted = (variant.required ?? []).includes(name);
      flatten(document, member, path === '' ? name : `${path}.${name}`, wanted, into, depth + 1);
    }
    if (variant.items !== undefined) flatten(document, variant.items, `${path}[]`, true, into, depth + 1);
  }
  return into;
}

function alternatives(document, schema) {
  const resolved = resolve(document, schema);
  const parts = resolved.anyOf ?? resolved.oneOf;
  if (parts !== undefined) {
    const inner = parts.map((part) => alternatives(document, part));
    const nullable = resolved.nullable === true || inner.some((part) => part.nullable);
    return { variants: inner.flatMap((part) => part.variants), nullable };
  }
  if (resolved.allOf !== undefined) {
    const merged = resolved.allOf.map((part) => resolve(document, part));
    const properties = Object.assign({}, ...merged.map((part) => part.properties ?? {}), resolved.properties ?? {});
    const required = merged.flatMap((part) => part.required ?? []);
    return { variants: [{ type: 'object', properties, required }], nullable: resolved.nullable === true };
  }
  const types = [resolved.type].flat();
  const nullable = resolved.nullable === true || types.includes('null') || resolved.enum?.includes(null) === true;
  return { variants: types.length === 1 && types[0] === 'null' ? [] : [resolved], nullable };
}

function typesOf({ type, const: only, enum: values, properties }) {
  const named = [type].flat().filter((one) => one !== undefined && one !== 'null');
  if (named.length > 0) return named;
  if (only !== undefined) return [typeof only];
  if (values !== undefined) return [...new Set(values.filter((value) => value !== null).map((value) => typeof value))];
  return properties === undefined ? ['any'] : ['object'];
}

const sameType = (left, right) =>
  left.has('any') || right.has('any') || [...left].some((type) => right.has(type) || numeric(type, right));
const numeric = (type, others) =>
  (type === 'integer' && others.has('number')) || (type === 'number' && others.has('integer'));

function compare(where, their, our, isAnswer) {
  const lines = [];
  for (const [path, wanted] of their) {
    const had = our.get(path);
    const name = path === '' ? '(all)' : path;
    if (had === undefined) {
      if (!parentMissing(path, our)) lines.push(`${where} ${name}: only in theirs`);
      continue;
    }
    if (!sameType(wanted.types, had.types))
      lines.push(`${where} ${name}: theirs ${[...wanted.types]}, ours ${[...had.types]}`);
    if (had.nullable !== wanted.nullable) {
      lines.push(
        `${where} ${name}: theirs ${wanted.nullable ? 'nullable' : 'never null'}, ours ${had.nullable ? 'nullable' : 'never null'}`,
      );
    }
    if (had.required !== wanted.required && (isAnswer ? wanted.required : true)) {
      lines.push(
        `${where} ${name}: theirs ${wanted.required ? 'required' : 'optional'}, ours ${had.required ? 'required' : 'optional'}`,
      );
    }
  }
  for (const [path] of our) {
    if (!their.has(path) && !parentMissing(path, their)) lines.push(`${where} ${path}: only in ours`);
  }
  return lines;
}

function parentMissing(path, members) {
  const parent = path.replace(/(\.[^.[\]]+|\[\])$/, '');
  return parent !== path && parent !== '' && !members.has(parent);
}

const shape = (path) => path.replace(/\{[^}]+\}/g, '{}');
const operationsOf = (document) =>
  new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([method]) => ['get', 'post', 'patch', 'put', 'delete'].includes(method))
        .map(([method, operation]) => [`${method.toUpperCase()} ${shape(path)}`, operation]),
    ),
  );
const bodyOf = (operation) => operation.requestBody?.content?.['application/json']?.schema;
function answerOf(operation) {
  const status = Object.keys(operation.responses).find((code) => code.startsWith('2'));
  return { status, schema: operation.responses[status]?.content?.['application/json']?.schema };
}

const their = operationsOf(theirs);
const our = operationsOf(ours);
let both = 0;
const missing = [];
for (const [name, operation] of their) {
  const served = our.get(name);
  if (served === undefined) {
    missing.push(name);
    continue;
  }
  both += 1;
  const lines = [];
  if (bodyOf(operation) !== undefined || bodyOf(served) !== undefined) {
    lines.push(
      ...compare('request', flatten(theirs, bodyOf(operation) ?? {}), flatten(ours, bodyOf(served) ?? {}), false),
    );
  }
  const [wanted, had] = [answerOf(operation), answerOf(served)];
  if (wanted.status !== had.status) lines.push(`status: theirs ${wanted.status}, ours ${had.status}`);
  lines.push(...compare('answer', flatten(theirs, wanted.schema ?? {}), flatten(ours, had.schema ?? {}), true));
  console.log(`\n${name}${lines.length === 0 ? ': the same' : ''}`);
  for (const line of lines) console.log(`  ${line}`);
}
console.log(`\n${both} operations in both; ${missing.length} only in theirs:`);
for (const name of missing) console.log(`  ${name}`);
