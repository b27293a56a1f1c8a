import type { JsonSchema } from '../edge/field.js';

type Responses = Readonly<Record<string, JsonSchema>>;
/** By path and method. */
type Paths = Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;

/**
 * The same paths, in which a refusal that several operations answer is a reference to one of `responses`
 * (`#/components/responses/…`): written out each time, refusals are more than half of the document, and a page that
 * shows it takes twice as long.
 */
export function withSharedResponses(paths: Paths): { readonly paths: Paths; readonly responses: Responses } {
  const uses = new Map<string, number>();
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  for (const [, response] of operations.flatMap(refusalsOf)) {
    const text = JSON.stringify(response);
    uses.set(text, (uses.get(text) ?? 0) + 1);
  }
  const names = new Map<string, string>();
  const responses: Record<string, JsonSchema> = {};
  const shared = ([status, response]: readonly [string, JsonSchema]): readonly [string, JsonSchema] => {
    const text = JSON.stringify(response);
    if ((uses.get(text) ?? 0) < 2) return [status, response];
    const name = names.get(text) ?? freeName(status, responses);
    names.set(text, name);
    responses[name] = response;
    return [status, { $ref: `#/components/responses/${name}` }];
  };
  const described = (operation: JsonSchema): JsonSchema => ({
    ...operation,
    responses: { ...(operation['responses'] as Responses), ...Object.fromEntries(refusalsOf(operation).map(shared)) },
  });
  return { paths: mapped(paths, (methods) => mapped(methods, described)), responses };
}

/** By status. */
function refusalsOf(operation: JsonSchema): readonly (readonly [string, JsonSchema])[] {
  return Object.entries(operation['responses'] as Responses).filter(([status]) => Number(status) >= 400);
}

/** `404`, then `404-2`: they differ in what they may say, or in their header fields. */
function freeName(status: string, taken: Responses): string {
  let name = status;
  for (let number = 2; name in taken; number += 1) name = `${status}-${number}`;
  return name;
}

function mapped<From, To>(values: Readonly<Record<string, From>>, map: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}
