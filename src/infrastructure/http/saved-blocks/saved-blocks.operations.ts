import { z } from 'zod';
import { type ContentUse, GetSavedBlockUses } from '../../../application/content-use/content-uses.js';
import {
  ChangeSavedBlock,
  CreateSavedBlock,
  DeleteSavedBlock,
  GetSavedBlock,
  ListSavedBlocks,
} from '../../../application/saved-block/saved-blocks.js';
import type { WrittenDocument } from '../../../domain/template/content.js';
import type { SavedBlockDocument } from '../../../projections/saved-blocks/saved-blocks.projection.js';
import { ApiError, invalid } from '../edge/errors/api-error.js';
import { described, Field, required } from '../edge/field.js';
import { inList, readPage } from '../edge/page.js';
import { number, text, trueOrFalse } from '../edge/rules.js';
import { restTimestamp } from '../edge/timestamp.js';
import { httpPart } from '../http-part.js';
import { allOrPage, type Answer } from '../openapi/operation.js';
import { get, patch, post, remove } from '../openapi/served.js';
import { createdAt, listOf as examplesOf } from '../openapi/shared-examples.js';
import {
  changed,
  deleted,
  id,
  listOf,
  loggedText,
  oneChanged,
  oneDeleted,
  timestamp,
} from '../openapi/shared-schemas.js';
import { writtenDocument } from '../templates/document.field.js';

const object = 'saved_block' as const;
const name = described(text(60), 'What people of the team call it.');
const document = described(writtenDocument, 'Its blocks, as the editor writes them, without footer and style.');

class CreateSavedBlockBody {
  @Field(name, required) name!: string;
  @Field(described(trueOrFalse, 'Emails that have it follow it; otherwise they get a copy.'))
  synced: boolean | undefined;
  @Field(document, required) document!: WrittenDocument;
}
class ChangeSavedBlockBody {
  @Field(name) name: string | undefined;
  @Field(document) document: WrittenDocument | undefined;
  @Field(described(number(1, 1_000_000, true), 'The version that was changed. With another one there, nothing is.'))
  version: number | undefined;
}

const members = {
  id,
  name: loggedText,
  synced: z.boolean(),
  version: z.int().min(1).describe('From 1, with each change of the blocks. A document that follows it says its own.'),
  created_at: timestamp,
  updated_at: timestamp,
};
const row = z.strictObject(members);
const whole = z.strictObject({
  object: z.literal(object),
  ...members,
  document: z.record(z.string(), z.unknown()).describe('What the editor puts into an email.'),
});

const present = (block: SavedBlockDocument): Answer<typeof row> => ({
  id: block.id,
  name: block.name,
  synced: block.isSynced,
  version: block.version,
  created_at: restTimestamp(block.createdAt),
  updated_at: restTimestamp(block.updatedAt),
});

const savedBlockId = '019a3f5e-7c1a-7d30-9c4b-4e1d0f2a3c21';
const one = { object, id: savedBlockId };
const written = {
  schema: 'posthorn.broadcast',
  version: 1,
  doc: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Questions? Reply.' }] }] },
  style: {},
} as const;
const request = { name: 'Contact line', synced: true, document: written };
const shown = {
  ...{ id: savedBlockId, name: 'Contact line', synced: true, version: 1, created_at: createdAt, updated_at: createdAt },
};

