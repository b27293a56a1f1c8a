import { installation } from '../../domain/installation/installation.js';
import { installationStream } from '../../domain/shared/stream-name.js';
import { load, type LogPorts } from '../shared/handle.js';
import { waitForEvent } from './wait-for-event.js';

/**
 * Resolves as soon as the log says that the installation lives on other engines: true; false where `signal` aborts
 * before.
 */
export function untilMovedAway(
  ports: LogPorts,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
): Promise<boolean> {
  const isSo = async (): Promise<boolean> => {
    const { state } = await load(ports, installation, installationStream);
    return state.status === 'created' && state.movedAway !== null;
  };
  return waitForEvent(ports, { type: 'InstallationMovedAway', isSo }, signal, onFailure);
}
