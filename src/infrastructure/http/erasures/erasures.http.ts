import { GetErasure, ListErasures } from '../../../application/erasure/read-erasures.js';
import { RequestErasure } from '../../../application/erasure/request-erasure.js';
import { ErasuresController } from './erasures.controller.js';
import type { HttpPart } from '../http-part.js';

export const erasuresHttp = {
  controllers: [ErasuresController],
  useCases: [RequestErasure, ListErasures, GetErasure],
} satisfies HttpPart;
