import type { Settings } from '../../../infrastructure/config/load.js';
import { parseWholeNumber } from '../../../infrastructure/config/fields/parse.js';
import type { Api } from '../api/client.js';
import type { ServerOptions } from '../api/server-options.js';
import { withServer } from '../api/with-server.js';
import { type Confirm, irreversible, type IrreversibleOptions, wouldDo } from '../shared/command.js';
import { Declined, Misused, type Outcome } from '../shared/outcome.js';
import { describeAnswer, tableOfFields } from './describe.js';
import { pagesOf, rowsOf } from './pages.js';
import { bodyOf, dataOf, type Given, pathWith, queryOf } from './request.js';
import type { ListCommand, OneCommand } from './resource-command.js';

export type OperationOptions = ServerOptions & IrreversibleOptions & Given & { readonly limit?: string };

/** `<resource> list` */
export function runList(settings: Settings, command: ListCommand, options: OperationOptions): Promise<Outcome> {
  const { path, columns, filters = [] } = command;
  const limit = parseWholeNumber(options.limit ?? '', 1, 100_000);
  if (limit === undefined) throw new Misused('--limit must be a whole number from 1 to 100000, for example 20.');
  return withServer(settings, options, async (api) => {
    const { rows, hasMore } = await rowsOf(api, path, queryOf(filters, options), limit);
    const more = hasMore ? `\nThere are more: --limit ${limit * 5}` : '';
    const text = rows.length === 0 ? 'None found.' : `${tableOfFields(rows, columns)}${more}`;
    return { result: { data: rows, has_more: hasMore }, text };
  });
}

/** Any other command of a resource. */
export function runOne(
  settings: Settings,
  command: OneCommand,
  values: readonly string[],
  options: OperationOptions,
  confirm: Confirm,
): Promise<Outcome> {
  const { method, fields = [], warns } = command;
  const path = pathWith(command.path, values);
  const body = method === 'GET' || method === 'DELETE' ? undefined : bodyOf(fields, options);
  return withServer(settings, options, (api) => {
    const work = async (): Promise<Outcome> => {
      const answer = method === 'GET' ? await look(api, command, values) : await api.call(method, path, body);
      return { result: typeof answer === 'object' && answer !== null ? answer : {}, text: describeAnswer(answer) };
    };
    if (warns === undefined) return work();
    const preview = async (): Promise<Outcome> => {
      const target = await look(api, command, values);
      return wouldDo(`${command.name} ${nameOf(target, values)}: ${warns}`, { target });
    };
    return irreversible(confirm, options, preview, work);
  });
}

/** `api <method> <path>`: any operation, with a body from `--data`. */
export function runApi(settings: Settings, method: string, path: string, options: OperationOptions): Promise<Outcome> {
  if (!path.startsWith('/')) throw new Misused('The path begins with a slash, for example /emails.');
  const verb = method.toUpperCase();
  if (!/^(GET|POST|PUT|PATCH|DELETE)$/.test(verb))
    throw new Misused(`${method} is no method: GET, POST, PATCH or DELETE.`);
  const body = options['data'] === undefined ? undefined : dataOf(options['data']);
  return withServer(settings, options, async (api) => {
    const answer = await api.call(verb, path, body);
    const result = typeof answer === 'object' && answer !== null ? answer : {};
    return { result, text: JSON.stringify(result, null, 2) };
  });
}

/** What a command is about to change, so that a wrong id is seen before. */
async function look(api: Api, { path, looksAt = path }: OneCommand, values: readonly string[]): Promise<object> {
  if (looksAt.includes('{')) {
    const found = await api.call('GET', pathWith(looksAt, values));
    return typeof found === 'object' && found !== null ? found : {};
  }
  // Some resources are only read as a list.
  for await (const { data } of pagesOf(api, looksAt, new URLSearchParams())) {
    const found = data.find(({ id }) => id === values[0]?.toLowerCase());
    if (found !== undefined) return found;
  }
  throw new Declined(`There is no ${values[0] ?? ''}.`);
}

function nameOf(target: object, values: readonly string[]): string {
  const fields = new Map<string, unknown>(Object.entries(target));
  const name = fields.get('name') ?? fields.get('email') ?? fields.get('endpoint') ?? fields.get('subject');
  return [values.join(' '), typeof name === 'string' ? `(${name})` : ''].join(' ').trim();
}
