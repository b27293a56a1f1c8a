import type { DocumentNode } from '../../../dashboard/src/rooms/broadcasts/editor/email/document.js';
import { documentOf } from '../../../dashboard/src/rooms/broadcasts/editor/email/document.js';
import { defaultStyles } from '../../../dashboard/src/rooms/broadcasts/editor/email/styles.js';
import { toEmail } from '../../../dashboard/src/rooms/broadcasts/editor/email/to-email.js';
import { following, partOf } from '../../../dashboard/src/rooms/broadcasts/editor/email/saved-block.js';

const line = (text: string): DocumentNode => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const synced = (blockId: string, version: number, ...blocks: readonly DocumentNode[]): DocumentNode => ({
  type: 'savedBlock',
  attrs: { blockId, name: 'Header', version, blocks, shownTo: 'contact.plan eq pro' },
});
const emailOf = (...blocks: readonly DocumentNode[]) => documentOf(defaultStyles, blocks);
const createdAt = '2026-01-02 03:04:05.678000+00';
const saved = {
  ...({ object: 'saved_block', id: 'one', name: 'Top', synced: true, version: 2, created_at: createdAt } as const),
  ...{ updated_at: createdAt, document: partOf([line('New')]) },
};

describe('a synced block', () => {
  it('is in an email as its blocks are, in the look of the email', () => {
    const inPlace = toEmail(emailOf(line('Hello'), line('Old')));
    const { shownTo: _all, ...attrs } = synced('one', 1, line('Old')).attrs ?? {};
    const followed = toEmail(emailOf(line('Hello'), { type: 'savedBlock', attrs }));
    expect([followed.html, followed.text]).toEqual([inPlace.html, inPlace.text]);
  });

  it('is as it is now in an email that has an older version, in columns too, and keeps who sees it', () => {
    const columns = (block: DocumentNode) => ({ type: 'columns', content: [{ type: 'column', content: [block] }] });
    const next = following(emailOf(columns(synced('one', 1, line('Old'))), synced('other', 1, line('Other'))), saved);
    const now = { ...synced('one', 2, line('New')) };
    expect(next?.doc.content).toEqual([
      columns({ ...now, attrs: { ...now.attrs, name: 'Top' } }),
      synced('other', 1, line('Other')),
    ]);
    expect(following(emailOf(synced('one', 2, line('New'))), saved)).toBeUndefined();
    expect(following(emailOf(line('Hello')), saved)).toBeUndefined();
  });
});
