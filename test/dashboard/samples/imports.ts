const own = 'GET /dashboard-api/contacts/imports';
const list = (...data: readonly object[]) => ({ object: 'list', has_more: false, data });

export const completedImport = {
  object: 'contact_import',
  id: '019a3f5e-7c1a-7d30-9c4b-6b1d0f2a3f01',
  status: 'completed',
  created_at: '2026-01-02 03:04:05.678000+00',
  completed_at: '2026-01-02 03:05:05.678000+00',
  counts: { total: 1_000, created: 980, updated: 10, skipped: 0, failed: 10 },
  corrected: 0,
  progress: 1,
  file_name: 'customers.csv',
  on_conflict: 'upsert',
  actor: { kind: 'user', id: '019a3f5e-7c1a-7d30-9c4b-6b1d0f2a3f11' },
  failure: null,
  undo: null,
  has_file: true,
};
export const runningImport = {
  ...completedImport,
  id: '019a3f5e-7c1a-7d30-9c4b-6b1d0f2a3f02',
  status: 'in_progress',
  completed_at: null,
  counts: { total: 40_000, created: 40_000, updated: 0, skipped: 0, failed: 0 },
  corrected: 0,
  progress: 0.42,
  file_name: 'קובץ-עם-שם-ארוך-מאוד-של-כל-הלקוחות-שלנו-מכל-הארץ-ומכל-העולם-2026.csv',
  actor: { kind: 'api-key', id: '019a3f5e-7c1a-7d30-9c4b-6b1d0f2a3f12' },
};
const canceledImport = {
  ...completedImport,
  id: '019a3f5e-7c1a-7d30-9c4b-6b1d0f2a3f03',
  status: 'failed',
  failure: { reason: 'canceled', line: null },
};
const tooLongImport = {
  ...canceledImport,
  id: '019a3f5e-7c1a-7d30-9c4b-6b1d0f2a3f04',
  failure: { reason: 'row-too-long', line: 812 },
};
const undoneImport = {
  ...completedImport,
  id: '019a3f5e-7c1a-7d30-9c4b-6b1d0f2a3f05',
  undo: { status: 'completed', deleted: 970, restored: 8, kept: 12 },
};
const erasedImport = {
  ...completedImport,
  id: '019a3f5e-7c1a-7d30-9c4b-6b1d0f2a3f06',
  file_name: null,
  has_file: false,
};
const failedRows = {
  object: 'list',
  header: ['email', 'first_name', 'city'],
  data: [
    { line: 4, cells: ['no address', 'Bo', 'Ulm'], reason: 'not an email address: An address needs an @' },
    { line: 9, cells: ['', 'Cid', ''], reason: 'no email address' },
  ],
  has_more: false,
};

const all = [completedImport, runningImport, canceledImport, tooLongImport, undoneImport, erasedImport];

export const importPreview = {
  object: 'contact_import_preview',
  header: ['E-Mail', 'Name', 'Plan', ''],
  separator: ';',
  encoding: 'utf-8',
  encoding_seen: true,
  source: null,
  status: null,
  question: null,
  column_map: { email: 'E-Mail', properties: {} },
  new_properties: [{ key: 'plan', type: 'string' }],
  rows: [
    { line: 2, cells: ['ann@example.com', 'Ann', 'Large', ''], action: 'create', reason: null, status: null },
    {
      line: 3,
      cells: ['nobody', 'Bo', 'Small', ''],
      action: 'fail',
      reason: 'not an email address: An address needs an @ with a domain after it',
      status: null,
    },
  ],
};

export const answers = (): Record<string, object> => ({
  [own]: list(...all),
  ...Object.fromEntries(all.map((each) => [`${own}/${each.id}`, each])),
  'POST /contacts/imports/preview': importPreview,
  ...Object.fromEntries(all.map(({ id }) => [`${own}/${id}/corrections`, failedRows])),
});

export const samples = [
  ['imports', '/imports', 'text=customers.csv >> nth=0'],
  ['import-contacts', '/imports?create=true', 'role=dialog >> text=CSV file'],
  ['import', `/imports/${completedImport.id}`, 'text=Download failed rows'],
  ['import-running', `/imports/${runningImport.id}`, 'text=42% of the file'],
  ['import-canceled', `/imports/${canceledImport.id}`, 'text=This import was canceled'],
  ['import-too-long', `/imports/${tooLongImport.id}`, 'text=Stopped at line 812'],
  ['import-undone', `/imports/${undoneImport.id}`, 'text=970 contacts deleted'],
  ['import-erased', `/imports/${erasedImport.id}`, 'text=The file was deleted >> nth=0'],
] as const;
