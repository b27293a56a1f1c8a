import { type Db, MongoClient, MongoCompatibilityError, MongoServerError, MongoServerSelectionError } from 'mongodb';
import type { EngineFailure, EngineFailureCause } from '../../application/engines/engine-failure.js';
import { onlyPlace, probeServers, type Servers } from '../engine-failure/probe-engine.js';

const engine = 'MONGODB_URL';
const defaultPort = 27_017;
const authenticationFailed: readonly unknown[] = [18, 8_000];
const unauthorized = 13;
const notWritable: readonly unknown[] = [10_107, 13_435];

/** Why a connection to this address failed with this error. Asks the servers again where the error does not say it. */
export async function whyMongodbFailed(url: string, error: unknown): Promise<EngineFailure> {
  const address = read(url);
  if (address === undefined) return { engine, cause: 'address-malformed', place: null };
  const { servers, hasUser, srvHost } = address;
  const place = onlyPlace(servers.hosts);
  const known = causeOf(error, hasUser);
  if (known !== undefined) return { engine, cause: known, place };
  if (srvHost !== undefined) return { engine, cause: isNameError(error) ? 'name-not-found' : 'other', place: srvHost };
  const found = await probeServers(servers);
  return found ?? { engine, cause: causeOfSelection(error), place };
}

interface Address {
  readonly servers: Servers;
  readonly hasUser: boolean;
  /** The servers' names are asked of DNS. */
  readonly srvHost: string | undefined;
}

function read(url: string): Address | undefined {
  try {
    const { hosts, tls, tlsCAFile, credentials, srvHost } = new MongoClient(url).options;
    return {
      servers: {
        engine,
        hosts: hosts.flatMap(({ host, port }) => (host === undefined ? [] : [{ host, port: port ?? defaultPort }])),
        tls,
        authorityFile: tlsCAFile,
      },
      hasUser: credentials !== undefined,
      srvHost,
    };
  } catch {
    return undefined;
  }
}

function causeOf(error: unknown, hasUser: boolean): EngineFailureCause | undefined {
  if (error instanceof MongoCompatibilityError) return 'too-old';
  if (!(error instanceof MongoServerError)) return undefined;
  if (authenticationFailed.includes(error.code)) return 'credentials-refused';
  if (notWritable.includes(error.code)) return 'read-only';
  if (error.code !== unauthorized) return undefined;
  return hasUser ? 'no-right' : 'credentials-needed';
}

/** The servers answer, and none of them does for the work. */
function causeOfSelection(error: unknown): EngineFailureCause {
  if (!(error instanceof MongoServerSelectionError)) return 'other';
  const servers = [...(error.reason?.servers.values() ?? [])];
  if (servers.some((server) => server.error instanceof MongoCompatibilityError)) return 'too-old';
  const types = servers.map(({ type }) => type as string);
  if (types.some((type) => /^RS(Secondary|Arbiter|Other)$/.test(type))) return 'no-leader';
  return 'silent';
}

function isNameError(error: unknown): boolean {
  return error instanceof Error && /ENOTFOUND|ENODATA|ETIMEOUT|EREFUSED|ESERVFAIL/.test(`${error.message}`);
}

interface ConnectionStatus {
  readonly authInfo?: { readonly authenticatedUserRoles?: readonly { readonly role: string; readonly db: string }[] };
}

/** Whether the user has a role beside `readWrite` on this database; null where the server asks for no user. */
export async function mongodbUserHasSpareRights(database: Db): Promise<boolean | null> {
  const { authInfo } = (await database.command({ connectionStatus: 1 })) as ConnectionStatus;
  const roles = authInfo?.authenticatedUserRoles ?? [];
  if (roles.length === 0) return null;
  return roles.some(({ role, db }) => role !== 'readWrite' || db !== database.databaseName);
}
