const createdAt = '2026-01-02 03:04:05.678000+00';
const id = (last: number) => `019a3f5e-7c1a-7d30-9c4b-8b1d0f2a3c1${last}`;

const html = `<!doctype html>
<html lang="en">
  <head><style>@media (prefers-color-scheme: dark) { body { background: #111; color: #eee } }</style></head>
  <body>
    <h1>Thank you, {{{NAME|dear customer}}}</h1>
    <p>Your order {{{ORDER}}} is on its way. <a href="{{{URL}}}">Follow it</a></p>
  </body>
</html>
`;
const shown = `<!doctype html><html lang="en"><head><meta charset="utf-8"><style>@media (prefers-color-scheme: dark) { body { background: #111; color: #eee } }</style></head><body>
<h1>Thank you, Ann</h1><p>Your order {{{ORDER}}} is on its way. <span data-link="">Follow it</span></p></body></html>`;
const variable = { id: id(8), created_at: createdAt, updated_at: createdAt };

const row = {
  id: id(1),
  name: 'Receipt',
  status: 'published',
  published_at: createdAt,
  created_at: createdAt,
  updated_at: createdAt,
  alias: 'receipt',
  version: 2,
  has_unpublished_versions: true,
};
export const receipt = {
  object: 'template',
  ...row,
  current_version_id: id(7),
  from: 'Shop <shop@example.com>',
  subject: 'Your order {{{ORDER}}}',
  reply_to: ['help@example.com'],
  html,
  text: 'Thank you, {{{NAME|dear customer}}}',
  text_derived: true,
  document: null,
  tracking: null,
  variables: [
    { ...variable, key: 'ORDER', type: 'number', fallback_value: null },
    { ...variable, key: 'URL', type: 'string', fallback_value: 'https://example.com/orders' },
  ],
};
/** Written in the editor, without a link to unsubscribe. */
export const visual = {
  ...receipt,
  id: id(3),
  name: 'Welcome',
  alias: 'welcome',
  document: {
    ...{ schema: 'posthorn.broadcast', version: 1, style: {} },
    doc: {
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          content: [
            { type: 'text', text: 'Order ' },
            { type: 'mergeTag', attrs: { key: 'ORDER', fallback: '' } },
          ],
        },
      ],
    },
  },
  html: '<p>Order {{{ORDER}}}</p>',
  text: 'Order {{{ORDER}}}',
  text_derived: false,
};
export const draft = {
  ...row,
  id: id(2),
  name: 'Monthly digest with a very long name that does not fit into its column at all',
  alias: null,
  status: 'draft',
  version: null,
  published_at: null,
};
export const shownReceipt = {
  object: 'template_preview',
  subject: 'Your order {{{ORDER}}}',
  html: shown,
  text: 'Thank you, Ann',
  cut: false,
  variables: ['ORDER', 'NAME', 'URL', 'PROMO'],
  problems: [{ variable: 'ORDER', message: 'Missing value. There is no fallback.' }],
};

const version = (number: number) => ({
  id: id(number + 2),
  version: number,
  published_at: createdAt,
  actor: { kind: 'system', id: 'sample' },
});
const figures = { sent: 1_200, delivered: 1_180, bounced: 12, complained: 1 };

export const answers = (): Record<string, object> => ({
  'GET /dashboard-api/templates': { object: 'list', has_more: false, data: [row, draft] },
  [`GET /dashboard-api/templates/${receipt.id}`]: receipt,
  [`GET /dashboard-api/templates/${visual.id}`]: visual,
  'POST /dashboard-api/templates/preview': shownReceipt,
  [`GET /dashboard-api/templates/${receipt.id}/versions`]: {
    object: 'list',
    has_more: false,
    data: [version(2), version(1)],
  },
  [`GET /dashboard-api/templates/${receipt.id}/versions/2`]: {
    ...receipt,
    ...version(2),
    object: 'template_version',
    html: receipt.html.replace('Thank you', 'Thanks'),
  },
  [`GET /dashboard-api/metrics?template=${receipt.id}&by=template_version`]: {
    object: 'team_metrics',
    rows: [{ kind: 'template', id: `${receipt.id}:2`, name: 'Receipt', ...figures }],
  },
});

export const samples = [
  ['templates', '/templates', 'text=Monthly digest'],
  ['create-template', '/templates?create=true', 'role=dialog >> button:has-text("Create template")'],
  ['template', `/templates/${receipt.id}`, 'iframe[title="Preview: Desktop"]'],
  ['template-visual', `/templates/${visual.id}`, 'role=textbox[name="Email content"]'],
  ['template-versions', `/templates/${receipt.id}?tab=versions`, 'role=table[name="HTML"]'],
  ['template-usage', `/templates/${receipt.id}?tab=usage`, 'role=table[name="By version"]'],
] as const;
