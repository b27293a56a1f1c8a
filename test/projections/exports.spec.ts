import type { ExportEvent } from '../../src/domain/export/events.js';
import { kidOf, plain } from '../../src/domain/shared/personal.js';
import { exportsProjection } from '../../src/projections/exports/exports.projection.js';
import { ofStreams } from '../support/projection-spec.js';
import { idAt, teamId, timeAt } from '../support/recorded-events.js';

const filters = plain(kidOf(idAt(50), 0), { search: 'ann@example.com' });
const events = {
  requested: { type: 'ExportRequested', data: { teamId, kind: 'emails', filters, fileKid: kidOf(idAt(50), 1) } },
  finished: {
    type: 'ExportFinished',
    data: { rows: 3, file: { blobId: 'b', plainBytes: 10, sizeBytes: 38, digest: 'f' }, expiresAt: timeAt(99) },
  },
  failed: { type: 'ExportFailed', data: { reason: 'too-many-rows' } },
  expired: { type: 'ExportExpired', data: { reason: 'age' } },
} satisfies Readonly<Record<string, ExportEvent>>;

const { documentAfter, redelivery } = ofStreams(exportsProjection, 'export', events);

describe('the exports projection', () => {
  it('shows how far each has come, and nothing of what was asked for', () => {
    const running = { id: idAt(1), teamId, kind: 'emails', status: 'running', createdAt: timeAt(1) };
    const open = { reason: null, rows: null, bytes: null, expiresAt: null };
    expect(documentAfter('requested')).toEqual({ ...running, ...open });
    expect(documentAfter('requested', 'finished')).toEqual({
      ...running,
      ...open,
      status: 'finished',
      rows: 3,
      bytes: 10,
      expiresAt: timeAt(99),
    });
    expect(documentAfter('requested', 'failed')).toMatchObject({ status: 'failed', reason: 'too-many-rows' });
    expect(documentAfter('requested', 'finished', 'expired')).toBeUndefined();
  });

  it('gives the same bytes in any batches and after any restart', redelivery);
});
