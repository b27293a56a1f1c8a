import { answerOf, ask, posthorn } from '../setup.js';
import type { Beside } from './server.js';

export const jobs = (beside: Beside) =>
  describe('posthorn jobs', () => {
    it('names what is not through, and ends it', async () => {
      const server = beside.server();
      const { dataDir } = server;
      const made = async (path: string, body: object) =>
        ((await ask(server, server.key, path, body)).body as { readonly id: string }).id;
      const rule = { type: 'rule', field: 'email', operator: 'ends_with', value: '@readers.example.net' };
      const filter = { type: 'and', rules: [rule] };
      const segment = await made('/segments', { name: 'Readers', filter });
      const html = '<a href="{{{RESEND_UNSUBSCRIBE_URL}}}">Leave</a>';
      const draft = { segment_id: segment, from: 'news@mail.example.com', subject: 'News', html, name: 'Weekly' };
      const id = await made('/broadcasts', draft);
      await ask(server, server.key, `/broadcasts/${id}/send`, { scheduled_at: 'in 1 hour' });
      const shown = () => ask(server, server.key, `/broadcasts/${id}`);

      expect(await answerOf(dataDir, ['segments', 'show', segment])).toMatchObject({
        name: 'Readers',
        isFiltered: true,
      });
      expect(await answerOf(dataDir, ['broadcasts', 'pause', id])).toMatchObject({ paused: true, changed: true });
      expect((await shown()).body).toMatchObject({ status: 'scheduled', paused: true, paused_because: 'person' });
      expect(await answerOf(dataDir, ['jobs', 'list'])).toMatchObject({
        jobs: expect.arrayContaining([
          expect.objectContaining({ kind: 'broadcast', id, state: expect.stringContaining('Weekly: scheduled') }),
        ]),
      });
      expect(await answerOf(dataDir, ['broadcasts', 'resume', id])).toMatchObject({ paused: false, changed: true });
      expect(await answerOf(dataDir, ['jobs', 'stop', '--yes', id])).toMatchObject({
        stopped: { kind: 'broadcast', id },
      });
      expect((await shown()).body).toMatchObject({ status: 'draft' });
      expect(await posthorn(dataDir, ['jobs', 'stop', '--yes', id])).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining(`There is no job ${id}`),
      });
      expect(await posthorn(dataDir, ['broadcasts', 'cancel', '--yes', id])).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining('is draft: there is nothing to cancel'),
      });
    });
  });
