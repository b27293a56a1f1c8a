import { inStrings, type NameServer, startNameServer } from './name-server.js';
import { type RunningServer, type StartOptions, startServer } from './server.js';

/** A record as the public API shows it. */
export interface ShownRecord {
  readonly record: string;
  readonly type: string;
  readonly name: string;
  readonly status: string;
  readonly value: string;
  readonly priority?: number;
}

/** A domain as the public API shows it. */
export interface ShownDomain {
  readonly id: string;
  readonly status: string;
  readonly records: readonly ShownRecord[];
}

/** What makes a server, or a command, ask this name server, and give up soon. */
export function askingSettings(names: Pick<NameServer, 'address'>): Readonly<Record<string, string>> {
  return { DNS_SERVERS: names.address, DNS_TIMEOUT_MS: '500', DNS_TRIES: '1' };
}

export const mailHost = 'mail.posthorn.test';

/** A whole server, and the name server that it asks: it has `example.com`, without records, and the server's own host. */
export async function startDomainServer({
  env = {},
  ...options
}: StartOptions = {}): Promise<{ readonly names: NameServer; readonly server: RunningServer; close(): Promise<void> }> {
  const names = await startNameServer({
    'example.com': { NS: ['ns.example.com'] },
    [mailHost]: { A: ['127.0.0.1'] },
  });
  const settings = { LOG_LEVEL: 'warn', HELO_NAME: mailHost, SPF_VALUE: `v=spf1 a:${mailHost} ~all` };
  const server = await startServer({ ...options, env: { ...settings, ...askingSettings(names), ...env } });
  return {
    names,
    server,
    async close() {
      await server.stop();
      await names.close();
    },
  };
}

/** As a developer would at the provider of `example.com`: each record under the name that is shown. */
export function publishShown(names: Pick<NameServer, 'publish'>, records: readonly ShownRecord[]): void {
  for (const { type, name, value, priority = 0 } of records) {
    const at = name === '@' ? 'example.com' : `${name}.example.com`;
    if (type === 'MX') names.publish(at, { MX: [[priority, value]] });
    if (type === 'TXT') names.publish(at, { TXT: [inStrings(value)] });
    if (type === 'CNAME') names.publish(at, { CNAME: [value] });
  }
}
