import { maxDocumentBytes, readDocument } from '../../../application/broadcast/written-document.js';
import type { WrittenDocument } from '../../../domain/template/content.js';
import { type AbsenceRule, described, type FieldRule, missing } from '../edge/field.js';
import { orNull } from '../edge/rules.js';
import { membersOf } from '../../../domain/shared/members.js';

export const writtenDocument: FieldRule<WrittenDocument> = {
  schema: { type: 'object' },
  parse(value, field) {
    const read = readDocument(value);
    return 'problem' in read ? { problem: `Invalid \`${field}\` field. ${read.problem}` } : { value: read.document };
  },
};
export const documentField = described(
  orNull(writtenDocument),
  `What the editor wrote \`html\` from, at most ${maxDocumentBytes} bytes; \`html\` comes with it. Html without it drops the one that was there. An extra of this server.`,
);
/** A document needs its html beside it. */
export const withHtml: AbsenceRule = (body) =>
  isGiven(body, 'document') && typeof membersOf(body)['html'] !== 'string'
    ? missing('Missing `html` field. It is written from `document`, so they come together.')
    : undefined;
const isGiven = (body: object, name: string): boolean =>
  typeof membersOf(body)[name] === 'object' && membersOf(body)[name] !== null;
