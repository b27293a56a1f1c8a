import type { Principal } from '../../application/shared/context.js';
import type { AnsweredRequest, RequestDetail } from '../../domain/request-log/events.js';
import { lineOf, type Reply } from './replies.js';

/** Where finished sessions go, beside the answered requests of the REST API. */
export interface SessionRecorder {
  note(teamId: string, request: AnsweredRequest, detail: RequestDetail, bytes: number): void;
}

export interface SessionLogDependencies {
  readonly recorder: SessionRecorder;
  /** A UUIDv7. */
  readonly nextId: () => string;
  readonly nowMs: () => number;
}

/** What is told of the session beside its messages. */
export interface SessionFacts {
  readonly principal: Principal;
  /** What the client calls itself. */
  readonly helo: string;
  readonly listener: string;
  readonly protocol: string;
}

/** What became of the messages of one session. */
export interface SessionLog {
  /** The correlation id of a message that is accepted now: the id of the entry that will tell of it. */
  readonly entryId: () => string;
  readonly accepted: (facts: SessionFacts, emailId: string) => void;
  readonly refused: (facts: SessionFacts, reply: Reply) => void;
  /** The session has ended. Undefined: nobody had logged in, and it is nobody's entry. */
  readonly end: (facts: SessionFacts | undefined) => void;
}

/** A session that stays open for days is told in parts, so that its mails can be found meanwhile. */
const maxMessagesPerEntry = 100;
const hostLike = /^[\w.:[\]-]{1,255}$/;

/** Of a session's entry: `/smtp`, as if its messages were one batch. */
export const sessionEndpoint = '/smtp';

export function createSessionLog({ recorder, nextId, nowMs }: SessionLogDependencies): SessionLog {
  let entry = newEntry();
  let wroteEntry = false;

  function newEntry() {
    return {
      id: nextId(),
      startedAtMs: nowMs(),
      emailIds: [] as string[],
      errors: [] as { index: number; message: string }[],
      status: 200,
    };
  }

  function write({ principal, helo, listener, protocol }: SessionFacts): void {
    const { id, startedAtMs, emailIds, errors, status } = entry;
    const request: AnsweredRequest = {
      id,
      at: new Date(startedAtMs).toISOString(),
      apiKeyId: principal.apiKeyId,
      method: 'POST',
      endpoint: sessionEndpoint,
      status: emailIds.length > 0 ? 200 : status,
      durationMs: nowMs() - startedAtMs,
      emailIds,
    };
    const detail: RequestDetail = {
      userAgent: hostLike.test(helo) ? `${protocol} ${helo}` : protocol,
      requestBody: { listener, protocol },
      responseBody: errors.length > 0 ? { errors } : null,
    };
    const bytes = Buffer.byteLength(JSON.stringify(detail));
    recorder.note(principal.teamId, request, detail, bytes);
    wroteEntry = true;
    entry = newEntry();
  }

  function noted(facts: SessionFacts): void {
    if (entry.emailIds.length + entry.errors.length >= maxMessagesPerEntry) write(facts);
  }

  return {
    entryId: () => entry.id,
    accepted(facts, emailId) {
      entry.emailIds.push(emailId);
      noted(facts);
    },
    refused(facts, reply) {
      entry.errors.push({ index: entry.emailIds.length + entry.errors.length, message: lineOf(reply) });
      entry.status = reply.status;
      noted(facts);
    },
    end(facts) {
      if (facts === undefined) return;
      const empty = entry.emailIds.length + entry.errors.length === 0;
      if (!empty || !wroteEntry) write(facts);
    },
  };
}
