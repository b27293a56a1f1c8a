import { exportUseCases } from '../../../../application/export/use-cases.js';
import { ExportsController } from './exports.controller.js';
import type { HttpPart } from '../../http-part.js';

export const exportsHttp = {
  controllers: [ExportsController],
  useCases: exportUseCases,
} satisfies HttpPart;
