import { z } from 'zod';
import { type ImageUse, ListImageUses, type UsedImage } from '../../../application/content-use/image-uses.js';
import {
  DeleteImage,
  ListImages,
  LoadImage,
  maxImageBytes,
  type ServedImage,
  UploadImage,
} from '../../../application/image/images.js';
import { ListSocialIcons } from '../../../application/image/social-icons.js';
import { imageTypes } from '../../../domain/image/image.js';
import { invalid } from '../edge/errors/api-error.js';
import type { HttpOptions } from '../edge/http-options.js';
import { inList, readPage } from '../edge/page.js';
import { restTimestamp } from '../edge/timestamp.js';
import { httpPart } from '../http-part.js';
import { allOrPage, type Answer, invalidBody } from '../openapi/operation.js';
import { get, post, remove } from '../openapi/served.js';
import { createdAt, listOf as examplesOf } from '../openapi/shared-examples.js';
import { deleted, id, listOf, loggedText, oneDeleted, timestamp } from '../openapi/shared-schemas.js';
import { contentUse, presentUse as presentContentUse } from '../saved-blocks/saved-blocks.operations.js';
import { imageForm, uploadedImage } from './image-form.js';
import { ImageController } from './image.controller.js';

const object = 'image' as const;
const members = {
  id,
  url: z.url().describe('Anyone who has it can load the image, until it is deleted.'),
  content_type: z.enum(imageTypes),
  name: loggedText.nullable().describe('What the file was called. Null where it had no name.'),
  size: z.int().min(1).describe('Bytes.'),
  width: z.int().min(1).nullable().describe('Natural width in pixels. Null where it is not known.'),
  height: z.int().min(1).nullable(),
  created_at: timestamp,
};
const row = z.strictObject(members);
const whole = z.strictObject({ object: z.literal(object), ...members });

const presentWith =
  ({ publicUrl }: Pick<HttpOptions, 'publicUrl'>) =>
  ({ image, servedAs }: ServedImage): Answer<typeof row> => ({
    id: image.id,
    url: `${publicUrl}/images/${servedAs}`,
    content_type: image.contentType,
    name: image.name,
    size: image.bytes,
    width: image.size?.widthPx ?? null,
    height: image.size?.heightPx ?? null,
    created_at: restTimestamp(image.createdAt),
  });

const imageId = '019a3f5e-7c1a-7d30-9c4b-1b1d0f2a3c11';
const shown = {
  id: imageId,
  url: 'https://mail.example.com/images/AZo_XnwafTCcSxsdDyo8EYc3pTqvO8dZ9bR1xT0mZ2M.gif',
  content_type: 'image/gif',
  name: 'pixel.gif',
  size: 29,
  width: 1,
  height: 1,
  created_at: createdAt,
} as const;

