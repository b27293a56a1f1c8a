import { describe, expect, it } from '@jest/globals';
import { useApp } from './open-app.js';
import { exportAnswers, exportsPath, finishedExport, runningExport } from './samples/exports.js';
import { sampleAnswers } from './samples/people.js';

const app = useApp(() => ({ ...sampleAnswers(), ...exportAnswers }));
const room = '/dashboard/settings/exports';

describe('exports', () => {
  it('are asked for, seen while they are made, and downloaded when they are ready', async () => {
    app.mock.answers[exportsPath] = { status: 200, body: { object: 'list', has_more: false, data: [] } };
    app.mock.answers['POST /dashboard-api/exports'] = { status: 201, body: runningExport };
    await app.page.goto(app.mock.origin + room);
    await app.page.getByText('No exports yet').waitFor();
    app.mock.answers[exportsPath] = { status: 200, body: exportAnswers[exportsPath] ?? {} };
    await app.page.getByRole('button', { name: 'New export' }).click();
    await app.page.getByRole('menuitem', { name: 'All emails' }).click();
    await app.page.getByText('In progress', { exact: true }).waitFor();
    const request = app.mock.requests.find(({ name }) => name.startsWith('POST'));
    expect(JSON.parse(request?.body ?? '')).toEqual({ kind: 'emails' });
    await app.page.getByText('12,500').waitFor();
    await app.page.getByText('More than 1,000,000 rows', { exact: false }).waitFor();
    const link = app.page.getByRole('link', { name: 'Download file: Suppressions' });
    expect(await link.getAttribute('href')).toBe(`/dashboard-api/exports/${finishedExport.id}/file`);
  });

  it('are deleted, unless that is undone in time', async () => {
    const path = `/dashboard-api/exports/${finishedExport.id}`;
    app.mock.answers[`DELETE ${path}`] = {
      status: 200,
      body: { object: 'export', id: finishedExport.id, deleted: true },
    };
    await app.page.goto(app.mock.origin + room);
    const menu = app.page.getByRole('button', { name: 'Actions: Suppressions' });
    const remove = app.page.getByRole('menuitem', { name: 'Delete export: Suppressions' });
    await menu.click();
    await remove.click();
    await menu.waitFor({ state: 'detached' });
    await app.page.getByRole('button', { name: 'Undo' }).click();
    await menu.click();
    await remove.click();
    await app.page.getByText('Export deleted').waitFor();
    const deletions = app.mock.requests.filter(({ name }) => name.startsWith('DELETE'));
    expect(deletions.map(({ name }) => name)).toEqual([`DELETE ${path}`]);
  });

  it('show a state that this page does not know by its own word', async () => {
    const unknown = { ...finishedExport, kind: 'logs', state: 'paused' };
    app.mock.answers[exportsPath] = { status: 200, body: { object: 'list', has_more: false, data: [unknown] } };
    await app.page.goto(app.mock.origin + room);
    await app.page.getByText('paused').waitFor();
    await app.page.getByText('logs', { exact: true }).waitFor();
    expect(app.complaints).toEqual([]);
  });
});
