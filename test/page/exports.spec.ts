import { describe, expect, it } from '@jest/globals';
import { exportAnswers, exportsPath, finishedExport, runningExport } from '../dashboard/samples/exports.js';
import { sampleAnswers } from '../dashboard/samples/people.js';
import { usePage } from './use-page.js';

const page = usePage(() => ({ ...sampleAnswers(), ...exportAnswers }));
const room = '/settings/exports';
const choose = async (name: string) => page.user.click(await page.screen.findByRole('menuitem', { name }));

describe('exports', () => {
  it('are asked for, seen while they are made, and downloaded when they are ready', async () => {
    page.mock.answers[exportsPath] = { status: 200, body: { object: 'list', has_more: false, data: [] } };
    page.mock.answers['POST /dashboard-api/exports'] = { status: 201, body: runningExport };
    page.open(room);
    await page.screen.findByText('No exports yet');
    page.mock.answers[exportsPath] = { status: 200, body: exportAnswers[exportsPath] ?? {} };
    await page.press('New export');
    await choose('All emails');
    await page.screen.findByText('In progress');
    expect(JSON.parse(page.asked('POST')[0]?.body ?? '')).toEqual({ kind: 'emails' });
    await page.screen.findByText('12,500');
    await page.screen.findByText(/More than 1,000,000 rows/);
    const link = await page.screen.findByRole('link', { name: 'Download file: Suppressions' });
    expect(link.getAttribute('href')).toBe(`/dashboard-api/exports/${finishedExport.id}/file`);
  });

  it('are deleted, unless that is undone in time', async () => {
    const path = `/dashboard-api/exports/${finishedExport.id}`;
    const deleted = { object: 'export', id: finishedExport.id, deleted: true };
    page.mock.answers[`DELETE ${path}`] = { status: 200, body: deleted };
    page.open(room, { now: new Date() });
    const menu = 'Actions: Suppressions';
    const remove = async () => {
      await page.press(menu);
      await choose('Delete export: Suppressions');
      await page.until(() => expect(page.screen.queryByRole('button', { name: menu })).toBeNull());
    };
    await remove();
    await page.press('Undo');
    await remove();
    await page.clock.pass(10_000);
    await page.screen.findByText('Export deleted');
    expect(page.asked('DELETE').map(({ name }) => name)).toEqual([`DELETE ${path}`]);
  });

  it('show a state that this page does not know by its own word', async () => {
    const unknown = { ...finishedExport, kind: 'logs', state: 'paused' };
    page.mock.answers[exportsPath] = { status: 200, body: { object: 'list', has_more: false, data: [unknown] } };
    page.open(room);
    await page.screen.findByText('paused');
    await page.screen.findByText('logs');
  });
});