const uploadImage = post({
  path: '/dashboard-api/images',
  summary: 'Upload an image',
  description: `PNG, JPEG, GIF or WebP, at most ${maxImageBytes} bytes, as \`file\` of a form. It gets an address that anyone who has it can load.`,
  form: imageForm,
  status: 201,
  answer: whole,
  errors: invalidBody,
  examples: {
    uploaded: {
      summary: 'A GIF',
      request: {
        file: 'GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000,\u0000\u0000\u0000\u0000\u0001\u0000\u0001\u0000\u0000\u0002\u0002D\u0001\u0000;',
      },
      answer: { object, ...shown },
    },
  },
  runs: UploadImage,
  input: ({ context, request }) => ({ context, file: () => uploadedImage(request) }),
  present: (image, { options }) => ({ object, ...presentWith(options)(image) }),
});
const listImages = get({
  path: '/dashboard-api/images',
  summary: 'List images, newest first',
  parameters: allOrPage,
  answer: listOf(row),
  examples: { list: { summary: 'One image', answer: examplesOf(shown) } },
  runs: ListImages,
  input: ({ teamId, query }) => ({ teamId, page: readPage(query) }),
  present: (page, { options }) => inList(presentWith(options))(page),
});
const used = z.strictObject({
  id: id.describe('Of the image.'),
  alt: loggedText.nullable().describe('The description that it was given last in the editor. Null where it has none.'),
  uses: z.array(
    z.strictObject({
      kind: z.enum(['broadcast', 'template', 'saved_block', 'brand']),
      id: id.nullable().describe('Null for the brand of the team.'),
      name: loggedText.nullable(),
      status: contentUse.shape.status.describe('Null for what is no broadcast.'),
    }),
  ),
});
function presentUse(use: ImageUse): Answer<typeof used>['uses'][number] {
  if (use.kind === 'brand') return { kind: use.kind, id: null, name: null, status: null };
  if (use.kind === 'saved-block') return { kind: 'saved_block', id: use.id, name: use.name, status: null };
  return presentContentUse(use);
}
const listUses = get({
  path: '/dashboard-api/image-uses',
  summary: 'List where images are used',
  description:
    'In broadcasts, also those that were sent, in templates as drafts and as published, in saved blocks and in the brand. An image that is in none is not listed. `has_more`: there are older contents that were not read.',
  answer: listOf(used),
  examples: {
    uses: {
      summary: 'One is used in a draft',
      answer: examplesOf({
        id: imageId,
        alt: 'A horse',
        uses: [
          {
            kind: 'broadcast',
            id: '019a3f5e-7c1a-7d30-9c4b-8b1d0f2a3d44',
            name: 'November news',
            status: 'draft',
          },
        ],
      } as const),
    },
  },
  runs: ListImageUses,
  input: ({ teamId }) => ({ teamId }),
  isLongRead: () => true,
  present: ({ images, isWhole }) => ({
    object: 'list' as const,
    has_more: !isWhole,
    data: images.map(({ id: usedId, alt, uses }: UsedImage) => ({ id: usedId, alt, uses: uses.map(presentUse) })),
  }),
});
const deleteImage = remove({
  path: '/dashboard-api/images/{id}',
  summary: 'Delete an image',
  description: 'Emails that show it, also those that were sent, show nothing there from then on.',
  answer: oneDeleted(object),
  examples: { deleted: { summary: 'It is gone', answer: { object, id: imageId, deleted: true } } },
  runs: DeleteImage,
  input: ({ context, path }) => ({ context, imageId: path.id }),
  present: deleted(object),
});
const icon = z.strictObject({
  name: z.string(),
  title: z.string().describe('As the network calls itself.'),
  url: z.url().describe('For emails: without a key, the same bytes as long as this server is there.'),
});
const listSocialIcons = get({
  path: '/dashboard-api/social-icons',
  summary: 'Icons for links to profiles of social networks',
  answer: listOf(icon),
  errors: {},
  examples: {
    list: {
      summary: 'One of them',
      answer: examplesOf({
        name: 'linkedin',
        title: 'LinkedIn',
        url: 'https://mail.example.com/images/social-linkedin.png',
      }),
    },
  },
  runs: ListSocialIcons,
  input: () => undefined,
  present: (icons, { options }) => ({
    object: 'list' as const,
    has_more: false,
    data: icons.map(({ name, title, file }) => ({ name, title, url: `${options.publicUrl}/images/${file}` })),
  }),
});

export const imagesHttp = httpPart({
  tag: { name: 'Images', description: 'Images for emails, hosted by this server.' },
  noun: 'Image',
  operations: [uploadImage, listImages, listUses, deleteImage, listSocialIcons],
  controllers: [ImageController],
  useCases: [LoadImage],
  refusals: {
    'no-image': () => invalid('Invalid `file` field. It must be a PNG, JPEG, GIF or WebP image.'),
    'damaged-image': () =>
      invalid('Invalid `file` field. The image is damaged, or not all of it was sent. Save it again, and upload that.'),
  },
});
