import { existsSync } from 'node:fs';
import { configOf, type Settings } from '../../../infrastructure/config/load.js';
import type { Config } from '../../../infrastructure/config/config.js';
import { isInUse, pathsIn } from '../../../infrastructure/data-dir/data-dir.js';
import { localUrlOf, readServerAddress } from '../../../infrastructure/data-dir/server-address.js';
import { Misused } from '../shared/outcome.js';
import { type Api, type ApiSettings, openApi } from './client.js';
import { ServerRefused, ServerUnavailable } from './failures.js';
import type { ServerOptions } from './server-options.js';

/**
 * `work` with the API of the server that options and settings name; where they name none, of the one that runs on
 * `DATA_DIR`, with a key that the folder itself gives.
 */
export async function withServer<Result>(
  settings: Settings,
  options: ServerOptions,
  work: (api: Api) => Promise<Result>,
): Promise<Result> {
  const api = openApi(await whereToAsk(settings, options));
  try {
    return await work(api);
  } finally {
    await api.close();
  }
}

async function whereToAsk(settings: Settings, { url, keyFile, team }: ServerOptions): Promise<ApiSettings> {
  const given = { url: url ?? settings['POSTHORN_URL'], key: settings['POSTHORN_KEY'], keyFile };
  const hasKey = keyFile !== undefined || isGiven(given.key);
  if (hasKey && team !== undefined) throw new Misused('--team goes without a key: a key belongs to one team.');
  // A key that the folder gives opens everything here, and goes to no address that somebody typed.
  if (isGiven(given.url)) return given;
  const config = configOf(settings);
  const local = { ...given, url: addressOf(config) };
  if (hasKey) return local;
  const { operatorKey } = await import('./operator-key.js');
  return { ...local, key: await operatorKey(config, team) };
}

/** Throws {@link ServerUnavailable} where no server runs here: the port may be another program's then. */
function addressOf({ dataDir, engines, host, port }: Config): string {
  if (engines === null && !existsSync(pathsIn(dataDir).eventLog)) {
    throw new ServerRefused(
      `No server is named. There is no Posthorn installation in ${dataDir} (DATA_DIR) either: set POSTHORN_URL and POSTHORN_KEY, or DATA_DIR to the folder of a server that runs here.`,
    );
  }
  if (engines === null && !isInUse(dataDir)) {
    throw new ServerUnavailable(
      `No server runs on ${dataDir} (DATA_DIR). Start it with \`posthorn serve\`, or name another one with POSTHORN_URL and POSTHORN_KEY.`,
    );
  }
  const address = readServerAddress(dataDir)?.url;
  if (address !== undefined) return address;
  if (port === 0) throw new ServerUnavailable(`The server on ${dataDir} is starting. Run the command again.`);
  return localUrlOf(host, port);
}

const isGiven = (text: string | undefined): text is string => text !== undefined && text.trim() !== '';
