import { kidOf } from '../../src/domain/shared/personal.js';
import type { TemplateEvent } from '../../src/domain/template/template.js';
import { templatesProjection } from '../../src/projections/templates/templates.projection.js';
import { ofStreams } from '../support/projection-spec.js';
import { idAt, teamId, timeAt } from '../support/recorded-events.js';

const ref = (number: number) => ({
  blobId: idAt(number),
  kid: kidOf(idAt(90), 0),
  sizeBytes: 9,
  digest: 'd'.repeat(64),
});
const first = { name: 'Order receipt', alias: 'receipt', content: ref(91) };
const second = { name: 'Order', alias: null, content: ref(92) };
const events = {
  created: { type: 'TemplateCreated', data: { ...first, teamId, duplicateOf: null } },
  changed: { type: 'TemplateChanged', data: second },
  published: { type: 'TemplatePublished', data: { version: 1, content: ref(91) } },
  restored: { type: 'TemplateRestored', data: { version: 1, content: ref(91) } },
  deleted: { type: 'TemplateDeleted', data: {} },
} satisfies Readonly<Record<string, TemplateEvent>>;

const { documentAfter, redelivery } = ofStreams(templatesProjection, 'template', events);

describe('the templates projection', () => {
  it('shows the draft and the versions, and what a template is found by', () => {
    const versions = [{ version: 1, content: ref(91), publishedAt: timeAt(2) }];
    expect(documentAfter('created', 'published', 'changed')).toEqual({
      id: idAt(1),
      teamId,
      ...second,
      versions,
      createdAt: timeAt(1),
      updatedAt: timeAt(3),
      tokens: ['order'],
    });
    const restored = documentAfter('created', 'published', 'changed', 'restored');
    expect(restored).toMatchObject({ ...second, content: ref(91), versions });
    expect(documentAfter('created')).toMatchObject({ versions: [], tokens: ['order', 'receipt'] });
    expect(documentAfter('created', 'deleted')).toBeUndefined();
  });

  it('gives the same bytes in any batches and after any restart', redelivery);
});
