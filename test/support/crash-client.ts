import { Agent, request } from 'node:http';

export interface CrashRequest {
  readonly path: '/emails' | '/emails/batch';
  readonly idempotencyKey?: string;
  readonly payload: string;
}

/** One connection that is kept open, and opened again where it has ended. */
export interface CrashClient {
  /**
   * The ids of the mails, asked for until there is a 200. Throws on any answer that a client need not expect of a
   * server that comes and goes. `onFailure`: nobody answered, or not yet.
   */
  send(wanted: CrashRequest, onFailure: () => void): Promise<readonly string[]>;
  close(): void;
}

const retryAfterMs = 50;
const answerTimeoutMs = 30_000;

export function crashClient(port: number, key: string): CrashClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let closed = false;
  return {
    async send(wanted, onFailure) {
      for (;;) {
        const answer = await post(agent, port, key, wanted);
        if (answer?.status === 200) return idsIn(answer.text);
        if (answer !== undefined && !isPassing(answer)) throw new Error(`answered ${answer.status}: ${answer.text}`);
        if (closed) throw new Error('the client was closed');
        onFailure();
        await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
      }
    },
    close() {
      closed = true;
      agent.destroy();
    },
  };
}

interface Answer {
  readonly status: number | undefined;
  readonly text: string;
}

function isPassing({ status, text }: Answer): boolean {
  return status === 503 || (status === 409 && text.includes('"concurrent_idempotent_requests"'));
}

function idsIn(text: string): readonly string[] {
  // The answer of the single or of the batch endpoint.
  const body = JSON.parse(text) as { id: string } | { data: { id: string }[] };
  return 'data' in body ? body.data.map(({ id }) => id) : [body.id];
}

/** @returns undefined when no whole answer came. */
function post(agent: Agent, port: number, key: string, wanted: CrashRequest): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const sent = request({
      host: '127.0.0.1',
      port,
      path: wanted.path,
      method: 'POST',
      agent,
      timeout: answerTimeoutMs,
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(wanted.payload),
        ...(wanted.idempotencyKey === undefined ? {} : { 'idempotency-key': wanted.idempotencyKey }),
      },
    });
    sent.once('timeout', () => sent.destroy());
    sent.once('error', () => resolve(undefined));
    sent.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.once('end', () => resolve({ status: response.statusCode, text }));
      response.once('error', () => resolve(undefined));
      response.once('close', () => resolve(undefined));
    });
    sent.end(wanted.payload);
  });
}
