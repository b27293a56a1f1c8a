import type { ProcessManager } from '../shared/run-process-manager.js';

/** A file is kept so long, then it is destroyed. */
export const exportKeptForMs = 7 * 86_400_000;

/** The exporter's name, and what it follows: enough to look at its lag. */
export const exporter = {
  name: 'exporter',
  filter: {
    categories: ['export', 'erasure'],
    types: ['ExportRequested', 'ExportFinished', 'ExportFailed', 'ExportExpired', 'ErasureCompleted'],
  },
} satisfies Pick<ProcessManager, 'name' | 'filter'>;
