import { readdirSync, readFileSync } from 'node:fs';
import { documentIn, type EmailDocument } from '../../../dashboard/src/rooms/broadcasts/editor/email/document.js';

const folder = new URL('../../fixtures/broadcast-documents/', import.meta.url);

/** Ten emails as people write them, by their names. */
export const broadcastDocuments: ReadonlyMap<string, EmailDocument> = new Map(
  readdirSync(folder).map((file) => {
    const document = documentIn(JSON.parse(readFileSync(new URL(file, folder), 'utf8')));
    if (document === undefined) throw new Error(`${file} is no document of the editor`);
    return [file.replace('.json', ''), document] as const;
  }),
);
