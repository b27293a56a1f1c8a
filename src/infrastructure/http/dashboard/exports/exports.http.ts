import { DeleteExport } from '../../../../application/export/delete-export.js';
import { GetExport, GetExportFile, ListExports, RequestExport } from '../../../../application/export/exports.js';
import { ExportsController } from './exports.controller.js';
import type { HttpPart } from '../../http-part.js';

export const exportsHttp = {
  controllers: [ExportsController],
  useCases: [RequestExport, DeleteExport, ListExports, GetExport, GetExportFile],
} satisfies HttpPart;
