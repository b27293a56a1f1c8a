import { setMaxListeners } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import type { ReadStore } from '../../application/ports/read-store.js';
import type { AnyProjection } from '../../projections/shared/projection.js';
import type { FoldPorts } from './fold-page.js';
import type { Advance, ProjectionNotice, ProjectionReply, ProjectionRequest, ProjectionRequests } from './messages.js';
import { type RunnerTimings, runProjection } from './run-projection.js';

export interface ServeProjectionsOptions extends FoldPorts {
  readonly port: Pick<MessagePort, 'postMessage' | 'on' | 'close'>;
  readonly projections: readonly AnyProjection[];
  readonly readStore: ReadStore;
  readonly timingsOf?: (projection: string) => Partial<RunnerTimings>;
  /** After the last runner has ended: closes what the thread has opened. */
  readonly onClosed?: () => Promise<void>;
}

/** The thread's side: runs every projection, answers reads of their documents, and says how far they have come. */
export function serveProjections(options: ServeProjectionsOptions): void {
  const { port, readStore, projections } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  // Every projection waits for it.
  setMaxListeners(0, signal);
  const notify = (notice: ProjectionNotice): void => port.postMessage(notice);
  const failed = (source: string, error: unknown): void =>
    notify({ kind: 'failure', source, message: error instanceof Error ? error.message : String(error) });
  const announce = coalesced((advances) => notify({ kind: 'advanced', advances }));

  const runners = projections.map((projection) =>
    runProjection({
      ...options,
      projection,
      timings: options.timingsOf?.(projection.name) ?? {},
      signal,
      onAdvanced: (position, changed) => announce({ projection: projection.name, position, changed }),
      onFailure: (error) => failed(projection.name, error),
      onRebuild: (step) => notify({ kind: 'rebuild', step }),
    }),
  );

  const requests: ProjectionRequests = {
    checkpoint: (shape) => readStore.checkpoint(shape),
    get: (shape, id) => readStore.get(shape, id),
    getMany: (shape, ids) => readStore.getMany(shape, ids),
    list: (shape, query) => readStore.list(shape, query),
    count: (...counted) => readStore.count(...counted),
    tokens: (shape, query) => readStore.tokens(shape, query),
    status: () => Promise.all(runners.map((runner) => runner.status())),
    async close() {
      stopping.abort();
      await Promise.all(runners.map((runner) => runner.done));
      await readStore.close();
      await options.onClosed?.();
    },
  };
  port.on('message', (request: ProjectionRequest) => {
    void answer(requests, request).then((reply) => {
      port.postMessage(reply);
      if (request.name === 'close') port.close();
    });
  });
  notify({ kind: 'ready' });
}

async function answer(requests: ProjectionRequests, { id, name, args }: ProjectionRequest): Promise<ProjectionReply> {
  try {
    // The other side of the port is typed by the same interface.
    const method = requests[name] as (...args: readonly unknown[]) => Promise<unknown>;
    return { kind: 'reply', id, value: await method(...args) };
  } catch (error) {
    return { kind: 'refusal', id, message: error instanceof Error ? error.message : String(error) };
  }
}

/** One message for everything that advances in one turn of the event loop. */
function coalesced(send: (advances: readonly Advance[]) => void): (advance: Advance) => void {
  const pending = new Map<string, Advance>();
  let scheduled = false;
  return (advance) => {
    const changed = advance.changed || pending.get(advance.projection)?.changed === true;
    pending.set(advance.projection, { ...advance, changed });
    if (scheduled) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      const advances = [...pending.values()];
      pending.clear();
      send(advances);
    });
  };
}
