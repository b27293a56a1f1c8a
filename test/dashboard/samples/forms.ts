import { addedSegment, newsTopic, offersTopic } from './audience.js';

export const footerForm = {
  id: '019a3f5e-7c1a-7d30-9c4b-6b1d0f2a3e51',
  name: 'Footer of the shop',
  topics: [
    { topic_id: newsTopic.id, double_opt_in: true },
    { topic_id: offersTopic.id, double_opt_in: false },
  ],
  segments: [addedSegment.id],
  origins: ['https://www.example.com', 'https://shop.with.a.very.long.name.example.com'],
  redirect_url: null,
  from: 'Shop <news@example.com>',
  enabled: true,
  texts: { de: { title: 'Werkstattbrief', text: 'Einmal <im> Monat.', button: 'Gern', thanks: null } },
  version: 2,
  created_at: '2026-01-02 03:04:05.678000+00',
};

export const answers = (): Record<string, object> => ({
  'GET /dashboard-api/forms': {
    object: 'list',
    has_more: false,
    data: [
      footerForm,
      { ...footerForm, id: `${footerForm.id.slice(0, -1)}2`, name: 'Banner', origins: [], enabled: false },
    ],
  },
  'GET /dashboard-api/forms/joins': {
    object: 'list',
    has_more: false,
    data: [{ id: footerForm.id, joins: 1_204 }],
  },
  'POST /dashboard-api/forms/preview': { object: 'form_preview', html: '<h1>Subscribe</h1>' },
  [`GET /dashboard-api/forms/${footerForm.id}`]: { object: 'form', ...footerForm },
});

export const samples = [
  ['forms', '/forms', 'text=Footer of the shop'],
  ['create-form', '/forms?create=true', 'role=dialog >> button:has-text("Save")'],
  ['form', `/forms/${footerForm.id}`, 'text=Where it is used'],
] as const;
