import { ErrorType, isCommandError } from '@eventstore/db-client';

/** What the server refused permanently, or how it ended a stream; undefined: the outcome of the call is not known. */
export type Refusal = 'wrong-revision' | 'stream-deleted' | 'stream-not-found' | 'too-large' | 'dropped';

export function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof Error) || !isCommandError(error)) return undefined;
  switch (error.type) {
    case ErrorType.WRONG_EXPECTED_VERSION:
      return 'wrong-revision';
    case ErrorType.STREAM_DELETED:
      return 'stream-deleted';
    case ErrorType.STREAM_NOT_FOUND:
      return 'stream-not-found';
    case ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED:
      return 'too-large';
    // "Consumer too slow": how servers before 24.2 end a live subscription under a burst.
    case ErrorType.TIMEOUT:
      return 'dropped';
    default:
      return undefined;
  }
}
