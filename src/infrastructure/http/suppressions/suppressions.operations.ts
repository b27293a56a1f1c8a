import { AddSuppressionBody, AddSuppressionsBody, RemoveSuppressionsBody } from './suppressions.bodies.js';
import { bodySchema } from '../edge/field.js';
import { suppressionOrigins } from './suppression-reference.js';
import { invalidBody, listErrors, oneErrors, type Operation, page, query } from '../openapi/operation.js';
import * as schemas from '../openapi/schemas.js';

const key = {
  in: 'path',
  name: 'suppression',
  required: true,
  schema: { type: 'string' },
  description: 'The id of the entry, or its email address, URL-encoded.',
};

export const suppressionOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/suppressions',
    summary: 'Put an address on the suppression list',
    description:
      'For good. Adding it again changes nothing and is answered with the same id. `scope` widens an entry, never narrows it.',
    access: 'full',
    body: bodySchema(AddSuppressionBody),
    status: 201,
    answer: schemas.addedSuppression,
    errors: invalidBody,
  },
  {
    method: 'get',
    path: '/suppressions',
    summary: 'List suppressed addresses, newest first',
    access: 'full',
    parameters: [
      query('origin', { type: 'string', enum: suppressionOrigins }, 'Only entries that came about this way.'),
      ...page,
    ],
    status: 200,
    answer: schemas.suppressionList,
    errors: listErrors,
  },
  {
    method: 'post',
    path: '/suppressions/batch/add',
    summary: 'Put up to 100 addresses on the list',
    access: 'full',
    body: bodySchema(AddSuppressionsBody),
    status: 201,
    answer: schemas.addedSuppressions,
    errors: invalidBody,
  },
  {
    method: 'post',
    path: '/suppressions/batch/remove',
    summary: 'Take up to 100 entries off the list',
    description: 'Named by `emails` or by `ids`. What is not on the list is answered with `deleted: false`.',
    access: 'full',
    body: bodySchema(RemoveSuppressionsBody),
    status: 200,
    answer: schemas.removedSuppressions,
    errors: invalidBody,
  },
  {
    method: 'get',
    path: '/suppressions/{suppression}',
    summary: 'Get an entry of the list',
    access: 'full',
    parameters: [key],
    status: 200,
    answer: schemas.oneSuppression,
    errors: oneErrors,
  },
  {
    method: 'delete',
    path: '/suppressions/{suppression}',
    summary: 'Take an address off the list',
    access: 'full',
    parameters: [key],
    status: 200,
    answer: schemas.removedSuppression,
    errors: oneErrors,
  },
];
