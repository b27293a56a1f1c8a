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
const name = described(text(60), 'The name of the saved block, which only the team sees.');
const document = described(
  writtenDocument,
  'The editor document with the blocks, without the unsubscribe footer and without styles.',
);

class CreateSavedBlockBody {
  @Field(name, required) name!: string;
  @Field(
    described(
      trueOrFalse,
      'Whether emails contain the block as synced content, which changes with it. If false (default), emails get a copy.',
    ),
  )
  synced: boolean | undefined;
  @Field(document, required) document!: WrittenDocument;
}
class ChangeSavedBlockBody {
  @Field(name) name: string | undefined;
  @Field(document) document: WrittenDocument | undefined;
  @Field(
    described(
      number(1, 1_000_000, true),
      'The `version` of the saved block that you changed. If it has another version now, the request returns 409 and saves nothing.',
    ),
  )
  version: number | undefined;
}

const members = {
  id,
  name: loggedText,
  synced: z.boolean(),
  version: z
    .int()
    .min(1)
    .describe(
      'The version of the blocks, which starts at 1 and increases with each change. Documents with the synced block contain the version they have.',
    ),
  created_at: timestamp,
  updated_at: timestamp,
};
const row = z.strictObject(members);
const whole = z.strictObject({
  object: z.literal(object),
  ...members,
  document: z
    .record(z.string(), z.unknown())
    .describe('The editor document with the blocks that the editor inserts into an email.'),
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
  summary: 'Create a saved block',
  body: CreateSavedBlockBody,
  status: 201,
  answer: oneChanged(object),
  examples: { created: { summary: 'A synced line', request, answer: one } },
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
  examples: { list: { summary: 'A list with one saved block', answer: examplesOf(shown) } },
  runs: ListSavedBlocks,
  input: ({ teamId, query }) => ({ teamId, page: readPage(query) }),
  present: inList(present),
});
const getSavedBlock = get({
  path: '/dashboard-api/saved-blocks/{id}',
  summary: 'Get a saved block with its content',
  answer: whole,
  examples: { one: { summary: 'A saved block', answer: { object, ...shown, document: written } } },
  runs: GetSavedBlock,
  input: ({ teamId, path }) => ({ teamId, savedBlockId: path.id }),
  present: (found) => ({ object, ...present(found.block), document: { ...found.document } }),
});
const changeSavedBlock = patch({
  path: '/dashboard-api/saved-blocks/{id}',
  summary: 'Change a saved block',
  description:
    'Fields that you omit do not change. The dashboard updates the drafts and templates that use a synced block; until then, their documents contain the version they have. Scheduled and sent broadcasts and published templates keep their blocks.',
  body: ChangeSavedBlockBody,
  answer: oneChanged(object),
  errors: { 404: ['not_found'], 409: ['validation_error'], 422: ['invalid_parameter', 'validation_error'] },
  examples: { renamed: { summary: 'A new name', request: { name: 'Questions' }, answer: one } },
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
  description: 'Emails that use the saved block keep its current content.',
  answer: oneDeleted(object),
  examples: { deleted: { summary: 'A deleted saved block', answer: { ...one, deleted: true } } },
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
    .describe('The status of the broadcast. Null for templates.'),
});
export const presentUse = ({ kind, id: usedBy, name: called, status }: ContentUse): Answer<typeof contentUse> => ({
  ...{ kind, id: usedBy, name: called, status },
});
const listUses = get({
  path: '/dashboard-api/saved-blocks/{id}/uses',
  summary: 'List the drafts, scheduled broadcasts, and templates that use a synced block',
  description: 'If `has_more` is true, older drafts, broadcasts, and templates were not searched.',
  answer: listOf(contentUse),
  examples: {
    uses: {
      summary: 'A draft that uses the block',
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
  tag: { name: 'Saved blocks', description: 'Blocks that a team uses in several emails, as copies or synced.' },
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
