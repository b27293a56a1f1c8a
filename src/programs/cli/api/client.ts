import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { delay } from '../../../application/shared/delay.js';
import { createOutboundHttp } from '../../../infrastructure/outbound-http/outbound-http.js';
import { RequestRefused, ServerRefused, ServerUnavailable } from './failures.js';
import { codeOf } from '../../../domain/shared/members.js';
import { parsedJson } from '../../../domain/shared/json.js';

/** Where the server is and who asks, as the environment or the command line say. */
export interface ApiSettings {
  readonly url: string | undefined;
  readonly key: string | undefined;
  readonly keyFile: string | undefined;
}

/** The REST API of a running server. Each call throws one of `failures.ts`. */
export interface Api {
  /** @returns undefined when there is none (404). */
  find<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema> | undefined>;
  get<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>>;
  send(method: 'POST' | 'PATCH', path: string, body: object): Promise<void>;
  /** Any operation, and its answer as it is. @returns undefined when the answer is no JSON. */
  call(method: string, path: string, body?: unknown): Promise<unknown>;
  close(): Promise<void>;
}

const connectTimeoutMs = 10_000;
const answerTimeoutMs = 60_000;
/** Over the rate limit it waits as long as the server says, and not longer than this. */
const maxWaitMs = 30_000;
const maxAttempts = 6;

const refusal = z.looseObject({ name: z.string(), message: z.string() });

interface Answered {
  readonly status: number;
  readonly body: unknown;
}

export function openApi(settings: ApiSettings): Api {
  const base = addressOf(settings.url);
  const headers = { authorization: `Bearer ${keyOf(settings)}`, accept: 'application/json' };
  const http = createOutboundHttp({ guard: null, keepAliveMs: 1_000, connectTimeoutMs });

  async function ask(method: string, path: string, body?: unknown): Promise<Answered> {
    for (let attempt = 1; ; attempt += 1) {
      const response = await http
        .fetch(`${base}${path}`, {
          method,
          signal: AbortSignal.timeout(answerTimeoutMs),
          ...(body === undefined
            ? { headers }
            : { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }),
        })
        .catch((error: unknown) => {
          throw new ServerUnavailable(
            `${base} was not reached: ${causeOf(error)}. Start the server there, or name another one with POSTHORN_URL.`,
          );
        });
      const answered = { status: response.status, body: parsedJson(await response.text().catch(() => '')) };
      if (answered.status !== 429 || attempt === maxAttempts) return checked(base, answered);
      const seconds = Number(response.headers.get('retry-after') ?? 1);
      await delay(Math.min(maxWaitMs, Math.max(1, Number.isFinite(seconds) ? seconds : 1) * 1_000));
    }
  }

  async function get<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>> {
    const { body } = succeeded(await ask('GET', path));
    return readAs(base, schema, body);
  }

  return {
    get,
    async find(path, schema) {
      const answered = await ask('GET', path);
      return answered.status === 404 ? undefined : readAs(base, schema, succeeded(answered).body);
    },
    async send(method, path, body) {
      succeeded(await ask(method, path, body));
    },
    call: async (method, path, body) => succeeded(await ask(method, path, body)).body,
    close: () => http.close(),
  };
}

function addressOf(url: string | undefined): string {
  if (url === undefined || url.trim() === '') {
    throw new ServerRefused(
      'No server is named. Set POSTHORN_URL or --url to where it answers, such as https://posthorn.example.com.',
    );
  }
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (address === undefined || !/^https?:$/.test(address.protocol) || address.username !== '') {
    throw new ServerRefused(
      'POSTHORN_URL must be a URL of http or https without a user, such as https://posthorn.example.com.',
    );
  }
  return `${address.origin}${address.pathname.replace(/\/+$/, '')}`;
}

function keyOf({ key, keyFile }: ApiSettings): string {
  const given = keyFile === undefined ? key?.trim() : readKey(keyFile);
  if (given === undefined || given === '') {
    throw new ServerRefused(
      'No API key is given. Set POSTHORN_KEY, or name a file that holds the key with --key-file.',
    );
  }
  if (!/^[\x21-\x7e]+$/.test(given)) throw new ServerRefused('The API key must be one word of ASCII characters.');
  return given;
}

function readKey(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new ServerRefused(`The key file ${file} cannot be read: ${causeOf(error)}.`);
  }
}

/** The answer, where the server could give one. */
function checked(base: string, answered: Answered): Answered {
  const { status, body } = answered;
  const message = refusal.safeParse(body).data?.message;
  if (status === 401 || status === 403) {
    throw new ServerRefused(
      `${base} does not take the API key (${status}): ${message ?? 'no reason given'}. Use a key that may do this: \`posthorn keys create\` makes one with full access.`,
    );
  }
  if (status === 429 || status >= 500) {
    throw new ServerUnavailable(
      `${base} cannot answer now (${status}${message === undefined ? '' : `: ${message}`}). Run the command again.`,
    );
  }
  if (status >= 300 && status < 400) {
    throw new ServerRefused(`${base} leads elsewhere (${status}). Set POSTHORN_URL to the address that it leads to.`);
  }
  return answered;
}

function succeeded(answered: Answered): Answered {
  if (answered.status < 400) return answered;
  const refused = refusal.safeParse(answered.body).data;
  throw new RequestRefused(
    refused === undefined
      ? `The server answered ${answered.status} without a reason.`
      : `The server refused the request (${answered.status} ${refused.name}): ${refused.message}`,
  );
}

function readAs<Schema extends z.ZodType>(base: string, schema: Schema, body: unknown): z.output<Schema> {
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  const field = read.error.issues[0]?.path.join('.') ?? '';
  throw new ServerRefused(
    `${base} does not answer as Posthorn does${field === '' ? '' : ` (\`${field}\`)`}. Check POSTHORN_URL, and that the server is not older than this command.`,
  );
}

/** The innermost reason: undici says "fetch failed", and its cause why. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause !== undefined) return causeOf(error.cause);
  const code = codeOf(error);
  return error.message === '' ? (code ?? error.name) : error.message;
}
