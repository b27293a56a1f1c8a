import { installation } from '../../domain/installation/installation.js';
import { installationStream } from '../../domain/shared/stream-name.js';
import { load, type LogPorts } from '../shared/handle.js';
import { untilSaid } from './until-said.js';

/** Resolves as soon as the log says that the installation lives on other engines: true; false where `signal` aborts before. */
export function untilMovedAway(
  ports: LogPorts,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
): Promise<boolean> {
  const isSo = async (): Promise<boolean> => {
    const { state } = await load(ports, installation, installationStream);
    return state.status === 'created' && state.movedAway !== null;
  };
  return untilSaid(ports, { type: 'InstallationMovedAway', isSo }, signal, onFailure);
}
