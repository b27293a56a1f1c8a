import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { builtDocument } from './built-document.js';

/** The parts of an OpenAPI 3.1 document that answers are checked against. */
export interface DocumentedOperation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly in: string; readonly name: string; readonly schema: object }[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Record<string, DocumentedAnswer>;
}
interface DocumentedAnswer {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, object>>;
  readonly content: Content;
}
type Content = Readonly<
  Record<string, { readonly schema: object; readonly examples?: Readonly<Record<string, Named>> }>
>;
interface Named {
  readonly value: unknown;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: { readonly responses: Readonly<Record<string, DocumentedAnswer>> };
}

/** With the answers that operations share in each of them. */
export const publishedDocument = (await builtDocument()) as unknown as Document;
for (const operation of Object.values(publishedDocument.paths).flatMap((methods) => Object.values(methods))) {
  for (const [status, { $ref }] of Object.entries(operation.responses)) {
    const name = $ref?.replace('#/components/responses/', '');
    const shared = name === undefined ? undefined : publishedDocument.components.responses[name];
    if (shared !== undefined) operation.responses[status] = shared;
  }
}

const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, allErrors: true });
// Both packages are CommonJS under one default export, which their declarations name twice.
(addFormats as unknown as (to: Ajv2020) => void)(ajv);
ajv.addKeyword('components');
ajv.addSchema({ $id: 'http://posthorn.test/document', components: publishedDocument.components });

const validators = new WeakMap<object, ValidateFunction>();

/** What a value has wrong by a schema of the document, in one line; undefined when it is right. */
export function violationOf(schema: object, value: unknown): string | undefined {
  let validate = validators.get(schema);
  if (validate === undefined) {
    validate = ajv.compile(withAbsoluteReferences(schema));
    validators.set(schema, validate);
  }
  return validate(value) ? undefined : ajv.errorsText(validate.errors);
}

function withAbsoluteReferences(schema: object): object {
  return JSON.parse(
    JSON.stringify(schema).replaceAll('"#/components/', '"http://posthorn.test/document#/components/'),
  ) as object;
}

/** The operation of a request; of several patterns, the one with the fewest parameters. */
function operationOf(method: string, pathname: string): DocumentedOperation | undefined {
  // A slash at the end means nothing.
  const given = pathname.replace(/(?<=.)\/$/, '').split('/');
  const matching = Object.keys(publishedDocument.paths)
    .filter((path) => {
      const wanted = path.split('/');
      return wanted.length === given.length && wanted.every((part, i) => part === given[i] || part.startsWith('{'));
    })
    .filter((path) => method.toLowerCase() in (publishedDocument.paths[path] ?? {}))
    .sort((a, b) => a.split('{').length - b.split('{').length);
  const [path] = matching;
  return path === undefined ? undefined : publishedDocument.paths[path]?.[method.toLowerCase()];
}

/**
 * What is not as documented in an answer; undefined for an answer that the document knows, or that is no part of the
 * API.
 */
export async function undocumentedIn(method: string, pathname: string, answer: Response): Promise<string | undefined> {
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false;
  const operation = operationOf(method, pathname);
  const what = `${method} ${pathname} ${answer.status}`;
  if (operation === undefined) {
    if (!isJson) return undefined;
    const { name } = (await answer.json()) as { readonly name?: string };
    const expected = answer.status === 404 ? 'not_found' : 'method_not_allowed';
    return name === expected || name === 'application_error' ? undefined : `${what}: ${name}, and no such operation`;
  }
  const documented = operation.responses[answer.status];
  if (documented === undefined) return `${what}: not a documented status`;
  const missing = Object.keys(documented.headers ?? {})
    .filter(isAlwaysSent)
    .filter((name) => !answer.headers.has(name));
  if (missing.length > 0) return `${what}: without ${missing.join(', ')}`;
  const json = documented.content['application/json'];
  if (json === undefined) return isJson ? `${what}: JSON where none is documented` : undefined;
  const [type = ''] = (answer.headers.get('content-type') ?? '').split(';');
  if (!isJson) return type in documented.content ? undefined : `${what}: neither JSON nor what is documented`;
  const violation = violationOf(json.schema, await answer.json());
  return violation === undefined ? undefined : `${what}: ${violation}`;
}

/** Limits can be off; the others belong to every answer that documents them. */
function isAlwaysSent(header: string): boolean {
  return !/^(ratelimit-|x-resend-)/.test(header);
}
