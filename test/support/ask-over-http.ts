import { waitFor, type WaitLimits } from './wait-for.js';

/** Sends an object as JSON, a form as it is, and answers what is read. */
export type AskOverHttp = <Result = unknown>(method: string, path: string, body?: object) => Promise<Result>;

/** Asks once, and rejects where the answer is no success. */
export function askOnceOverHttp(origin: string, key: string): AskOverHttp {
  return async <Result>(method: string, path: string, body?: object) => {
    const isForm = body instanceof FormData;
    const headers = { authorization: `Bearer ${key}`, ...(isForm ? {} : { 'content-type': 'application/json' }) };
    const sent = body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) };
    const answered = await fetch(`${origin}${path}`, { method, headers, ...sent });
    if (!answered.ok) throw new Error(`${method} ${path}: ${answered.status} ${await answered.text()}`);
    return (await answered.json()) as Result;
  };
}

/** Asks until it is answered with success: the server may be on its way up. */
export function askOverHttp(origin: string, key: string, limits: WaitLimits = {}): AskOverHttp {
  const askOnce = askOnceOverHttp(origin, key);
  return async <Result>(method: string, path: string, body?: object) => {
    const found = await waitFor(
      async () => ({ result: await askOnce<Result>(method, path, body) }),
      () => true,
      limits,
    );
    return found.result;
  };
}
