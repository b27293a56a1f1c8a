import { DeleteExport } from './delete-export.js';
import { GetExport, GetExportFile, ListExports, RequestExport } from './exports.js';

export const exportUseCases = [RequestExport, DeleteExport, ListExports, GetExport, GetExportFile];
