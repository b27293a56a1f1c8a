import type { Socket } from 'node:net';

/** More than any answer that is kept takes. */
export class AnswerTooLong extends Error {
  readonly code = 'answer-too-long';
}

/**
 * Destroys the connection once an answer has taken so many bytes, whatever they are: hints before the answer and the extensions of chunks never get to
 * whoever counts a body, and reading them as fast as they come takes a core. An answer begins where something was written last.
 */
export function limitAnswers(socket: Socket, mostBytes: number): void {
  let bytes = 0;
  const write = socket.write.bind(socket);
  const read = socket.read.bind(socket);
  socket.write = ((...args: Parameters<Socket['write']>): boolean => {
    bytes = 0;
    return write(...args);
  }) as Socket['write'];
  socket.read = (size?: number): unknown => {
    // A socket without an encoding gives buffers.
    const chunk = read(size) as Buffer | null;
    bytes += chunk?.length ?? 0;
    if (bytes <= mostBytes) return chunk;
    socket.destroy(new AnswerTooLong());
    return null;
  };
}
