import { CreateDomainBody, UpdateDomainBody } from '../../body/domain.bodies.js';
import { bodySchema } from '../../body/field.js';
import { get, id, invalidBody, listErrors, oneErrors, type Operation } from '../operation.js';
import * as schemas from '../schemas.js';

export const domainOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/domains',
    summary: 'Create a domain',
    description: 'A name belongs to one team. Publish the records of the answer, then ask for a check.',
    access: 'full',
    body: bodySchema(CreateDomainBody),
    status: 201,
    answer: schemas.domain,
    errors: {
      ...invalidBody,
      403: ['validation_error'],
      422: ['invalid_region', 'missing_required_field', 'validation_error'],
    },
  },
  get('/domains', 'List domains, newest first; all of them without a limit', schemas.domainList, listErrors),
  get('/domains/{id}', 'Get a domain and its DNS records', schemas.domain),
  {
    method: 'patch',
    path: '/domains/{id}',
    summary: 'Change the settings of a domain',
    description: 'Its name and its region stay what they are.',
    access: 'full',
    body: bodySchema(UpdateDomainBody),
    parameters: [id],
    status: 200,
    answer: schemas.changedDomain,
    errors: {
      ...invalidBody,
      403: ['validation_error'],
      404: ['not_found'],
      422: ['invalid_parameter', 'validation_error'],
    },
  },
  {
    method: 'delete',
    path: '/domains/{id}',
    summary: 'Delete a domain',
    description: 'Its keys are destroyed, and its name is free for every team.',
    access: 'full',
    parameters: [id],
    status: 200,
    answer: schemas.deletedDomain,
    errors: { ...oneErrors, 403: ['validation_error'] },
  },
  {
    method: 'post',
    path: '/domains/{id}/verify',
    summary: 'Check the DNS records of a domain',
    description: 'The check runs after the answer, and asks DNS afresh. Get the domain to see what it found.',
    access: 'full',
    parameters: [id],
    status: 200,
    answer: schemas.changedDomain,
    errors: { ...oneErrors, 403: ['validation_error'] },
  },
];
