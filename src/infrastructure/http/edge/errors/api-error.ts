import type { SecurityEvent } from '../../../security/security-events.js';
import type { ErrorName } from './error-names.js';

/** An event and why: a code from our own lists, never what was tried. */
export interface SecurityNote {
  readonly event: SecurityEvent;
  readonly reason: string;
}

/** What every answer that is not a success says, in this order. */
export interface ErrorBody {
  readonly statusCode: number;
  readonly message: string;
  readonly name: ErrorName;
}

/**
 * An error without a stack: to note one takes longer than to refuse a wrong key, and it would say nothing that the
 * answer does not.
 */
class StacklessError extends Error {
  constructor(message: string) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** A request that is answered with an error the caller can act on. The message is shown as it is. */
export class ApiError extends StacklessError {
  constructor(
    readonly statusCode: number,
    readonly errorName: ErrorName,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }

  /** What the operator is to hear of it; undefined when the refusal is no attack. */
  security: SecurityNote | undefined;

  noting(event: SecurityEvent, reason: string): this {
    this.security = { event, reason };
    return this;
  }

  get body(): ErrorBody {
    return { statusCode: this.statusCode, message: this.message, name: this.errorName };
  }
}

export function invalid(message: string): ApiError {
  return new ApiError(422, 'validation_error', message);
}

export function forbidden(message: string): ApiError {
  return new ApiError(403, 'validation_error', message);
}

export function notFound(message: string): ApiError {
  return new ApiError(404, 'not_found', message);
}

/** The process or its engines cannot serve right now: the same request may be tried again. */
export function unavailable(message: string, retryAfterSeconds: number): ApiError {
  return new ApiError(503, 'application_error', message, { 'retry-after': String(retryAfterSeconds) });
}

/** A message about one item of a batch; indexes count from 0, as in `errors[]` of a permissive batch. */
export function atIndex(index: number, message: string): string {
  return `Email at index ${index}: ${message}`;
}
