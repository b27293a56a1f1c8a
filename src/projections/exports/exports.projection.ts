import type { ExportBegun, ExportEvent, ExportFailed, ExportKind, ExportLeft } from '../../domain/export/events.js';
import { unreachable } from '../../domain/shared/decider.js';
import { idOf } from '../../domain/shared/stream-name.js';
import type { Projection } from '../shared/projection.js';

/** A file that was asked for, and is not destroyed. */
export interface ExportDocument {
  readonly id: string;
  readonly teamId: string;
  readonly kind: ExportKind;
  readonly status: 'running' | 'finished' | 'failed';
  readonly reason: ExportFailed['data']['reason'] | null;
  /** Null until it is finished. */
  readonly rows: number | null;
  /** Size of the file; null until it is finished. */
  readonly bytes: number | null;
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601; null until it is finished. */
  readonly expiresAt: string | null;
}

/** Who makes it, and how often, is shown nowhere. */
type ListedEvent = Exclude<ExportEvent, ExportBegun | ExportLeft>;

export const exportsProjection: Projection<ListedEvent, ExportDocument> = {
  name: 'exports',
  version: 1,
  categories: ['export'],
  handles: ['ExportRequested', 'ExportFinished', 'ExportFailed', 'ExportExpired'],
  personal: false,
  fields: { teamId: 'text', status: 'text' },
  indexes: [
    ['teamId', 'id'],
    ['teamId', 'status', 'id'],
  ],
  keys: ({ stream }) => [idOf(stream)],
  evolve(document, { event, metadata }, key) {
    if (event.type === 'ExportRequested') {
      const { teamId, kind } = event.data;
      const open = { reason: null, rows: null, bytes: null, expiresAt: null } as const;
      return { id: key, teamId, kind, status: 'running', createdAt: metadata.time, ...open };
    }
    if (document === undefined) return undefined;
    switch (event.type) {
      case 'ExportFinished': {
        const { rows, file, expiresAt } = event.data;
        return { ...document, status: 'finished', rows, bytes: file.plainBytes, expiresAt };
      }
      case 'ExportFailed':
        return { ...document, status: 'failed', reason: event.data.reason };
      case 'ExportExpired':
        return undefined;
      default:
        return unreachable(event);
    }
  },
};
