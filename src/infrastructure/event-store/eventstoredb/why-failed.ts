import { ErrorType } from '@eventstore/db-client';
import type { EngineFailure, EngineFailureCause } from '../../../application/engines/engine-failure.js';
import { onlyPlace, placeOf, probeServers, type Servers } from '../../engine-failure/probe-engine.js';
import { openConnection } from './client.js';
import { clientConnectionString } from './connection-string.js';
import { within } from './deadline.js';
import { membersOf } from './members.js';
import { TooOldServer } from './wire-record.js';

const engine = 'EVENTSTOREDB_URL';
const defaultPort = 2_113;
const gossipMs = 3_000;
/** gRPC. */
const [permissionDenied, unauthenticated, unimplemented] = [7, 16, 12];

/** Why a call to this address failed with this error. Asks the servers again where the error does not say it. */
export async function whyEventStoreDbFailed(url: string, error: unknown): Promise<EngineFailure> {
  const address = read(url);
  if (address === undefined) return { engine, cause: 'address-malformed', place: null };
  const { servers, hasUser } = address;
  const place = onlyPlace(servers.hosts);
  const known = causeTold(rootOf(error), hasUser);
  if (known !== undefined) return { engine, cause: known, place };
  return (await probeServers(servers)) ?? (await whyNoLeader(url, servers)) ?? { engine, cause: 'silent', place };
}

function read(url: string): { readonly servers: Servers; readonly hasUser: boolean } | undefined {
  try {
    const [beforeOptions = '', options = ''] = clientConnectionString(url).split('?');
    const [, authority = ''] = beforeOptions.split('://');
    const at = authority.lastIndexOf('@');
    const given = new Map([...new URLSearchParams(options)].map(([name, value]) => [name.toLowerCase(), value]));
    const hosts = authority
      .slice(at + 1)
      .replace(/\/.*$/, '')
      .split(',')
      .map(hostOf);
    const tls = given.get('tls') !== 'false';
    return { servers: { engine, hosts, tls, authorityFile: given.get('tlscafile') }, hasUser: at > 0 && tls };
  } catch {
    return undefined;
  }
}

function hostOf(text: string): { readonly host: string; readonly port: number } {
  const [, bracketed, plain, port] = /^(?:\[(.+)\]|([^:]+))(?::(\d+))?$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined) throw new Error('no host and port');
  return { host, port: port === undefined ? defaultPort : Number(port) };
}

function rootOf(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? rootOf(error.cause) : error;
}

function causeTold(error: unknown, hasUser: boolean): EngineFailureCause | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof TooOldServer) return 'too-old';
  if (error.message.startsWith('Failed to load certificate')) return 'authority-file-unreadable';
  const { code, type } = error as { readonly code?: unknown; readonly type?: unknown };
  const isDenied = type === ErrorType.ACCESS_DENIED || code === permissionDenied || code === unauthenticated;
  if (isDenied && !hasUser) return 'credentials-needed';
  if (code === unauthenticated) return 'credentials-refused';
  if (isDenied) return 'no-right';
  return code === unimplemented ? 'too-old' : undefined;
}

/** Undefined: there is one that can be reached. */
async function whyNoLeader(url: string, servers: Servers): Promise<EngineFailure | undefined> {
  const connection = openConnection(url);
  try {
    const members = await within(gossipMs, membersOf(connection.client));
    const leader = members.find(({ leads }) => leads)?.place;
    if (leader === undefined) return { engine, cause: 'no-leader', place: null };
    const isSameAs = ({ host, port }: typeof leader) => host === leader.host && port === leader.port;
    const found = servers.hosts.some(isSameAs) ? undefined : await probeServers({ ...servers, hosts: [leader] });
    // The address names a member that cannot lead, and the one that does is out of reach.
    const named = members.find(({ place }) =>
      servers.hosts.some((host) => placeOf(host.host, host.port) === placeOf(place.host, place.port)),
    );
    return found !== undefined && named?.isReadOnly === true
      ? { engine, cause: 'read-only', place: placeOf(named.place.host, named.place.port) }
      : found;
  } catch (error) {
    // Discovery finds no member to ask: none is a leader or follows one.
    const isUndiscovered = error instanceof Error && error.message.startsWith('Failed to discover');
    return isUndiscovered ? { engine, cause: 'no-leader', place: null } : undefined;
  } finally {
    await connection.close();
  }
}
