import { convertToCommandError, MaxAppendSizeExceededError } from '@eventstore/db-client';
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import { NotHandled } from './log-away.js';
import { nameJson } from './wire-event.js';

/** The stream of messages that all appends of one connection share; what is wrapped of it. */
export interface BatchCall {
  write(request: BatchAppendReq, ...rest: unknown[]): boolean;
  listeners(event: 'data' | 'error'): unknown[];
  removeAllListeners(event: 'data' | 'error'): unknown;
  on(event: 'data', listener: (answer: BatchAppendResp) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

type CorrelationId = ReturnType<BatchAppendReq['getCorrelationId']>;

/**
 * The client (6.2.1) keeps the waiting appends of all its streams in one place, for the whole process. The error of one
 * stream ends those of every other one too, and an answer that comes afterwards finds no append: it throws in an event
 * listener, which ends the process. So here each stream knows its own. An answer without a waiting append is dropped
 * and counted.
 *
 * And nothing waits for room in the stream: what does when it breaks is rejected without a handler. The callers' own
 * deadline bounds what lies in it.
 */
export function guardBatchStream(call: BatchCall, onStrayAnswer: () => void): BatchCall {
  const waiting = new Map<string, CorrelationId>();
  // The client has put one there before anybody else could.
  const settle = call.listeners('data')[0] as (answer: unknown) => void;
  let ended: Error | undefined;

  function fail(correlationId: CorrelationId, error: Error): void {
    waiting.delete(idText(correlationId));
    settle(failure(correlationId, error));
  }

  const write = call.write.bind(call);
  call.write = (request, ...rest) => {
    nameJson(request);
    const correlationId = request.getCorrelationId();
    waiting.set(idText(correlationId), correlationId);
    // It was taken from the cache right before it broke.
    if (ended !== undefined) fail(correlationId, ended);
    else write(request, ...rest);
    return true;
  };
  call.removeAllListeners('data');
  call.on('data', (answer) => {
    if (!waiting.delete(idText(answer.getCorrelationId()))) return onStrayAnswer();
    const notHandled = whyNotHandled(answer);
    try {
      settle(notHandled === undefined ? answer : failure(answer.getCorrelationId(), new NotHandled(notHandled)));
    } catch {
      // It lacks what every answer has. The append that waits for it has a deadline.
      onStrayAnswer();
    }
  });
  call.removeAllListeners('error');
  call.on('error', (error) => {
    ended = asCommandError(error);
    for (const correlationId of [...waiting.values()]) fail(correlationId, ended);
  });
  return call;
}

/** Whatever the server calls it. */
function asCommandError(error: Error): Error {
  try {
    return convertToCommandError(error);
  } catch {
    // The client expects more of an error than it holds, such as the leader's address.
    return error;
  }
}

const nothing = 'google.protobuf.Empty';

/**
 * A member that knows of no leader says so inside an answer, with nothing in its details, where every other refusal has
 * some.
 */
function whyNotHandled(answer: BatchAppendResp): string | undefined {
  const refusal = answer.hasError() ? answer.getError() : undefined;
  return refusal?.getDetails()?.getTypeName() === nothing ? refusal.getMessage() : undefined;
}

/** As both sides write it: text, or two numbers. */
export function idText(id: CorrelationId): string {
  if (id === undefined) return '';
  const structured = id.getStructured();
  if (structured === undefined) return id.getString();
  const half = (bits: string): string => BigInt.asUintN(64, BigInt(bits)).toString(16).padStart(16, '0');
  const digits = `${half(structured.getMostSignificantBits())}${half(structured.getLeastSignificantBits())}`;
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** An answer as the client's listener reads it. It ends one append; the error travels where a refusal has its limit. */
function failure(correlationId: CorrelationId, error: Error) {
  const details = {
    getTypeName: () => 'event_store.client.MaximumAppendSizeExceeded',
    unpack: () => ({ getMaxappendsize: () => error }),
  };
  return {
    getCorrelationId: () => correlationId,
    hasError: () => true,
    getError: () => ({ getDetails: () => details }),
    getStreamIdentifier: () => ({ getStreamName: () => '' }),
  };
}

/** What a stream ended with, where that is how an append failed; the append's own error otherwise. */
export function failureOf(error: unknown): unknown {
  const carried: unknown = error instanceof MaxAppendSizeExceededError ? error.maxAppendSize : undefined;
  return carried instanceof Error ? carried : error;
}
