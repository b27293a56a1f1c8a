import type { Served } from './served.js';
import { lastSaid } from '../../application/shared/last-said.js';
import { type FormEvent, formStreams } from '../../domain/form/form.js';
import { foldForm, formsProjection } from '../../projections/forms/forms.projection.js';

export const form = {
  streams: [formStreams],
  readModels: [formsProjection],
  audit: {
    stateOf: foldForm,
    nameOf: (events) => lastSaid<FormEvent>(events, ({ data }) => ('name' in data ? data.name : undefined)),
  },
  live: { subject: 'forms', readModel: formsProjection.name },
  http: async () => (await import('../../infrastructure/http/forms/forms.operations.js')).formsHttp,
} satisfies Served;
