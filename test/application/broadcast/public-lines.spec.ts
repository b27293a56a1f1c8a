import { jest } from '@jest/globals';
import { publicLines } from '../../../src/application/broadcast/public-lines.js';
import { emptyContent } from '../../../src/application/broadcast/broadcast-content.js';
import { broadcastStream } from '../../../src/application/broadcast/broadcast-streams.js';
import { sealContent } from '../../../src/application/template/template-content.js';
import { noDiskLimit } from '../../support/no-disk-limit.js';
import { broadcastId } from '../../support/broadcasting.js';
import { teamId, World } from '../../support/world.js';

it('reads a content once for its lines, until the fallbacks in them change', async () => {
  const world = await World.create();
  const ports = { ...world.process(), disk: noDiskLimit };
  const says = {
    ...emptyContent,
    subject: 'For {{{FIRST_NAME|all}}} in {{{contact.city}}}',
    previewText: 'Of {{{contact.city}}}',
  };
  const content = await sealContent(
    ports,
    broadcastStream(broadcastId),
    { ...says, html: 'x'.repeat(100_000) },
    undefined,
    teamId,
  );
  const opened = jest.spyOn(ports.blobs, 'get');
  const lines = (city: string) => publicLines(ports, content, new Map([['city', city]]));
  const rome = { subject: 'For all in Rome', previewText: 'Of Rome' };
  expect(await Promise.all([1, 2, 3].map(() => lines('Rome')))).toEqual([rome, rome, rome]);
  expect([await lines('Rome'), opened.mock.calls.length]).toEqual([rome, 1]);
  expect([await lines('Oslo'), opened.mock.calls.length]).toEqual([
    { subject: 'For all in Oslo', previewText: 'Of Oslo' },
    2,
  ]);
});
