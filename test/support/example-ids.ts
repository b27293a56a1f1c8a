import { operations } from '../../src/programs/server/edge.js';

/*
 * The document's examples speak of things by ids. Against a running server those are made, by the examples themselves.
 */

/** What an operation about one thing must be asked, by the end of its path. */
const queries: Readonly<Record<string, string>> = { why: '?address=ann@example.com', recipients: '?type=clicked' };
export const queryOf = (path: string): string => queries[path.split('/').at(-1) ?? ''] ?? '';

interface Answered {
  readonly status: number;
  readonly body: unknown;
}

interface ExampleServer {
  call(method: string, path: string, options: { readonly body?: unknown }): Promise<Answered>;
  /** By the path of a list: makes one there, where the first example of its `POST` can be sent only once. */
  readonly makers: Readonly<Record<string, () => Promise<string>>>;
}

interface Identified {
  readonly id?: unknown;
}

/** What people do is asked for with a cookie, and not here. */
const creating = operations.filter(
  ({ method, path, access }) => method === 'post' && !path.includes('{') && access !== 'person' && access !== 'visitor',
);
const isText = (value: unknown): value is string => typeof value === 'string';

/** By each id that an example says was made: the path of the list. */
const listOfId: ReadonlyMap<string, string> = new Map(
  creating
    .flatMap(({ path, examples = {} }) =>
      Object.values(examples).map(({ answer }) => [(answer as Identified | undefined)?.id, path] as const),
    )
    .filter((entry): entry is readonly [string, string] => isText(entry[0]))
    // The first says what an id is of: a claim answers the id of its domain too.
    .reverse(),
);

/**
 * The first example of the operation that puts something into a list; what only the page makes is made under its own
 * path.
 */
function creatorOf(list: string) {
  const operation = [list, list.replace('/dashboard-api', '')].flatMap(
    (path) => creating.find((each) => each.path === path) ?? [],
  )[0];
  const example = Object.values(operation?.examples ?? {}).find(({ answer }) =>
    isText((answer as Identified | undefined)?.id),
  );
  return operation === undefined || example === undefined ? undefined : { path: operation.path, operation, example };
}

/** The example of a form, as it is sent: its file is text. */
export function formOf(request: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(Object(request) as Readonly<Record<string, unknown>>)) {
    form.append(name, name === 'file' ? new File([String(value)], 'example.csv') : String(value));
  }
  return form;
}

export function exampleIds({ call, makers }: ExampleServer) {
  const named = new Map<string, Promise<string | undefined>>();

  /** Undefined where no example makes what the list has. */
  async function madeIn(list: string): Promise<string | undefined> {
    const own = makers[list.replace('/dashboard-api', '')];
    if (own !== undefined) return own();
    const creator = creatorOf(list);
    if (creator === undefined) return undefined;
    const request = await requestOf(creator.example.request);
    const sent = creator.operation.form === undefined ? request : formOf(request);
    const { status, body } = await call('POST', creator.path, { body: sent });
    const { id } = body as Identified;
    if (!isText(id)) throw new Error(`POST ${creator.path} answers its first example with ${status}, and no id`);
    return id;
  }

  /** The same each time. Undefined as above. */
  function idIn(list: string): Promise<string | undefined> {
    const name = list.replace('/dashboard-api', '');
    const made = named.get(name) ?? madeIn(list);
    named.set(name, made);
    return made;
  }

  /** The request of an example, with ids of what is there in place of the document's. */
  async function requestOf(request: unknown): Promise<unknown> {
    if (isText(request)) {
      const list = listOfId.get(request);
      return list === undefined ? request : ((await idIn(list)) ?? request);
    }
    if (Array.isArray(request)) return Promise.all(request.map(requestOf));
    if (typeof request !== 'object' || request === null) return request;
    const members = Object.entries(request).map(async ([name, value]) => [name, await requestOf(value)] as const);
    return Object.fromEntries(await Promise.all(members));
  }

  /**
   * The path with the id of a new thing in place of its first parameter, and of what is there in place of others
   * (`{segment_id}`); as it is where no example makes one.
   */
  async function pathOf(path: string): Promise<string> {
    const [list = ''] = path.split('/{');
    const id = path.includes('{') ? await madeIn(list) : undefined;
    if (id === undefined) return path;
    const other = /\{(\w+)_id\}/.exec(path.slice(list.length + 2))?.[1];
    const found = other === undefined ? undefined : await idIn(`/${other}s`);
    const ofOne = path.replace(/\{\w+\}/, id);
    return found === undefined ? ofOne : ofOne.replace(`{${other}_id}`, found);
  }

  return { idIn, requestOf, pathOf };
}
