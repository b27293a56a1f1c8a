import { type UnsafeHtml, unsafeHtml } from '../../domain/template/check/unsafe-html.js';
import { query } from '../access/use-case.js';
import type { ContentReader } from '../ports/html-reader.js';
import type { LogPorts } from '../shared/handle.js';
import type { ContentPorts } from '../template/template-content.js';
import { htmlAsWritten, openBroadcastContent } from './broadcast-content.js';
import { broadcastOfTeam } from './broadcast-streams.js';

/** GET /dashboard-api/broadcasts/{id}/html-check. */
export interface CheckBroadcastHtml {
  readonly teamId: string;
  readonly broadcastId: string;
  readonly readContent: ContentReader;
}

/** What is refused of html from the editor, for html that was written by hand: that is saved all the same. */
export const CheckBroadcastHtml = query({
  name: 'CheckBroadcastHtml',
  need: 'read-only',
  async run(
    ports: LogPorts & ContentPorts,
    { teamId, broadcastId, readContent }: CheckBroadcastHtml,
  ): Promise<{ readonly unsafe: UnsafeHtml | null } | { readonly refused: 'not-found' }> {
    const loaded = await broadcastOfTeam(ports, teamId, broadcastId);
    if (loaded === undefined) return { refused: 'not-found' };
    const html = htmlAsWritten(await openBroadcastContent(ports, loaded.state.content));
    const unsafe = html === '' ? undefined : unsafeHtml((await readContent(html)) ?? null);
    return { unsafe: unsafe ?? null };
  },
});
