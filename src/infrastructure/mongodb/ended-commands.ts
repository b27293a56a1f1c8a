import { MongoNetworkTimeoutError } from 'mongodb';
import { Connection } from 'mongodb/lib/cmap/connection.js';
import { withTimeout } from '../../application/shared/timeout.js';

/** Beyond the driver's own limit for an answer, which is the better one where it works: it knows when bytes move. */
const marginMs = 1_000;

/**
 * An event of the driver's own, which it passes on from a connection to its client, here with the name of the command
 * alone. The driver's own monitoring would make an object of each whole answer, bodies and all, a second time.
 */
export const commandBegins = 'commandStarted';

let guarded = false;

/**
 * Closes a way in which the driver (7.8.0) waits for ever. Between the server's end of a connection and the socket's
 * `close` event a command is written to a socket that is no more; the driver waits for its `drain`, which never comes,
 * and a socket that is no more has no timeout either. So what is being written ends with its connection. The driver's
 * own look-out for the server is such a command: without this, one that hangs means that no server is ever found again.
 *
 * And whatever else may hang, a command ends soon after the limit that it was given.
 */
export function guardCommands(): void {
  if (guarded) return;
  guarded = true;
  const connection = Connection.prototype;
  const { writeCommand, command } = connection;
  connection.writeCommand = function (...args) {
    return untilClosed(this, writeCommand.apply(this, args));
  };
  connection.command = function (...args) {
    this.emit(commandBegins, Object.keys(args[1])[0]);
    const limitMs = args[2]?.socketTimeoutMS ?? this.socketTimeoutMS;
    const answer = command.apply(this, args);
    if (limitMs <= 0) return answer;
    const lateMs = limitMs + marginMs;
    return withTimeout(lateMs, answer, () => {
      const error = new MongoNetworkTimeoutError(`no answer within ${lateMs} ms`);
      this.onError(error);
      return error;
    });
  };
}

function untilClosed(connection: Connection, writing: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const onClose = (): void => reject(connection.error ?? new Error('the connection was closed'));
    connection.once('close', onClose);
    const settled = (): void => void connection.off('close', onClose);
    writing.then(resolve, reject).then(settled, settled);
  });
}
