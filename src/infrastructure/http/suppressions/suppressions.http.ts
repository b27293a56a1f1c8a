import { suppressionUseCases } from '../../../application/suppression/use-cases.js';
import { SuppressionsController } from './suppressions.controller.js';
import type { HttpPart } from '../http-part.js';

export const suppressionsHttp = {
  tag: { name: 'Suppressions', description: 'Addresses that nothing is sent to.' },
  controllers: [SuppressionsController],
  useCases: suppressionUseCases,
} satisfies HttpPart;
