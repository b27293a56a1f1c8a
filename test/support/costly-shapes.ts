/** A request of some shape, twice as large with each step until the server refuses it. */
export interface CostlyRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: string | FormData;
  readonly headers?: Readonly<Record<string, string>>;
}

/** `size`: a power of two. `pick`: one of a few, by chance. */
export type Shape = (size: number, pick: <Item>(items: readonly Item[]) => Item) => CostlyRequest;

const json = (path: string, value: unknown): CostlyRequest => ({
  method: 'POST',
  path,
  body: JSON.stringify(value),
  headers: { 'content-type': 'application/json' },
});

function file(path: string, content: string, fields: Readonly<Record<string, string>> = {}): CostlyRequest {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append('file', new File([content], 'people.csv'));
  return { method: 'POST', path, body };
}

/** As many as have so many characters: a power of two of the longest would be more than a string can have. */
const many = (piece: string, characters: number): string => piece.repeat(Math.ceil(characters / piece.length));

const all = (rules: readonly object[]): object => ({ type: 'and', rules });

function nested(depth: number, rules: readonly object[]): object {
  return depth === 0 ? all(rules) : { type: depth % 2 === 0 ? 'and' : 'or', rules: [nested(depth - 1, rules)] };
}

const pieces = [
  '<table><tr><td>',
  '<b>',
  '<',
  '&amp;',
  '<a href="',
  '<!--',
  '{{{',
  '{{{A}}}',
  '}}}',
  '{{{A|',
  "'",
  '\u0301',
];
const cells = ['a', '"', '""', ',', '"a\n', '\t', ';', '\u0000', 'ä', '=1', ' '];
const rules = [
  { type: 'rule', field: 'email', operator: 'contains', value: 'a' },
  { type: 'rule', field: 'last_name', operator: 'starts_with', value: 'a' },
  { type: 'rule', field: 'created_at', operator: 'in_last_days', value: 1 },
  { type: 'rule', field: 'topic', operator: 'is', value: 'x' },
];

/** What a customer can nest, repeat or multiply. */
export const shapes: Readonly<Record<string, Shape>> = {
  'filter, wide': (size, pick) => json('/segments', { name: 'W', filter: all(Array(size).fill(pick(rules))) }),
  'filter, deep': (size, pick) =>
    json('/segments', { name: 'D', filter: nested(Math.min(size, 1_024), [pick(rules)]) }),
  'filter, long value': (size, pick) =>
    json('/segments', {
      name: 'L',
      filter: all([{ ...pick(rules), value: pick(['a', '*', '%', '\\']).repeat(size) }]),
    }),
  'template, repeated': (size, pick) => json('/templates', { name: 'R', html: many(pick(pieces), size) }),
  'template, two repeated': (size, pick) =>
    json('/templates', { name: 'T', html: many(pick(pieces), size) + many(pick(pieces), size) }),
  'template, variables': (size) =>
    json('/templates', {
      name: 'V',
      html: Array.from({ length: size }, (_, at) => `{{{V${at}}}}`).join(''),
      variables: Array.from({ length: size }, (_, at) => ({ key: `V${at}`, type: 'string', fallback_value: 'x' })),
    }),
  'template, values': (size, pick) =>
    json('/dashboard-api/templates/check', { html: many('{{{A}}}', size), subject: many(pick(pieces), size) }),
  'email, html': (size, pick) =>
    json('/emails', {
      from: 'a@posthorn.test',
      to: 'delivered@posthorn.test',
      subject: 'S',
      html: many(pick(pieces), size),
    }),
  'email, recipients': (size, pick) =>
    json('/emails', {
      from: 'a@posthorn.test',
      to: Array.from({ length: size }, (_, at) => `${pick(['"', 'a', '<'])}${at}@posthorn.test`),
      subject: 'S',
      text: 'T',
    }),
  'json, deep': (size) => ({
    ...json('/segments', 0),
    body: `${'{"filter":['.repeat(size)}${']}'.repeat(size)}`,
  }),
  'csv, rows': (size, pick) =>
    file('/contacts/imports/preview', `email,a\n${`a@b.example,${pick(cells)}\n`.repeat(size)}`),
  'csv, cells': (size, pick) =>
    file('/contacts/imports/preview', `email,a\na@b.example${`,${pick(cells)}`.repeat(size)}\n`),
  'csv, header': (size, pick) =>
    file('/contacts/imports/preview', `email${`,${pick(cells)}`.repeat(size)}\na@b.example\n`),
  'csv, imported': (size, pick) =>
    file('/contacts/imports', `email,first_name\n${`a@b.example,${pick(cells)}\n`.repeat(size)}`),
  'csv, map': (size) =>
    file('/contacts/imports/preview', 'email\na@b.example\n', {
      column_map: `{"email":${'['.repeat(size)}${']'.repeat(size)}}`,
    }),
  'multipart, fields': (size) =>
    file(
      '/contacts/imports/preview',
      'email\n',
      Object.fromEntries(Array.from({ length: Math.min(size, 4_096) }, (_, at) => [`f${at}`, 'x'])),
    ),
  'multipart, one field': (size) => file('/contacts/imports/preview', 'email\n', { on_conflict: 'x'.repeat(size) }),
  'multipart, broken': (size, pick) => ({
    method: 'POST',
    path: '/contacts/imports/preview',
    headers: { 'content-type': `multipart/form-data; boundary=${pick(['x', '-', 'x'.repeat(70)])}` },
    body: many(pick(['--x\r\n', '--', '\r\n', 'Content-Disposition: form-data; name="', '--x\r\nA: b\r\n']), size),
  }),
};
