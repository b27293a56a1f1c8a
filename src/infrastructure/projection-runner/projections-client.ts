import type {
  DocumentShape,
  ListPage,
  ListQuery,
  ReadStoreReader,
  StoredDocument,
} from '../../application/ports/read-store.js';
import { unreachable } from '../../domain/shared/decider.js';
import type { Position } from '../../domain/shared/recorded.js';
import { shapeOf } from './fold-page.js';
import type {
  Advance,
  ProjectionNotice,
  ProjectionReply,
  ProjectionRequest,
  ProjectionRequests,
  RequestName,
} from './messages.js';
import { Progress } from './progress.js';
import type { RebuildStep } from './rebuild-watch.js';
import type { ProjectionStatus } from './run-projection.js';

/** The projections as another thread sees them. */
export interface Projections {
  /** Reads happen in the projections' thread: a long list does not hold up the caller's event loop. */
  readonly readStore: ReadStoreReader;
  /** True as soon as the projection contains everything up to `position`; false when that takes longer. */
  whenProcessed(projection: string, position: Position, timeoutMs: number): Promise<boolean>;
  /** Called after documents of the projection have changed. Answers how to stop listening. */
  onAdvanced(projection: string, listener: (position: Position) => void): () => void;
  status(): Promise<readonly ProjectionStatus[]>;
  /** The orderly end: what is being written is written, and the files are closed. */
  close(): Promise<void>;
}

/** The thread is not there (any more). */
class ProjectionsGone extends Error {
  readonly code = 'projections-gone';
}

/** The asking end of a line to `serveProjections`. */
export interface RequestPort {
  postMessage(message: ProjectionRequest): void;
  on(event: 'message', listener: (message: ProjectionReply | ProjectionNotice) => void): unknown;
}

export interface ProjectionsClient {
  readonly projections: Projections;
  /** Every request still open, and every one from now on, fails. */
  abandon(reason: string): void;
}

export interface ClientListeners {
  readonly onReady?: () => void;
  readonly onFailure?: (source: string, message: string) => void;
  readonly onRebuild?: (step: RebuildStep) => void;
}

/** The asking side of `serveProjections`. */
export function connectProjections(
  port: RequestPort,
  { onReady, onFailure, onRebuild }: ClientListeners = {},
): ProjectionsClient {
  const requests = openRequests(port);
  const advances = followAdvances();
  port.on('message', (message) => {
    switch (message.kind) {
      case 'reply':
      case 'refusal':
        return requests.settle(message);
      case 'advanced':
        return advances.note(message.advances);
      case 'failure':
        return onFailure?.(message.source, message.message);
      case 'rebuild':
        return onRebuild?.(message.step);
      case 'ready':
        return onReady?.();
      default:
        return unreachable(message);
    }
  });
  const { call, abandon } = requests;
  const readStore: ReadStoreReader = {
    checkpoint: (shape) => call('checkpoint', shapeOf(shape)),
    // The thread answers documents of the shape that it is asked for.
    get: <Document extends object>(shape: DocumentShape<Document>, id: string) =>
      call('get', shapeOf(shape), id) as Promise<Document | undefined>,
    getMany: <Document extends object>(shape: DocumentShape<Document>, ids: readonly string[]) =>
      call('getMany', shapeOf(shape), ids) as Promise<ReadonlyMap<string, StoredDocument<Document>>>,
    list: <Document extends object>(shape: DocumentShape<Document>, query: ListQuery) =>
      call('list', shapeOf(shape), query) as Promise<ListPage<Document>>,
    count: (shape, ...counted) => call('count', shapeOf(shape), ...counted),
    tokens: (shape, query) => call('tokens', shapeOf(shape), query),
  };
  const { whenProcessed, onAdvanced } = advances;
  const projections = {
    readStore,
    whenProcessed,
    onAdvanced,
    status: () => call('status'),
    close: () => call('close'),
  };
  return { projections, abandon };
}

/** Requests that wait for their answers. */
function openRequests(port: Pick<RequestPort, 'postMessage'>) {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let nextId = 0;
  let gone: Error | undefined;
  return {
    call<Name extends RequestName>(name: Name, ...args: Parameters<ProjectionRequests[Name]>) {
      return new Promise<unknown>((resolve, reject) => {
        if (gone !== undefined) {
          reject(gone);
          return;
        }
        const id = nextId++;
        waiting.set(id, { resolve, reject });
        port.postMessage({ id, name, args });
        // The thread answers each name with what the interface promises for it.
      }) as ReturnType<ProjectionRequests[Name]>;
    },
    settle(reply: ProjectionReply): void {
      const open = waiting.get(reply.id);
      waiting.delete(reply.id);
      if (reply.kind === 'reply') open?.resolve(reply.value);
      else open?.reject(new Error(reply.message));
    },
    abandon(reason: string): void {
      gone ??= new ProjectionsGone(reason);
      for (const { reject } of waiting.values()) reject(gone);
      waiting.clear();
    },
  };
}

/** Kept on this side, so that waiting for a projection costs no messages. */
function followAdvances() {
  const progressOf = kept(() => new Progress());
  const listenersOf = kept(() => new Set<(position: Position) => void>());
  return {
    note(advances: readonly Advance[]): void {
      for (const { projection, position, changed } of advances) {
        progressOf(projection).advance(position);
        if (changed) for (const listener of listenersOf(projection)) listener(position);
      }
    },
    whenProcessed: (projection: string, ...wait: Parameters<Progress['whenProcessed']>) =>
      progressOf(projection).whenProcessed(...wait),
    onAdvanced(projection: string, listener: (position: Position) => void): () => void {
      listenersOf(projection).add(listener);
      return () => void listenersOf(projection).delete(listener);
    },
  };
}

/** One value for each name, made when it is first asked for. */
function kept<Value>(make: () => Value): (name: string) => Value {
  const values = new Map<string, Value>();
  return (name) => {
    const value = values.get(name) ?? make();
    values.set(name, value);
    return value;
  };
}
