import { optionOf, pathWith } from '../../../src/programs/cli/operations/request.js';
import { resourceCommands } from '../../../src/programs/cli/operations/resources.js';
import { builtDocument } from '../../support/built-document.js';

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
}
interface Described {
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
}

describe('commands over operations of the API', () => {
  let paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  let schemas: Readonly<Record<string, Schema>>;
  beforeAll(async () => {
    const document = (await builtDocument()) as unknown as {
      readonly paths: typeof paths;
      readonly components: { readonly schemas: typeof schemas };
    };
    ({ paths } = document);
    ({ schemas } = document.components);
  });

  const resolved = (schema: Schema | undefined): Schema =>
    (schema?.$ref === undefined ? schema : schemas[schema.$ref.split('/').at(-1) ?? '']) ?? {};
  const operation = (method: string, path: string): Described => {
    const found = paths[path]?.[method.toLowerCase()];
    if (found === undefined) throw new Error(`there is no ${method} ${path}`);
    return found;
  };
  const answerOf = ({ responses }: Described): Schema => {
    const [, answer] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
    return resolved(answer?.content?.['application/json']?.schema);
  };
  const lists = resourceCommands.flatMap(({ name, list }) => (list === undefined ? [] : [{ name, list }]));
  const others = resourceCommands.flatMap(({ name, commands }) =>
    commands.map((command) => ({ label: `${name} ${command.name}`, command })),
  );

  it.each(lists)('$name list shows fields that the API answers, and filters by what it takes', ({ list }) => {
    const described = operation('GET', list.path);
    const row = resolved(resolved(answerOf(described).properties?.['data']).items);
    expect(Object.keys(row.properties ?? {})).toEqual(expect.arrayContaining([...list.columns]));
    const parameters = (described.parameters ?? []).map(({ name }) => name);
    expect(parameters).toEqual(
      expect.arrayContaining(['limit', 'after', ...(list.filters ?? []).map(({ name }) => name)]),
    );
  });

  it.each(others)('$label sends fields that the API takes, and has an option for each that it needs', ({ command }) => {
    const { method, path, looksAt = path, fields = [], warns } = command;
    const described = operation(method, method === 'GET' ? looksAt : path);
    if (warns !== undefined) operation('GET', looksAt);
    const body = resolved(described.requestBody?.content['application/json']?.schema);
    const names = fields.map(({ name }) => name);
    expect(Object.keys(body.properties ?? {})).toEqual(expect.arrayContaining(names));
    expect(names).toEqual(expect.arrayContaining([...(body.required ?? [])]));
  });

  it('has no option twice in a command, and none that all commands have', () => {
    const common = ['url', 'key-file', 'team', 'json', 'data', 'dry-run', 'yes', 'limit'];
    for (const { label, command } of others) {
      const options = (command.fields ?? []).map(optionOf);
      expect({ label, options: new Set([...options, ...common]).size }).toEqual({
        label,
        options: options.length + common.length,
      });
    }
  });

  it('keeps an argument within its part of the path', () => {
    expect(pathWith('/contacts/{contact}/topics', ['a/b?c@example.com'])).toBe(
      '/contacts/a%2Fb%3Fc%40example.com/topics',
    );
  });
});
