import type { FormEvent } from '../../src/domain/form/form.js';
import { type Kid, plain } from '../../src/domain/shared/personal.js';
import { streamName } from '../../src/domain/shared/stream-name.js';
import { formsProjection } from '../../src/projections/forms/forms.projection.js';
import { foldAll, redeliveryProperty } from '../support/projection-spec.js';
import fc from '../support/properties.js';
import { idAt, RecordedLog, teamId, timeAt } from '../support/recorded-events.js';

const shown = {
  name: 'Footer',
  topics: [{ topicId: 'news', isConfirmed: true }],
  segmentIds: [],
  origins: ['https://www.example.com'],
  redirectUrl: null,
  isEnabled: true,
};
const sender = { name: null, address: 'news@example.com' };
const sealed = { from: plain('key.0' as Kid, sender), addressHashes: ['hash'] };
const off = { ...shown, isEnabled: false, version: 2 };
const events = {
  created: { type: 'FormCreated', data: { ...shown, ...sealed, teamId, version: 1 } },
  changed: { type: 'FormChanged', data: { ...off, from: null, addressHashes: [] } },
  deleted: { type: 'FormDeleted', data: {} },
} satisfies Readonly<Record<string, FormEvent>>;
type Name = keyof typeof events;

const logOf = (happenings: readonly (readonly [number, Name])[]) => {
  const log = new RecordedLog();
  for (const [number, name] of happenings) log.add(streamName('form', idAt(number)), events[name]);
  return log.all;
};
const documentAfter = (...names: readonly Name[]): unknown => {
  const json = foldAll(formsProjection, logOf(names.map((name) => [1, name] as const))).get(idAt(1));
  return json === undefined ? undefined : (JSON.parse(json) as unknown);
};

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

  it('gives the same bytes in any batches and after any restart', async () => {
    const names = fc.constantFrom(...(Object.keys(events) as Name[]));
    const happenings = fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), names), { maxLength: 30 });
    await fc.assert(redeliveryProperty(formsProjection, happenings.map(logOf)));
  });
});
