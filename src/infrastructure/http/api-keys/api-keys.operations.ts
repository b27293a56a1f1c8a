import { CreateApiKeyBody, RenameApiKeyBody } from './api-keys.bodies.js';
import { bodySchema } from '../edge/field.js';
import { get, id, invalidBody, listErrors, oneErrors, type Operation } from '../openapi/operation.js';
import * as schemas from '../openapi/schemas.js';

export const apiKeyOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/api-keys',
    summary: 'Create an API key',
    access: 'full',
    body: bodySchema(CreateApiKeyBody),
    status: 201,
    answer: schemas.createdApiKey,
    errors: { ...invalidBody, 422: ['invalid_access', 'missing_required_field', 'validation_error'] },
  },
  get('/api-keys', 'List API keys, newest first; all of them without a limit', schemas.apiKeyList, listErrors),
  {
    method: 'patch',
    path: '/api-keys/{id}',
    summary: 'Rename an API key',
    access: 'full',
    body: bodySchema(RenameApiKeyBody),
    parameters: [id],
    status: 200,
    answer: schemas.changedApiKey,
    errors: {
      ...invalidBody,
      404: ['not_found'],
      422: ['invalid_parameter', 'missing_required_field', 'validation_error'],
    },
  },
  {
    method: 'delete',
    path: '/api-keys/{id}',
    summary: 'Delete an API key',
    access: 'full',
    parameters: [id],
    status: 200,
    answer: schemas.deletedApiKey,
    errors: oneErrors,
  },
];
