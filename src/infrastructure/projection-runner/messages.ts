import type { ReadStoreReader } from '../../application/ports/read-store.js';
import type { Position } from '../../domain/shared/recorded.js';
import type { RebuildStep } from './rebuild-watch.js';
import type { ProjectionStatus } from './run-projection.js';

/** What the thread that keeps the projections answers. */
export interface ProjectionRequests extends ReadStoreReader {
  status(): Promise<readonly ProjectionStatus[]>;
  /** Answered when everything in the thread has ended in order. */
  close(): Promise<void>;
}

export type RequestName = keyof ProjectionRequests;

export interface ProjectionRequest {
  readonly id: number;
  readonly name: RequestName;
  readonly args: readonly unknown[];
}

export type ProjectionReply =
  | { readonly kind: 'reply'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'refusal'; readonly id: number; readonly message: string };

export interface Advance {
  readonly projection: string;
  readonly position: Position;
  /** Documents were written. */
  readonly changed: boolean;
}

/** What the thread says unasked. */
export type ProjectionNotice =
  | { readonly kind: 'ready' }
  | { readonly kind: 'advanced'; readonly advances: readonly Advance[] }
  | { readonly kind: 'failure'; readonly source: string; readonly message: string }
  | { readonly kind: 'rebuild'; readonly step: RebuildStep };
