import { AddSuppressions, RemoveSuppressions } from '../../../application/suppression/manage-suppressions.js';
import { GetSuppression, ListSuppressions } from '../../../application/suppression/read-suppressions.js';
import { SuppressionsController } from './suppressions.controller.js';
import type { HttpPart } from '../http-part.js';

export const suppressionsHttp = {
  tag: { name: 'Suppressions', description: 'Addresses that nothing is sent to.' },
  controllers: [SuppressionsController],
  useCases: [AddSuppressions, RemoveSuppressions, ListSuppressions, GetSuppression],
} satisfies HttpPart;
