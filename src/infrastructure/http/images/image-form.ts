import type { FastifyRequest } from 'fastify';
import { type GivenFile, maxImageBytes } from '../../../application/image/images.js';
import { tooMuchAtOnce } from '../edge/body-errors.js';
import { ApiError, invalid } from '../edge/errors/api-error.js';
import type { JsonSchema } from '../edge/field.js';
import { UploadBody } from '../edge/upload-body.js';

/** What a form takes beside the file. */
const maxOtherBytes = 64 * 1024;
const mostNameCharacters = 120;

export const imageForm: JsonSchema = {
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', format: 'binary', description: 'PNG, JPEG, GIF or WebP.' } },
};

/** The file of a form, whole: it is small, and its first bytes say what it is. */
export async function uploadedImage({ body, holdBytes }: FastifyRequest): Promise<GivenFile> {
  if (!(body instanceof UploadBody)) {
    throw invalid('The request body must be a form with a file, sent with `Content-Type: multipart/form-data`.');
  }
  let image: GivenFile | undefined;
  const take = async (content: AsyncIterable<Buffer>, fileName: string | null): Promise<void> => {
    image = { bytes: await imageIn(content, holdBytes), name: nameOf(fileName ?? '') };
  };
  await body.read({ maxBytes: maxImageBytes + maxOtherBytes, fields: [], file: 'file', take });
  if (image === undefined) throw new ApiError(422, 'missing_required_field', 'Missing `file` field.');
  return image;
}

/** Without folders and what cannot be shown. */
function nameOf(fileName: string): string | null {
  const [last = ''] = fileName.split(/[/\\]/).slice(-1);
  const shown = last.replaceAll(/%22|%0[AD]|\p{C}/giu, ' ').trim();
  return shown === '' ? null : [...shown].slice(0, mostNameCharacters).join('');
}

async function imageIn(content: AsyncIterable<Buffer>, hold: (bytes: number) => boolean): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of content) {
    length += chunk.length;
    if (length > maxImageBytes) {
      const message = `The image is too large. It may have at most ${maxImageBytes} bytes: make it smaller, or save it as WebP.`;
      throw new ApiError(413, 'validation_error', message);
    }
    if (!hold(chunk.length)) throw tooMuchAtOnce();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
