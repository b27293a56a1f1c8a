import { largestBodyBytes } from '../../system/memory-limits.js';
import type { CollectFault } from './collect-bytes.js';
import { ApiError, invalid, unavailable } from './errors/api-error.js';
import type { BodyPace } from './incoming-body.js';

/** Bodies of requests without a key or a session are no longer. */
export const maxKeylessBytes = 64 * 1024;

/** A form has no more of them, whatever they are. */
export const mostParts = 20;

/** How long a client is asked to wait while other requests hold the memory. */
const retryAfterSeconds = 5;

export interface RefusedBody {
  readonly maxBytes: number;
  readonly announcedBytes: number;
  readonly pace: BodyPace;
}

/** What a body is answered that was not taken. */
export function bodyError(fault: CollectFault, { maxBytes, announcedBytes, pace }: RefusedBody): ApiError {
  switch (fault) {
    case 'too-large':
      return tooLarge(maxBytes, announcedBytes);
    case 'too-slow':
      return tooSlow(pace);
    case 'not-now':
      return tooMuchAtOnce();
  }
}

/** Where it is the machine that sets the limit, the message says what its operator can do. */
function tooLarge(maxBodyBytes: number, announcedBytes: number): ApiError {
  const isForMemory = maxBodyBytes > maxKeylessBytes && maxBodyBytes < largestBodyBytes;
  const message =
    isForMemory && announcedBytes <= largestBodyBytes
      ? `The request body is too large for the memory of this server. It holds at most ${maxBodyBytes} bytes here; with more memory (MEMORY_MEGABYTES) it holds up to ${largestBodyBytes}.`
      : `The request body is too large. It holds at most ${maxBodyBytes} bytes.`;
  return new ApiError(413, 'validation_error', message);
}

export function tooSlow({ minBytesPerSecond }: BodyPace): ApiError {
  const message = `The request body came too slowly. It must come with at least ${minBytesPerSecond} bytes a second.`;
  return new ApiError(408, 'validation_error', message, { connection: 'close' });
}

export function tooMuchAtOnce(): ApiError {
  return unavailable('The service holds too many large requests right now. Try again later.', retryAfterSeconds);
}

export function tooManyParts(): ApiError {
  return invalid(`The form has too many parts. It may have at most ${mostParts}.`);
}
