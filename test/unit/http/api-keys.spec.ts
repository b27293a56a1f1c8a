import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CreateApiKey } from '../../../src/application/api-key/manage-api-keys.js';
import { changedApiKey, createdApiKey, deletedApiKey } from '../../support/answers.js';
import { apiKeyId, domainId, teamId } from '../../support/http-documents.js';
import { type HttpServer, startHttpServer } from '../../support/http-server.js';

describe('the API-key endpoints', () => {
  let server: HttpServer;
  const created: CreateApiKey[] = [];

  beforeAll(async () => {
    server = await startHttpServer();
    server.application.createApiKey = (command) => {
      created.push(command);
      return { id: apiKeyId, token: 're_shown_once' };
    };
  });
  afterAll(() => server.close());

  it('create: 201 with the token', async () => {
    const answer = await server.call('POST', '/api-keys', { body: { name: 'Production' } });
    expect(answer.status).toBe(201);
    expect(createdApiKey.parse(answer.body)).toEqual({ object: 'api_key', id: apiKeyId, token: 're_shown_once' });
    expect(created.at(-1)).toMatchObject({
      context: { teamId },
      name: 'Production',
      permission: 'full_access',
      domainId: null,
    });
  });

  it('create: a sending key of one domain', async () => {
    const body = { name: 'n'.repeat(50), permission: 'sending_access', domain_id: domainId.toUpperCase() };
    expect((await server.call('POST', '/api-keys', { body })).status).toBe(201);
    expect(created.at(-1)).toMatchObject({ permission: 'sending_access', domainId });
  });

  it.each([
    [{}, 'missing_required_field', 'Missing `name` field.'],
    [{ name: 'n'.repeat(51) }, 'validation_error', '`name`'],
    [{ name: 'a\nb' }, 'validation_error', '`name`'],
    [{ name: 1 }, 'validation_error', '`name`'],
    [{ name: 'a', permission: 'admin' }, 'invalid_access', '`permission`'],
    [{ name: 'a', permission: 1 }, 'invalid_access', '`permission`'],
    [{ name: 'a', permission: 'sending_access', domain_id: 'example.com' }, 'validation_error', '`domain_id`'],
    [{ name: 'a', permission: 'full_access', domain_id: domainId }, 'validation_error', '`domain_id`'],
    [{ name: 'a', domain_id: domainId }, 'validation_error', '`domain_id`'],
    [[], 'validation_error', 'The request body'],
  ])('create refuses %j', async (body, name, part) => {
    const answer = await server.call('POST', '/api-keys', { body });
    expect(answer).toMatchObject({
      status: 422,
      body: { statusCode: 422, name, message: expect.stringContaining(part) },
    });
  });

  it('create: a domain that the team does not have', async () => {
    const usual = server.application.createApiKey;
    server.application.createApiKey = () => ({ refused: 'domain-not-found' });
    const body = { name: 'a', permission: 'sending_access', domain_id: domainId };
    const answer = await server.call('POST', '/api-keys', { body });
    server.application.createApiKey = usual;
    expect(answer).toMatchObject({
      status: 422,
      body: { name: 'validation_error', message: expect.stringContaining('`domain_id`') },
    });
  });

  it('rename', async () => {
    server.application.renameApiKey = ({ apiKeyId: id, name }) => (name === 'New' ? { id } : { refused: 'not-found' });
    const answer = await server.call('PATCH', `/api-keys/${apiKeyId}`, { body: { name: 'New' } });
    expect(answer.status).toBe(200);
    expect(changedApiKey.parse(answer.body)).toEqual({ object: 'api_key', id: apiKeyId });
    expect(await server.call('PATCH', `/api-keys/${apiKeyId}`, { body: {} })).toMatchObject({
      status: 422,
      body: { name: 'missing_required_field', message: 'Missing `name` field.' },
    });
  });

  it('delete, also with the empty JSON body that some clients send', async () => {
    server.application.deleteApiKey = ({ apiKeyId: id }) => ({ id });
    const jsonType = { 'content-type': 'application/json' };
    for (const options of [{}, { headers: jsonType }, { body: '{}' }, { body: '', headers: jsonType }]) {
      const answer = await server.call('DELETE', `/api-keys/${apiKeyId}`, options);
      expect(answer.status).toBe(200);
      expect(deletedApiKey.parse(answer.body)).toEqual({ object: 'api_key', id: apiKeyId, deleted: true });
    }
  });

  it('503 with a time to come back while the engines cannot write', async () => {
    const unavailable = () => ({ refused: 'unavailable', retryAfterSeconds: 9 }) as const;
    Object.assign(server.application, {
      createApiKey: unavailable,
      renameApiKey: unavailable,
      deleteApiKey: unavailable,
    });
    for (const [method, path] of [
      ['POST', ''],
      ['PATCH', `/${apiKeyId}`],
      ['DELETE', `/${apiKeyId}`],
    ] as const) {
      const answer = await server.call(method, `/api-keys${path}`, { body: { name: 'a' } });
      expect(answer).toMatchObject({ status: 503, body: { name: 'application_error' } });
      expect(answer.headers.get('retry-after')).toBe('9');
    }
  });
});
