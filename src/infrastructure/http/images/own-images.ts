import { LoadImage, type LoadedImage } from '../../../application/image/images.js';
import type { Asked } from '../openapi/served.js';

/** For one preview; those beyond are not shown. */
const mostImages = 40;
const mostBytes = 8 * 1024 * 1024;

interface WithOwnImages {
  readonly html: string;
  /** By content id, as `data:` addresses. */
  readonly inline: Readonly<Record<string, string>>;
}

/**
 * For a frame that asks no host for anything: the images that were uploaded here come with the html, named by content
 * ids (RFC 2392) in place of their addresses.
 */
export async function withOwnImages(
  html: string,
  { options, execute }: Pick<Asked, 'options' | 'execute'>,
): Promise<WithOwnImages> {
  const prefix = `${options.publicUrl}/images/`.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const source = new RegExp(
    String.raw`(\bsrc\s{0,4}=\s{0,4}["']?)${prefix}([\w-]{1,100}\.[a-z]{1,5})(?=["'\s>])`,
    'gi',
  );
  const inline: Record<string, string> = {};
  let bytes = 0;
  for (const name of new Set(Array.from(html.matchAll(source), ([, , found = '']) => found))) {
    if (Object.keys(inline).length === mostImages) break;
    const image: LoadedImage | undefined = await execute(LoadImage({ name }));
    if (image === undefined || bytes + image.bytes.length > mostBytes) continue;
    bytes += image.bytes.length;
    inline[name] = `data:${image.contentType};base64,${image.bytes.toString('base64')}`;
  }
  const named = html.replaceAll(source, (whole, before: string, name: string) =>
    Object.hasOwn(inline, name) ? `${before}cid:${name}` : whole,
  );
  return { html: named, inline };
}
