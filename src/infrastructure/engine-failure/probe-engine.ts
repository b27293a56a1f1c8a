import { readFile } from 'node:fs/promises';
import type { EngineFailure, EngineName } from '../../application/engines/engine-failure.js';
import { type Endpoint, probePort } from './probe-port.js';

export interface Servers {
  readonly engine: EngineName;
  readonly hosts: readonly { readonly host: string; readonly port: number }[];
  readonly tls: boolean;
  /** PEM file of the authorities; undefined: those that Node trusts. */
  readonly authorityFile: string | undefined;
  readonly clearGreeting?: string;
}

/** Why none of the servers can be talked to; undefined where one can, whatever it says then. */
export async function probeServers(servers: Servers): Promise<EngineFailure | undefined> {
  const { engine, hosts, tls, authorityFile, clearGreeting } = servers;
  const read = authorityFile === undefined ? undefined : await readFile(authorityFile).catch(() => null);
  if (read === null) return { engine, cause: 'authority-file-unreadable', place: null };
  let first: EngineFailure | undefined;
  for (const { host, port } of hosts) {
    const endpoint: Endpoint = { host, port, tls, authority: read, clearGreeting };
    const cause = await probePort(endpoint);
    if (cause === undefined) return undefined;
    first ??= { engine, cause, place: placeOf(host, port) };
  }
  return first;
}

export function placeOf(host: string, port: number): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** One server is named; of several it is not known which. */
export function onlyPlace(hosts: Servers['hosts']): string | null {
  const [host, another] = hosts;
  return host === undefined || another !== undefined ? null : placeOf(host.host, host.port);
}
