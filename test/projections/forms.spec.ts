import type { FormEvent } from '../../src/domain/form/form.js';
import { type Kid, plain } from '../../src/domain/shared/personal.js';
import { formsProjection } from '../../src/projections/forms/forms.projection.js';
import { ofStreams } from '../support/projection-spec.js';
import { idAt, teamId, timeAt } from '../support/recorded-events.js';

const shown = {
  name: 'Footer',
  topics: [{ topicId: 'news', isConfirmed: true }],
  segmentIds: [],
  origins: ['https://www.example.com'],
  redirectUrl: null,
  isEnabled: true,
  texts: {},
};
const sender = { name: null, address: 'news@example.com' };
const sealed = { from: plain('key.0' as Kid, sender), addressHashes: ['hash'] };
const texts = { en: { title: 'News', text: null, button: null, thanks: null } };
const off = { ...shown, isEnabled: false, texts, version: 2 };
const events = {
  created: { type: 'FormCreated', data: { ...shown, ...sealed, teamId, version: 1 } },
  changed: { type: 'FormChanged', data: { ...off, from: null, addressHashes: [] } },
  deleted: { type: 'FormDeleted', data: {} },
} satisfies Readonly<Record<string, FormEvent>>;

const { documentAfter, redelivery } = ofStreams(formsProjection, 'form', events);

describe('the forms projection', () => {
  it('shows a form as it is now', () => {
    const form = { id: idAt(1), teamId, createdAt: timeAt(1) };
    expect(documentAfter('created')).toEqual({ ...form, ...shown, from: sender, version: 1, updatedAt: timeAt(1) });
    expect(documentAfter('created', 'changed')).toEqual({ ...form, ...off, from: null, updatedAt: timeAt(2) });
  });

  it('shows none that is deleted', () => {
    expect(documentAfter('created', 'deleted')).toBeUndefined();
    expect(documentAfter('created', 'deleted', 'changed')).toBeUndefined();
  });

  it('gives the same bytes in any batches and after any restart', redelivery);
});
