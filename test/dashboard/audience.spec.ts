import { describe, expect, it } from '@jest/globals';
import { useApp } from './open-app.js';
import { answers, newsTopic, seatsProperty } from './samples/audience.js';
import { sampleAnswers } from './samples/people.js';

const app = useApp(() => ({ ...sampleAnswers(), ...answers() }));
const open = (address: string) => app.page.goto(`${app.mock.origin}/dashboard${address}`);
const button = (name: string) => app.page.getByRole('button', { name, exact: true });
const field = (name: string) => app.page.getByRole('textbox', { name, exact: true });
const answer = (name: string, body: object) => (app.mock.answers[name] = { status: 200, body });
const sent = (method: string) =>
  app.mock.requests
    .filter(({ name }) => name.startsWith(`${method} `))
    .map(({ name, body }) => [name.slice(method.length + 1), body === '' ? null : (JSON.parse(body) as unknown)]);
const choose = async (row: string, name: string) => {
  await button(`Actions: ${row}`).click();
  await app.page.getByRole('menuitem', { name }).click();
};
const save = async () => {
  await button('Save').click();
  await app.page.getByRole('dialog').waitFor({ state: 'detached' });
};

describe('topics', () => {
  it('are created with a default, edited as they are now, and deleted', async () => {
    const path = `/topics/${newsTopic.id}`;
    answer('POST /topics', { object: 'topic', id: newsTopic.id });
    answer(`PATCH ${path}`, { object: 'topic', id: newsTopic.id });
    answer(`DELETE ${path}`, { object: 'topic', id: newsTopic.id, deleted: true });
    await open('/topics');
    await app.page.getByRole('row', { name: /Offers.*Not subscribed.*Private/ }).waitFor();
    await button('Create topic').click();
    await field('Name').fill('Events');
    await app.page.getByLabel('Default').selectOption('Not subscribed');
    await app.page.getByLabel('Visibility').selectOption('Public');
    await save();
    await choose('Product news', 'Edit');
    expect(await field('Name').inputValue()).toBe('Product news');
    await field('Description').fill('');
    await save();
    await choose('Product news', 'Delete');
    await app.page.getByText('Emails can’t name it any more.').waitFor();
    await app.page.getByText('Topic deleted').waitFor();
    expect(sent('POST')).toEqual([
      ['/topics', { name: 'Events', description: null, default_subscription: 'opt_out', visibility: 'public' }],
    ]);
    expect(sent('PATCH')).toEqual([[path, { name: 'Product news', description: null, visibility: 'public' }]]);
    expect(sent('DELETE')).toEqual([[path, null]]);
    expect(app.complaints).toEqual([]);
  });
});

describe('properties', () => {
  it('have values of their type: no text stands for a number', async () => {
    answer('POST /contact-properties', { object: 'contact_property', id: seatsProperty.id });
    answer(`PATCH /contact-properties/${seatsProperty.id}`, { object: 'contact_property', id: seatsProperty.id });
    await open('/contact-properties');
    await button('Create property').click();
    await field('Key').fill('visits');
    await app.page.getByLabel('Type').selectOption('Number');
    await field('Fallback value').fill('many');
    await button('Save').click();
    await app.page.getByText('Enter a number, or leave it empty.').waitFor();
    await field('Fallback value').fill('7');
    await save();
    await choose('seats', 'Edit');
    await field('Fallback value').fill('1');
    await save();
    expect(sent('POST')).toEqual([['/contact-properties', { key: 'visits', type: 'number', fallback_value: 7 }]]);
    expect(sent('PATCH')).toEqual([[`/contact-properties/${seatsProperty.id}`, { fallback_value: 1 }]]);
    expect(app.complaints).toEqual([]);
  });
});
