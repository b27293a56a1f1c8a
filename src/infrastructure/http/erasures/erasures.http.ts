import { erasureUseCases } from '../../../application/erasure/use-cases.js';
import { ErasuresController } from './erasures.controller.js';
import type { HttpPart } from '../http-part.js';

export const erasuresHttp = {
  controllers: [ErasuresController],
  useCases: erasureUseCases,
} satisfies HttpPart;
