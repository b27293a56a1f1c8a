import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { mergeTags } from '../../dashboard/src/messages/merge-tags';
import { contactMergeTags } from '../../src/domain/shared/contact-fields.js';
import { recipientLinkNames } from '../../src/domain/template/recipient-links.js';

const page = readFileSync(new URL('../../docs/broadcasts.md', import.meta.url), 'utf8');
const sorted = (names: readonly string[]) => [...names].sort();

it('the menus of the dashboard offer the merge tags of the server, and no other', () => {
  const offered = recipientLinkNames(({ isOffered }) => isOffered);
  const names = Object.keys({ ...mergeTags.offered, ...mergeTags.links });
  expect(sorted(names)).toEqual(sorted([...contactMergeTags, 'EMAIL', ...offered]));
  expect(Object.keys(mergeTags.links).sort()).toEqual(
    sorted(recipientLinkNames(({ isOfBroadcasts }) => isOfBroadcasts)),
  );
  expect(sorted(mergeTags.ownLinks)).toEqual(sorted(recipientLinkNames()));
});

it('the documentation names each of them', () => {
  const [, tags = ''] = /^- \*\*Merge tags\*\*: (.*)$/m.exec(page) ?? [];
  for (const name of [...contactMergeTags, 'EMAIL', ...recipientLinkNames(({ isOffered }) => isOffered)])
    expect(tags).toContain(`\`${name}\``);
});
