import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

/** Every address of a name, IPv4 first. Rejects where it has none; an abort ends the questions too. */
export type ResolveHost = (hostname: string, signal?: AbortSignal) => Promise<readonly LookupAddress[]>;

export interface HostLookupSettings {
  /** `address:port`; null: the system's. */
  readonly servers: readonly string[] | null;
  readonly timeoutMs: number;
  readonly tries: number;
  readonly hostsFile?: string;
}

/** Once there is an address of one kind, those of the other are waited for so long. */
const otherKindMs = 300;
const hostsEveryMs = 10_000;

const loopback: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/**
 * Names by the hosts file and by DNS, without the system's resolver: that one occupies a thread of the process's few
 * for as long as a name server is silent, and four such names stop files, signatures and look-ups of everything else.
 */
export function createHostLookup({ hostsFile = '/etc/hosts', ...settings }: HostLookupSettings): ResolveHost {
  let hosts: Promise<ReadonlyMap<string, readonly LookupAddress[]>> | undefined;
  let readAtMs = 0;
  const listed = async (name: string): Promise<readonly LookupAddress[] | undefined> => {
    if (hosts === undefined || performance.now() - readAtMs > hostsEveryMs) {
      readAtMs = performance.now();
      hosts = readFile(hostsFile, 'utf8').then(hostsIn, () => new Map<string, LookupAddress[]>());
    }
    return (await hosts).get(name);
  };
  return async (hostname, signal) => {
    const name = hostname.toLowerCase().replace(/\.$/, '');
    const family = isIP(name);
    if (family !== 0) return [{ address: name, family }];
    const known = await listed(name);
    if (known !== undefined) return known;
    // RFC 6761 §6.3.
    if (name === 'localhost' || name.endsWith('.localhost')) return loopback;
    return inDns(name, settings, signal);
  };
}

async function inDns(
  name: string,
  { servers, timeoutMs, tries }: HostLookupSettings,
  signal?: AbortSignal,
): Promise<readonly LookupAddress[]> {
  signal?.throwIfAborted();
  // A new one each time: it reads the system's servers again.
  const resolver = new Resolver({ timeout: timeoutMs, tries });
  if (servers !== null) resolver.setServers(servers);
  const cancel = (): void => resolver.cancel();
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    const questions = [resolver.resolve4(name).then(of(4)), resolver.resolve6(name).then(of(6))] as const;
    const first = await Promise.any(questions).catch((error: AggregateError) => {
      throw error.errors[0];
    });
    const patience = new Promise<readonly LookupAddress[]>((resolve) =>
      setTimeout(() => resolve([]), otherKindMs).unref(),
    );
    const all = await Promise.all(questions.map((asked) => Promise.race([asked.catch(() => []), patience])));
    const found = all.flat();
    return found.length > 0 ? found : first;
  } finally {
    signal?.removeEventListener('abort', cancel);
    resolver.cancel();
  }
}

function of(family: 4 | 6): (addresses: readonly string[]) => readonly LookupAddress[] {
  return (addresses) => {
    if (addresses.length === 0) throw Object.assign(new Error('the name has no address'), { code: 'ENODATA' });
    return addresses.map((address) => ({ address, family }));
  };
}

/** One address a line, the names behind it. */
function hostsIn(text: string): ReadonlyMap<string, LookupAddress[]> {
  const hosts = new Map<string, LookupAddress[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    const family = isIP(address);
    if (family === 0) continue;
    for (const name of names.map((written) => written.toLowerCase())) {
      hosts.set(name, [...(hosts.get(name) ?? []), { address, family }]);
    }
  }
  for (const addresses of hosts.values()) addresses.sort((one, other) => one.family - other.family);
  return hosts;
}
