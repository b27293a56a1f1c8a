import type { DomainEvent } from '../../domain/shared/decider.js';
import { type Kid, plain } from '../../domain/shared/personal.js';
import type {
  AnswerHeaders,
  WebhookAttempt,
  WebhookAttempted,
  WebhookProgressed,
  WebhookTest,
} from '../../domain/webhook/log-events.js';
import type { RequestContext } from '../shared/context.js';
import type { HourKeys, HourlyEvent, HourlyPorts } from '../shared/hourly-stream.js';
import { HourlyWriter } from '../shared/hourly-writer.js';

/** What happened meanwhile shares one append. */
const collectMs = 100;
/** What an attempt takes beside its answer. */
const attemptBytes = 700;

type Entry =
  | {
      readonly kind: 'attempt';
      readonly teamId: string;
      readonly attempt: WebhookAttempt;
      readonly answer: string;
      readonly headers: AnswerHeaders;
    }
  | {
      readonly kind: 'test';
      readonly teamId: string;
      readonly context: RequestContext;
      readonly test: WebhookTest;
      readonly answer: string;
    }
  | { readonly kind: 'dropped'; readonly teamId: string; readonly messageId: string }
  | { readonly kind: 'progress'; readonly teamId: null; readonly data: WebhookProgressed['data'] };

interface Waiting {
  readonly entry: Entry;
  readonly settle: (isWritten: boolean) => void;
}

/**
 * What was sent to endpoints, written behind as the request log is: the same hourly streams, keys and retention. Unlike
 * a request, an attempt is waited for: who made it learns whether it is in the log, and makes it again where it is not.
 */
export class WebhookLog {
  private readonly writer: HourlyWriter<Waiting>;

  constructor(ports: HourlyPorts, onFailure: (error: unknown) => void) {
    this.writer = new HourlyWriter(ports, {
      category: 'webhooklog',
      collectMs,
      bytesOf: ({ entry }) => sizeOf(entry),
      eventsOf: (waiting, keys, correlationId) =>
        eventsOf(
          waiting.map(({ entry }) => entry),
          keys,
          correlationId,
        ),
      onEnd(waiting, isWritten) {
        for (const { settle } of waiting) settle(isWritten);
      },
      onFailure,
    });
  }

  /** True once it is in the log; false: it never will be. */
  attempted(teamId: string, attempt: WebhookAttempt, answer: string, headers: AnswerHeaders = []): Promise<boolean> {
    return this.add({ kind: 'attempt', teamId, attempt, answer, headers });
  }

  /** Records a sample that was sent on request. */
  tested(context: RequestContext, test: WebhookTest, answer: string): Promise<boolean> {
    return this.add({ kind: 'test', teamId: context.teamId, context, test, answer });
  }

  /** The message waits for no further attempt. */
  dropped(teamId: string, messageId: string): Promise<boolean> {
    return this.add({ kind: 'dropped', teamId, messageId });
  }

  progressed(data: WebhookProgressed['data']): Promise<boolean> {
    return this.add({ kind: 'progress', teamId: null, data });
  }

  /** Writes what is left; what cannot be written in time is lost. */
  stop(): Promise<void> {
    return this.writer.stop();
  }

  private add(entry: Entry): Promise<boolean> {
    return new Promise((settle) => this.writer.add({ entry, settle }));
  }
}

async function eventsOf(
  entries: readonly Entry[],
  keys: HourKeys,
  correlationId: string,
): Promise<readonly HourlyEvent[]> {
  const written: HourlyEvent[] = [];
  const write = (teamId: string | null, event: DomainEvent): void => {
    written.push({ event, context: { teamId, actor: { kind: 'system', id: 'webhooks' }, correlationId } });
  };
  for (const teamId of new Set(entries.map((entry) => entry.teamId))) {
    const own = entries.filter((entry) => entry.teamId === teamId);
    const attempts = own.flatMap((entry) => (entry.kind === 'attempt' ? [entry] : []));
    if (attempts.length > 0) write(teamId, attemptedEvent(attempts, await keys.of(teamId)));
    for (const entry of own) {
      if (entry.kind !== 'test') continue;
      const answer = plain(await keys.of(teamId), entry.answer);
      written.push({ event: { type: 'WebhookTested', data: { test: entry.test, answer } }, context: entry.context });
    }
    const messageIds = own.flatMap((entry) => (entry.kind === 'dropped' ? [entry.messageId] : []));
    if (messageIds.length > 0) write(teamId, { type: 'WebhookMessagesDropped', data: { messageIds } });
  }
  // Retention finds an hour by its keys.
  if (keys.isEmpty) await keys.of(null);
  // Behind the attempts that they rest on.
  for (const entry of entries) {
    if (entry.kind === 'progress') write(null, { type: 'WebhookProgressed', data: entry.data });
  }
  return written;
}

function attemptedEvent(made: readonly Extract<Entry, { kind: 'attempt' }>[], kid: Kid): WebhookAttempted {
  const attempts = made.map(({ attempt }) => attempt);
  const [answers, answerHeaders] = [made.map(({ answer }) => answer), made.map(({ headers }) => headers)];
  const data = { attempts, answers: plain(kid, answers), answerHeaders: plain(kid, answerHeaders) };
  return { type: 'WebhookAttempted', data };
}

function sizeOf(entry: Entry): number {
  // As JSON: a control character takes six bytes.
  if (entry.kind === 'attempt') return attemptBytes + Buffer.byteLength(JSON.stringify([entry.answer, entry.headers]));
  if (entry.kind === 'test') return attemptBytes + Buffer.byteLength(JSON.stringify(entry.answer));
  return entry.kind === 'progress' ? JSON.stringify(entry.data).length : 50;
}
