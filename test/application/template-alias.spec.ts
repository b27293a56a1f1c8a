import { createTemplate } from '../../src/application/template/templates.js';
import { aliasStream } from '../../src/application/template/template-streams.js';
import { handle } from '../../src/application/shared/handle.js';
import { templateAlias } from '../../src/domain/template/template.js';
import { MemoryReadStore } from '../support/memory-read-store.js';
import { noDiskLimit } from '../support/no-disk-limit.js';
import { correlationId, ownWrites, teamId, World } from '../support/world.js';

const context = { teamId, actor: { kind: 'api-key', id: 'k' }, correlationId } as const;
const settings = { name: 'Receipt', alias: 'receipt', html: '<p></p>' };
const reading = { textOf: async () => '', placesOf: async () => ({ places: [], forbidden: [] }) };

it('an alias that was just taken is left to its taker; what a crash left taken is free after a minute', async () => {
  const world = await World.create();
  const ports = {
    ...world.process(),
    readStore: new MemoryReadStore(),
    ownWrites,
    publishedTemplates: { forget: () => undefined },
    disk: noDiskLimit,
  };
  const stream = aliasStream(ports, teamId, settings.alias);
  const taking = { type: 'TakeAlias', templateId: ports.ids.next() } as const;
  await handle(ports, templateAlias, stream, taking, { context, region: null });
  expect(await createTemplate(ports, { context, settings, reading })).toMatchObject({ refused: 'alias-taken' });
  world.clock.advance(60_001);
  expect(await createTemplate(ports, { context, settings, reading })).toEqual({ id: expect.any(String) });
  expect(await createTemplate(ports, { context, settings, reading })).toMatchObject({ refused: 'alias-taken' });
});
