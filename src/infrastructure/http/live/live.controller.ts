import { Controller, Inject, type OnModuleDestroy, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { WatchChanges, type WatchChangesResult } from '../../../application/live/watch-changes.js';
import { callerOf, personOf } from '../edge/access.js';
import { sessionTokenOf } from '../edge/cookies.js';
import { ApiError } from '../edge/errors/api-error.js';
import { HTTP_OPTIONS, type HttpOptions } from '../edge/http-options.js';
import { closedSignal } from '../edge/left.js';
import { Answers } from '../openapi/operation.js';
import { ChangeStream, eventStream } from './change-stream.js';
import * as operations from './live.operations.js';

/** Streams of one person, in this process: a browser opens no more than six to one server. */
const mostStreams = 12;

@Controller()
export class LiveController implements OnModuleDestroy {
  /** By person. */
  private readonly open = new Map<string, Set<ChangeStream>>();

  constructor(
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(HTTP_OPTIONS) private readonly options: HttpOptions,
  ) {}

  @Answers(operations.watchChanges)
  async watch(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { teamId } = callerOf(request).context;
    const { userId } = personOf(request);
    const stream = new ChangeStream(() => this.isInForce(request, teamId));
    // Before anything is waited for: those that come meanwhile find the place taken, and who leaves meanwhile gives it
    // back.
    const giveBack = this.takePlace(userId, stream);
    const closed = closedSignal(reply);
    let stop: WatchChangesResult | undefined;
    const leave = (): void => {
      stop?.();
      stream.close();
      giveBack();
    };
    closed.addEventListener('abort', leave);
    try {
      stop = await this.queries.execute(WatchChanges({ teamId, onChange: (subject) => stream.note(subject) }));
    } catch (error) {
      leave();
      throw error;
    }
    // From here on the answer is the stream's: what was set for it goes first.
    reply.hijack();
    const head = { ...plainHeaders(reply), 'content-type': eventStream, 'x-accel-buffering': 'no' };
    if (closed.aborted) return leave();
    reply.raw.writeHead(200, head);
    stream.begin(reply.raw);
  }

  private takePlace(userId: string, stream: ChangeStream): () => void {
    const ofPerson = this.open.get(userId) ?? new Set();
    if (ofPerson.size >= mostStreams) {
      throw new ApiError(429, 'rate_limit_exceeded', 'Too many pages of this person are open.');
    }
    this.open.set(userId, ofPerson.add(stream));
    return () => {
      ofPerson.delete(stream);
      if (ofPerson.size === 0 && this.open.get(userId) === ofPerson) this.open.delete(userId);
    };
  }

  /** A server that stops does not wait for pages to be closed. */
  onModuleDestroy(): void {
    for (const streams of this.open.values()) for (const stream of streams) stream.end();
  }

  private async isInForce(request: FastifyRequest, teamId: string): Promise<boolean> {
    const token = sessionTokenOf(request, this.options.publicUrl);
    const signedIn = token === null ? undefined : await this.options.people?.resolve(token);
    return signedIn !== undefined && signedIn.teamId === teamId && signedIn.role !== null;
  }
}

function plainHeaders(reply: FastifyReply): Record<string, string> {
  const entries = Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  );
  return Object.fromEntries(entries);
}
