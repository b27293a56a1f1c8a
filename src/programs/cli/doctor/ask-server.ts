import { type ServerTroubleKind, serverTroubleKinds } from '../../../application/server-trouble/server-trouble.js';
import type { Config } from '../../../infrastructure/config/config.js';
import { readServerAddress } from '../../../infrastructure/data-dir/server-address.js';
import { createOutboundHttp } from '../../../infrastructure/outbound-http/outbound-http.js';

const askTimeoutMs = 3_000;

/** What the server of this folder says is wrong with itself. Empty where none runs, or none answers. */
export async function troublesOfServer({
  dataDir,
  metricsToken,
}: Pick<Config, 'dataDir' | 'metricsToken'>): Promise<readonly ServerTroubleKind[]> {
  const address = readServerAddress(dataDir);
  if (address === undefined) return [];
  const http = createOutboundHttp({ guard: null, keepAliveMs: 1_000, connectTimeoutMs: askTimeoutMs });
  try {
    const headers: Record<string, string> = metricsToken === null ? {} : { authorization: `Bearer ${metricsToken}` };
    const response = await http.fetch(`${address.url}/metrics`, { headers, signal: AbortSignal.timeout(askTimeoutMs) });
    return response.ok ? troublesIn(await response.text()) : [];
  } catch {
    return [];
  } finally {
    await http.close();
  }
}

/** Reads `posthorn_server_trouble` out of the metrics, with or without labels beside `kind`. */
export function troublesIn(metrics: string): readonly ServerTroubleKind[] {
  const open = new Set(
    [...metrics.matchAll(/^posthorn_server_trouble\{kind="([^"]*)"[^}]*\} 1$/gm)].map(([, kind]) => kind),
  );
  return serverTroubleKinds.filter((kind) => open.has(kind));
}
