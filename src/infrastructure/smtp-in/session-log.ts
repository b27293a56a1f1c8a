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

/** What is recorded of the session beside its messages. */
export interface SessionFacts {
  readonly principal: Principal;
  /** What the client calls itself. */
  readonly helo: string;
  readonly listener: string;
  readonly protocol: string;
}

/** A session that stays open for days is recorded in parts, so that its mails can be found meanwhile. */
const maxMessagesPerEntry = 100;
const hostLike = /^[\w.:[\]-]{1,255}$/;

/** Endpoint of a session's entry, as if its messages were one batch. */
const sessionEndpoint = '/smtp';

/** What became of the messages of one session. */
export class SessionLog {
  #entry: Entry;
  #wroteEntry = false;

  constructor(private readonly dependencies: SessionLogDependencies) {
    this.#entry = this.#newEntry();
  }

  /** The correlation id of a message that is accepted now: the id of the entry that will list it. */
  entryId(): string {
    return this.#entry.id;
  }

  accepted(facts: SessionFacts, emailId: string): void {
    this.#entry.emailIds.push(emailId);
    this.#noted(facts);
  }

  refused(facts: SessionFacts, reply: Reply): void {
    const { emailIds, errors } = this.#entry;
    errors.push({ index: emailIds.length + errors.length, message: lineOf(reply) });
    this.#entry.status = reply.status;
    this.#noted(facts);
  }

  /** The session has ended. Undefined when it never logged in, so that no team has an entry of it. */
  end(facts: SessionFacts | undefined): void {
    if (facts === undefined) return;
    const empty = this.#entry.emailIds.length + this.#entry.errors.length === 0;
    if (!empty || !this.#wroteEntry) this.#write(facts);
  }

  #newEntry(): Entry {
    return {
      id: this.dependencies.nextId(),
      startedAtMs: this.dependencies.nowMs(),
      emailIds: [],
      errors: [],
      status: 200,
    };
  }

  #noted(facts: SessionFacts): void {
    if (this.#entry.emailIds.length + this.#entry.errors.length >= maxMessagesPerEntry) this.#write(facts);
  }

  #write({ principal, helo, listener, protocol }: SessionFacts): void {
    const { recorder, nowMs } = this.dependencies;
    const { id, startedAtMs, emailIds, errors, status } = this.#entry;
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
    this.#wroteEntry = true;
    this.#entry = this.#newEntry();
  }
}

interface Entry {
  readonly id: string;
  readonly startedAtMs: number;
  readonly emailIds: string[];
  readonly errors: { readonly index: number; readonly message: string }[];
  status: number;
}
