/**
 * Why a request gave nothing. `signed-out`: there is no session (any more). `unconfirmed`: the person must first
 * confirm who they are. `unreachable`: there was no answer. `busy`: ask again after `retryAfterMs`. `forbidden`: not
 * with this role. `conflict`: someone else changed it meanwhile. `refused`: the server says what is wrong with it.
 */
export type ProblemKind =
  | 'signed-out'
  | 'unconfirmed'
  | 'unreachable'
  | 'busy'
  | 'forbidden'
  | 'missing'
  | 'conflict'
  | 'refused'
  | 'failed';

/** The only thing that a request of `client.ts` rejects with. */
export class ApiProblem extends Error {
  constructor(
    readonly kind: ProblemKind,
    /** A sentence for people. */
    message: string,
    /** The field of the request that it is about, as the API writes it. */
    readonly field: string | null = null,
    readonly retryAfterMs = 0,
    /** What the server's log calls the request. Null: it did not say. */
    readonly requestId: string | null = null,
  ) {
    super(message);
  }
}

const kinds: Readonly<Record<number, ProblemKind>> = {
  401: 'signed-out',
  403: 'forbidden',
  404: 'missing',
  409: 'conflict',
  429: 'busy',
  503: 'busy',
};

/** The problem that an unsuccessful response describes. `body` is its parsed content, whatever the type. */
export function problemOf(status: number, headers: Headers, body: unknown): ApiProblem {
  const { field, sentence } = plain(textMember(body, 'message') ?? `The server answered ${status}.`);
  const isUnconfirmed = status === 403 && textMember(body, 'name') === 'reauthentication_required';
  const kind = isUnconfirmed ? 'unconfirmed' : (kinds[status] ?? (status >= 500 ? 'failed' : 'refused'));
  const retryAfterMs = Math.max(0, Number(headers.get('retry-after') ?? 0) || 0) * 1_000;
  return new ApiProblem(kind, sentence, field, retryAfterMs, headers.get('x-request-id'));
}

/** The API's own wording is for programs: a field in backticks first, then what is wrong with it. */
function plain(message: string): { readonly field: string | null; readonly sentence: string } {
  const field = /`(\w+)`/.exec(message)?.[1] ?? null;
  const sentence = message.replace(/^Invalid `\w+` field[.:] */, '').replaceAll('`', '');
  return { field, sentence: sentence === '' ? message.replaceAll('`', '') : sentence };
}

function textMember(body: unknown, name: string): string | null {
  if (typeof body !== 'object' || body === null) return null;
  const value: unknown = Reflect.get(body, name);
  return typeof value === 'string' ? value : null;
}
