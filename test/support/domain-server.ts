import { rmSync } from 'node:fs';
import { inStrings, type NameServer, startNameServer } from './name-server.js';
import { type RunningServer, type StartOptions, startServer, temporaryFolder } from './server.js';
import { aheadBy } from './shifted-server.js';

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

/**
 * What makes a server, or a command, ask this name server, which may take its time: it shares a process with the suite.
 */
export function askingSettings(names: Pick<NameServer, 'address'>): Readonly<Record<string, string>> {
  return { DNS_SERVERS: names.address, POSTHORN_TEST_DNS_TIMEOUT_MS: '5000', POSTHORN_TEST_DNS_TRIES: '3' };
}

export const mailHost = 'mail.posthorn.test';

/** It has `example.com`, without records, and the server's own host. */
export function startNames(): Promise<NameServer> {
  return startNameServer({ 'example.com': { NS: ['ns.example.com'] }, [mailHost]: { A: ['127.0.0.1'] } });
}

export interface DomainServer {
  readonly names: NameServer;
  readonly server: RunningServer;
  /** Ends the server, and the name server where it was not given. */
  close(): Promise<void>;
}

/** A whole server, and the name server that it asks. */
export async function startDomainServer({
  env = {},
  names: given,
  ...options
}: StartOptions & { readonly names?: NameServer } = {}): Promise<DomainServer> {
  const names = given ?? (await startNames());
  const settings = { LOG_LEVEL: 'warn', HELO_NAME: mailHost, SPF_VALUE: `v=spf1 a:${mailHost} ~all` };
  const server = await startServer({ ...options, env: { ...settings, ...askingSettings(names), ...env } });
  return {
    names,
    server,
    async close() {
      await server.stop();
      if (given === undefined) await names.close();
    },
  };
}

export interface DomainServerOverTime {
  /**
   * Ends the server before, and starts one over its data whose clock is so far ahead. `askedBefore`: how many questions
   * the name server had had then.
   */
  at(shiftMs: number, env?: Readonly<Record<string, string>>): Promise<DomainServer & { readonly askedBefore: number }>;
  close(): Promise<void>;
}

/** One installation, and one name server, at several times. */
export function domainServerOverTime(): DomainServerOverTime {
  const dataDir = temporaryFolder();
  let names: NameServer | undefined;
  let running: DomainServer | undefined;
  return {
    async at(shiftMs, env = {}) {
      await running?.close();
      names ??= await startNames();
      const askedBefore = names.asked.length;
      running = await startDomainServer({ dataDir, names, env: { ...aheadBy(shiftMs), ...env } });
      return { ...running, askedBefore };
    },
    async close() {
      await running?.close();
      await names?.close();
      rmSync(dataDir, { recursive: true });
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
