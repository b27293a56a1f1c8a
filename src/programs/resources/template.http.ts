import { templateRoomHttp } from '../../infrastructure/http/dashboard/templates/template-room.operations.js';
import type { HttpPart } from '../../infrastructure/http/http-part.js';
import { templatesHttp } from '../../infrastructure/http/templates/templates.operations.js';

/** What programs ask of templates, and what only the page does. */
export const templateHttp = {
  ...templatesHttp,
  controllers: [...templatesHttp.controllers, ...templateRoomHttp.controllers],
  useCases: [...templatesHttp.useCases, ...templateRoomHttp.useCases],
} satisfies HttpPart;
