import { fieldOfCondition, filterOfCondition } from '../../src/domain/segment/condition.js';

const [segment, topic] = ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-000000000002'];
const named = {
  topicDefaults: new Map([[topic, 'opt_in'] as const]),
  segments: new Map([[segment, 'list'] as const]),
  propertyTypes: new Map([
    ['plan', 'string'],
    ['orders', 'number'],
  ] as const),
};

it.each([
  [`segment:${segment}`, { field: `segment:${segment}`, operator: 'eq', value: true }],
  [`segment:${segment} eq false`, { field: `segment:${segment}`, operator: 'eq', value: false }],
  [`topic:${topic}`, { field: `topic:${topic}`, operator: 'eq', value: 'opt_in' }],
  ['unsubscribed', { field: 'unsubscribed', operator: 'eq', value: true }],
  ['contact.plan', { field: 'properties.plan', operator: 'exists' }],
  ['contact.plan eq Pro plus', { field: 'properties.plan', operator: 'eq', value: 'Pro plus' }],
  ['properties.plan contains "a b"', { field: 'properties.plan', operator: 'contains', value: 'a b' }],
  ['contact.orders gte 3', { field: 'properties.orders', operator: 'gte', value: 3 }],
  ['contact.first_name is_empty', { field: 'first_name', operator: 'is_empty' }],
  ['created_at in_last_days 30', { field: 'created_at', operator: 'in_last_days', value: 30 }],
  ['activity.sent exists', { field: 'activity.sent', operator: 'exists' }],
])('reads `%s` as a segment does', (condition, rule) => {
  expect(filterOfCondition(condition, named)).toEqual({ filter: { type: 'rule', ...rule } });
  expect(filterOfCondition(`not ${condition}`, named)).toEqual({
    filter: { type: 'not', rule: { type: 'rule', ...rule } },
  });
  expect(fieldOfCondition(`not ${condition}`)).toBe(rule.field);
});

it.each([
  ['segment:018f0000-0000-7000-8000-000000000009', /No segment/],
  ['contact.tier eq a', /No contact property `tier`/],
  ['contact.orders eq many', /number/],
  ['contact.plan eq', /./],
  ['contact.plan is a', /./],
  ['contact.plan > 3', /./],
  ['weather eq fine', /It must be email/],
])('says why `%s` cannot be used', (condition, problem) => {
  expect(filterOfCondition(condition, named)).toMatchObject({ problem: expect.stringMatching(problem) });
});
