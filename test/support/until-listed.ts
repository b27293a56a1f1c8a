import { waitFor } from './wait-for.js';

/** Every answer is in the log, and then: every projection has read the whole log. */
export async function untilListed(url: string, ask: typeof fetch = fetch): Promise<void> {
  const metrics = async () => (await ask(`${url}/metrics`)).text();
  await waitFor(metrics, (text) => /^posthorn_request_log_waiting 0$/m.test(text));
  await waitFor(
    metrics,
    (text) =>
      text.includes('posthorn_projection_lag_seconds{') && !/^posthorn_projection_lag_seconds.* (?!0$)/m.test(text),
  );
}
