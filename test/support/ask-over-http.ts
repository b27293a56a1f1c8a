import { waitFor } from './wait-for.js';

/** Sends an object as JSON, a form as it is, and answers what is read. */
export type AskOverHttp = <Result = unknown>(method: string, path: string, body?: object) => Promise<Result>;

/** Asks until it is answered with success: the server may be on its way up. */
export function askOverHttp(origin: string, key: string): AskOverHttp {
  return async <Result>(method: string, path: string, body?: object) => {
    const isForm = body instanceof FormData;
    const headers = { authorization: `Bearer ${key}`, ...(isForm ? {} : { 'content-type': 'application/json' }) };
    const sent = body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) };
    const found = await waitFor(
      async () => {
        const answered = await fetch(`${origin}${path}`, { method, headers, ...sent });
        return answered.ok ? { result: (await answered.json()) as Result } : undefined;
      },
      (answer) => answer !== undefined,
    );
    if (found === undefined) throw new Error('no answer');
    return found.result;
  };
}
