const list = (...data: readonly object[]) => ({ object: 'list', has_more: false, data });
const base = { object: 'export', reason: null, size: null, expires_at: null };

export const runningExport = {
  ...base,
  id: '019a3f5e-7c1a-7d30-9c4b-5d0c3b1a7f42',
  kind: 'emails',
  state: 'running',
  rows: 12_500,
  created_at: '2026-01-02T03:04:05.678Z',
};
export const finishedExport = {
  ...runningExport,
  id: '019a3f5e-7c1a-7d30-9c4b-5d0c3b1a7f41',
  kind: 'suppressions',
  state: 'finished',
  rows: 120,
  size: 24_000,
  expires_at: '2026-01-09T03:04:06.912Z',
};
const failedExport = {
  ...runningExport,
  id: '019a3f5e-7c1a-7d30-9c4b-5d0c3b1a7f40',
  state: 'failed',
  rows: null,
  reason: 'too-many-rows',
};

export const exportsPath = 'GET /dashboard-api/exports?limit=50';
export const exportAnswers = { [exportsPath]: list(runningExport, finishedExport, failedExport) };

export const answers = () => exportAnswers;

export const samples = [['exports', '/settings/exports', 'text=In progress']] as const;
