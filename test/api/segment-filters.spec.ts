import { useTeam } from './setup.js';

const { call } = useTeam();

interface Made {
  readonly id: string;
  readonly message?: string;
}
const from = 'news@posthorn.test';
const nowhere = '00000000-0000-7000-8000-000000000000';
const ask = async (method: string, path: string, body?: object) => {
  const answer = await call(method, path, body === undefined ? {} : { body });
  return { status: answer.status, ...(answer.body as Made) };
};
const make = async (path: string, body: object) => {
  const made = await ask('POST', path, body);
  expect(made).toMatchObject({ status: path === '/contacts' || !path.startsWith('/dash') ? 201 : made.status });
  return made.id;
};
const rule = (field: string, operator: string, value?: unknown) => ({ type: 'rule', field, operator, value });
const not = (inner: object) => ({ type: 'not', rule: inner });
const all = (...rules: readonly object[]) => ({ type: 'and', rules });
const segment = (name: string, filter?: object) =>
  make('/segments', { name, ...(filter === undefined ? {} : { filter }) });
describe('the filter of a segment', () => {
  it('is refused where it names what is not there, or what does not fit its field', async () => {
    await make('/contact-properties', { key: 'orders', type: 'number' });
    const problems = [
      rule(`segment:${nowhere}`, 'eq', true),
      not(rule(`topic:${nowhere}`, 'eq', 'opt_in')),
      rule('properties.gone', 'exists'),
      rule('properties.orders', 'gt', '3'),
      rule('unsubscribed', 'eq', 'true'),
      rule('created_at', 'gt', '2026-02-30'),
      rule('created_at', 'in_last_days', 1.5),
      rule('created_at', 'in_last_days', 0),
      rule('email', 'in_last_days', 3),
    ];
    for (const filter of problems) {
      expect(await ask('POST', '/segments', { name: 'Wrong', filter })).toMatchObject({ status: 422 });
      expect(await ask('POST', '/dashboard-api/segments/count', { filter })).toMatchObject({ status: 422 });
    }
    const id = await segment('Right', rule('properties.orders', 'gt', 3));
    const refused = await ask('PATCH', `/segments/${id}`, { filter: all(problems[0] ?? {}) });
    expect(refused).toMatchObject({ status: 422, message: expect.stringContaining('`filter.rules[0].field`') });
  });

  it('never leads back to its own segment', async () => {
    const one = await segment('One', rule('email', 'exists'));
    const two = await segment('Two', rule(`segment:${one}`, 'eq', true));
    const three = await segment('Three', not(rule(`segment:${two}`, 'eq', true)));
    for (const id of [one, two, three]) {
      const filter = all(rule(`segment:${id}`, 'eq', true), rule('unsubscribed', 'eq', false));
      expect(await ask('PATCH', `/segments/${one}`, { filter })).toMatchObject({
        status: 422,
        message: expect.stringContaining('leads back to this segment'),
      });
    }
  });
});

it('two filters that would name one another are not both taken, however close they come', async () => {
  const [one, two] = [await segment('One', rule('email', 'exists')), await segment('Two', rule('email', 'exists'))];
  const answers = await Promise.all([
    ask('PATCH', `/segments/${one}`, { filter: rule(`segment:${two}`, 'eq', true) }),
    ask('PATCH', `/segments/${two}`, { filter: not(rule(`segment:${one}`, 'eq', true)) }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
});

describe('what a filter, a broadcast or a form names', () => {
  const used = (path: string, more = '') => ask('DELETE', `${path}${more}`);

  it('is deleted once it is replaced, or nothing uses it', async () => {
    const [list, other] = [await segment('List'), await segment('Other list')];
    const filtered = await segment('Not in the list', not(rule(`segment:${list}`, 'eq', true)));
    const broadcast = await make('/broadcasts', { segment_id: list, from, subject: 'News', html: '<p>News</p>' });
    const refused = await used(`/segments/${list}`);
    expect(refused.status).toBe(409);
    expect(refused.message).toMatch(new RegExp(`This segment is used by .*${filtered}.*${broadcast}`));
    expect(await used(`/segments/${list}`, `?replace_with=${nowhere}`)).toMatchObject({ status: 422 });
    expect(await used(`/segments/${list}`, `?replace_with=${list}`)).toMatchObject({ status: 422 });
    expect(await used(`/segments/${list}`, `?replace_with=${filtered}`)).toMatchObject({ status: 422 });
    expect(await used(`/segments/${list}`, `?replace_with=${other}`)).toMatchObject({ status: 200 });
    expect((await call('GET', `/segments/${filtered}`)).body).toMatchObject({
      filter: not(rule(`segment:${other}`, 'eq', true)),
    });
    expect((await call('GET', `/broadcasts/${broadcast}`)).body).toMatchObject({ segment_id: other });
    expect((await used(`/segments/${other}`)).status).toBe(409);
    await ask('DELETE', `/broadcasts/${broadcast}`);
    await ask('DELETE', `/segments/${filtered}`);
    expect(await used(`/segments/${other}`)).toMatchObject({ status: 200 });
  });

  it('may be a topic', async () => {
    const topics = [
      await make('/topics', { name: 'Old', default_subscription: 'opt_out' }),
      await make('/topics', { name: 'New', default_subscription: 'opt_out' }),
    ] as const;
    const [old, fresh] = topics;
    const joining = { name: 'Join', topics: [{ topic_id: old, double_opt_in: false }] };
    const form = await ask('POST', '/dashboard-api/forms', joining);
    expect(await used(`/topics/${old}`)).toMatchObject({
      status: 409,
      message: expect.stringContaining('form “Join”'),
    });
    expect(await used(`/topics/${old}`, `?replace_with=${fresh}`)).toMatchObject({ status: 200 });
    expect((await call('GET', `/dashboard-api/forms/${form.id}`)).body).toMatchObject({
      topics: [{ topic_id: fresh }],
    });
    await segment('Readers', rule(`topic:${fresh}`, 'neq', 'opt_in'));
    expect(await used(`/topics/${fresh}`)).toMatchObject({ status: 409 });
  });

  it('may be a property, of a filter or of a merge tag', async () => {
    const plan = await make('/contact-properties', { key: 'plan', type: 'string' });
    const level = await make('/contact-properties', { key: 'level', type: 'number' });
    const tier = await make('/contact-properties', { key: 'tier', type: 'string' });
    const filtered = await segment('On a plan', rule('properties.plan', 'starts_with', 'p'));
    expect(await used(`/contact-properties/${plan}`)).toMatchObject({ status: 409 });
    expect(await used(`/contact-properties/${plan}`, `?replace_with=${level}`)).toMatchObject({ status: 422 });
    const html = '<p>{{{contact.plan|none}}}</p>';
    const broadcast = await make('/broadcasts', { segment_id: filtered, from, subject: 'Plans', html });
    expect(await used(`/contact-properties/${plan}`, `?replace_with=${tier}`)).toMatchObject({
      status: 409,
      message: expect.stringContaining(broadcast),
    });
    await ask('PATCH', `/broadcasts/${broadcast}`, { html: '<p>{{{contact.tier|none}}}</p>' });
    expect(await used(`/contact-properties/${plan}`)).toMatchObject({ status: 200 });
  });
});
