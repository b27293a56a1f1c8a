import { startNameServer, type Zone } from './name-server.js';
import { type SmartSink, startSmartSink } from './smart-sink.js';

export type SmartRoute = 'relay' | 'mx';

/**
 * The smart sink in its place: as the relay, or as the mail hosts of many domains that a name server of its own tells
 * of.
 */
export interface SmartReceivers {
  /** How the server finds it. */
  readonly env: Readonly<Record<string, string>>;
  /** Those that customers have their addresses at. */
  readonly domains: readonly string[];
  readonly faults: SmartSink['faults'];
  close(): Promise<void>;
}

export interface SmartReceiversOptions {
  readonly route: SmartRoute;
  readonly seed: number;
  readonly logFile: string;
}

const domainsOf: Readonly<Record<SmartRoute, number>> = { relay: 7, mx: 40 };
const hosts = Array.from({ length: 16 }, (_, index) => ({
  name: `mx${index}.hosting.example`,
  address: `127.0.1.${index + 1}`,
}));

export async function startSmartReceivers({ route, seed, logFile }: SmartReceiversOptions): Promise<SmartReceivers> {
  const domains = Array.from({ length: domainsOf[route] }, (_, index) => `shop${index}.example.net`);
  const addresses = route === 'relay' ? ['127.0.0.1'] : hosts.map(({ address }) => address);
  const { port, faults, close } = await startSmartSink({ seed, logFile, addresses });
  if (route === 'relay') {
    const env = { DELIVERY_MODE: 'relay', RELAY_URL: `smtp://127.0.0.1:${port}`, ...relayLimits };
    return { env, domains, faults, close: async () => close() };
  }
  const names = await startNameServer(zoneOf(domains));
  return {
    env: { DELIVERY_MODE: 'mx', DNS_SERVERS: names.address, MX_PORT: String(port), ALLOW_PRIVATE_MX: '1', ...mxLimits },
    domains,
    faults,
    async close() {
      close();
      await names.close();
    },
  };
}

/** A stall holds a connection for all of its time. */
const relayLimits = { RELAY_CONNECTIONS: '40' };

const mxLimits = {
  HELO_NAME: 'posthorn.example.com',
  POSTHORN_TEST_DNS_TIMEOUT_MS: '10000',
  POSTHORN_TEST_MX_PAUSE_MS: '1000',
  POSTHORN_TEST_MX_LONGEST_PAUSE_MS: '2000',
};

/** Two domains or three to a set of hosts; every third set has another host for when the best takes nothing. */
function zoneOf(domains: readonly string[]): Zone {
  const at = (index: number): string => hosts[index % hosts.length]?.name ?? '';
  const mailOf = (_domain: string, index: number) =>
    (index % hosts.length) % 3 === 0
      ? [[10, at(index)] as const, [20, at(index + 1)] as const]
      : [[10, at(index)] as const];
  return {
    ...Object.fromEntries(hosts.map(({ name, address }) => [name, { A: [address] }])),
    ...Object.fromEntries(domains.map((domain, index) => [domain, { MX: mailOf(domain, index) }])),
  };
}
