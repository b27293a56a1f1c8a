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
  `The editor document from which \`html\` was generated, at most ${maxDocumentBytes} bytes. Send it together with \`html\`. If you send \`html\` without it, the stored document is removed. Posthorn only: other servers of this API do not have it.`,
);
/** A document needs its html beside it. */
export const withHtml: AbsenceRule = (body) =>
  isGiven(body, 'document') && typeof membersOf(body)['html'] !== 'string'
    ? missing('Missing `html` field. It is written from `document`, so they come together.')
    : undefined;
const isGiven = (body: object, name: string): boolean =>
  typeof membersOf(body)[name] === 'object' && membersOf(body)[name] !== null;
