import type { Log } from '../../api/documents';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The mails that a request made or named: in its path, or in its answer (one, or the items of a batch). */
export function concernedMails({ endpoint, response_body: answer }: Log): readonly string[] {
  if (!/^\/emails?(\/|$)/.test(endpoint)) return [];
  const named = endpoint.split('/').filter((part) => uuid.test(part));
  const items: readonly unknown[] = Array.isArray(answer?.['data']) ? answer['data'] : [];
  const answered = [answer?.['id'], ...items.map(idOf)].filter((id): id is string => typeof id === 'string');
  // Below a mail's path the answer may name something else, such as an attachment.
  return [...new Set(named.length > 0 ? named.slice(0, 1) : answered.filter((id) => uuid.test(id)))];
}

function idOf(item: unknown): unknown {
  return typeof item === 'object' && item !== null ? Reflect.get(item, 'id') : undefined;
}