const createSavedBlock = post({
  path: '/dashboard-api/saved-blocks',
  summary: 'Save blocks for other emails',
  body: CreateSavedBlockBody,
  status: 201,
  answer: oneChanged(object),
  examples: { created: { summary: 'A line that emails follow', request, answer: one } },
  runs: CreateSavedBlock,
  input: ({ context, body }) => ({
    context,
    name: body.name,
    isSynced: body.synced ?? false,
    document: body.document,
  }),
  present: changed(object),
});
const listSavedBlocks = get({
  path: '/dashboard-api/saved-blocks',
  summary: 'List saved blocks, newest first',
  parameters: allOrPage,
  answer: listOf(row),
  examples: { list: { summary: 'One of them', answer: examplesOf(shown) } },
  runs: ListSavedBlocks,
  input: ({ teamId, query }) => ({ teamId, page: readPage(query) }),
  present: inList(present),
});
const getSavedBlock = get({
  path: '/dashboard-api/saved-blocks/{id}',
  summary: 'Get a saved block with its blocks',
  answer: whole,
  examples: { one: { summary: 'As it is now', answer: { object, ...shown, document: written } } },
  runs: GetSavedBlock,
  input: ({ teamId, path }) => ({ teamId, savedBlockId: path.id }),
  present: (found) => ({ object, ...present(found.block), document: { ...found.document } }),
});
const changeSavedBlock = patch({
  path: '/dashboard-api/saved-blocks/{id}',
  summary: 'Change a saved block',
  description:
    'What is left out stays. Drafts and templates that follow it are written again by the dashboard, and say until then which version they have; what was scheduled, sent or published keeps its blocks.',
  body: ChangeSavedBlockBody,
  answer: oneChanged(object),
  errors: { 404: ['not_found'], 409: ['validation_error'], 422: ['invalid_parameter', 'validation_error'] },
  examples: { renamed: { summary: 'Another name', request: { name: 'Questions' }, answer: one } },
  runs: ChangeSavedBlock,
  input: ({ context, path, body }) => ({
    context,
    savedBlockId: path.id,
    name: body.name,
    document: body.document,
    version: body.version,
  }),
  present: changed(object),
});
const deleteSavedBlock = remove({
  path: '/dashboard-api/saved-blocks/{id}',
  summary: 'Delete a saved block',
  description: 'Emails that have it keep its blocks, as they are now.',
  answer: oneDeleted(object),
  examples: { deleted: { summary: 'It is offered no more', answer: { ...one, deleted: true } } },
  runs: DeleteSavedBlock,
  input: ({ context, path }) => ({ context, savedBlockId: path.id }),
  present: deleted(object),
});

/** Where something stands. */
export const contentUse = z.strictObject({
  kind: z.enum(['broadcast', 'template']),
  id,
  name: loggedText,
  status: z
    .enum(['draft', 'scheduled', 'queued', 'sent', 'canceled'])
    .nullable()
    .describe('Null for the draft of a template.'),
});
export const presentUse = ({ kind, id: usedBy, name: called, status }: ContentUse): Answer<typeof contentUse> => ({
  ...{ kind, id: usedBy, name: called, status },
});
const listUses = get({
  path: '/dashboard-api/saved-blocks/{id}/uses',
  summary: 'List the drafts, scheduled broadcasts and templates that follow a saved block',
  description: '`has_more`: there are older ones that were not read.',
  answer: listOf(contentUse),
  examples: {
    uses: {
      summary: 'A draft',
      answer: examplesOf({
        kind: 'broadcast',
        id: '019a3f5e-7c1a-7d30-9c4b-8b1d0f2a3d44',
        name: 'November news',
        status: 'draft',
      } as const),
    },
  },
  runs: GetSavedBlockUses,
  input: ({ teamId, path }) => ({ teamId, savedBlockId: path.id }),
  isLongRead: () => true,
  present: ({ uses, isWhole }) => ({ object: 'list' as const, has_more: !isWhole, data: uses.map(presentUse) }),
});

export const savedBlocksHttp = httpPart({
  tag: { name: 'Saved blocks', description: 'Blocks of a team that its emails have as a copy, or follow.' },
  noun: 'Saved block',
  operations: [createSavedBlock, listSavedBlocks, getSavedBlock, changeSavedBlock, deleteSavedBlock, listUses],
  refusals: {
    'too-many': ({ most }) => invalid(`A team has at most ${most} saved blocks. Delete one first.`),
    'unfit-block': () =>
      invalid('Invalid `document` field. It must have blocks, but no unsubscribe footer and no synced block.'),
    changed: () =>
      new ApiError(409, 'validation_error', 'The saved block was changed meanwhile. Read it, and change it again.'),
  },
});
