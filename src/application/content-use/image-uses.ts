import type { TemplateContent, WrittenDocument } from '../../domain/template/content.js';
import { imagesProjection } from '../../projections/images/images.projection.js';
import { savedBlocksProjection } from '../../projections/saved-blocks/saved-blocks.projection.js';
import { query } from '../access/use-case.js';
import { brandOf } from '../brand/brand.js';
import { readImageName } from '../image/images.js';
import { allOfTeam } from '../shared/all-of-team.js';
import type { LogPorts } from '../shared/handle.js';
import type { Ports } from '../shared/ports.js';
import { openContent } from '../template/template-content.js';
import { type ContentUse, contentUses, type ContentUsePorts } from './content-uses.js';

/** Where an image is shown. */
export type ImageUse =
  | ContentUse
  | { readonly kind: 'saved-block'; readonly id: string; readonly name: string }
  | Brand;
interface Brand {
  readonly kind: 'brand';
}

export interface UsedImage {
  readonly id: string;
  /** The description that it was given last in the editor; null where it has none. */
  readonly alt: string | null;
  readonly uses: readonly ImageUse[];
}

/** GET /dashboard-api/image-uses. */
export interface ListImageUses {
  readonly teamId: string;
}

/** All images at once: the contents that one stands in are only found by reading all. */
export const ListImageUses = query({
  name: 'ListImageUses',
  need: 'read-only',
  async run(ports: ContentUsePorts & LogPorts & Pick<Ports, 'hash'>, { teamId }: ListImageUses) {
    // Contents may show what was deleted, or is another team's.
    const own = new Set((await allOfTeam(ports, imagesProjection, teamId)).map(({ id }) => id));
    const found = new Found((name) => {
      const id = readImageName(ports.hash, name);
      return id !== undefined && own.has(id) ? id : undefined;
    });
    const { uses, isWhole } = await contentUses(
      ports,
      teamId,
      { isLookedAt: () => true, isPublishedToo: true },
      (content, changedAt) => found.in(content, changedAt),
    );
    const [blocks, brand] = await Promise.all([
      allOfTeam(ports, savedBlocksProjection, teamId),
      brandOf(ports, teamId),
    ]);
    const all = new Map<string, readonly ImageUse[]>(uses);
    const add = (ids: Iterable<string>, use: ImageUse): void => {
      for (const id of ids) all.set(id, [...(all.get(id) ?? []), use]);
    };
    for (const { id, name, content, updatedAt } of blocks) {
      add(found.in(await openContent(ports, content), updatedAt), { kind: 'saved-block', id, name });
    }
    add(found.named(brand.settings.logoUrl ?? ''), { kind: 'brand' });
    const images = Array.from(all, ([id, usedIn]): UsedImage => ({ id, alt: found.altOf(id), uses: usedIn }));
    return { images, isWhole };
  },
});

/** What contents say of images. */
class Found {
  readonly #alts = new Map<string, { readonly alt: string; readonly changedAt: string }>();

  constructor(private readonly idOf: (name: string) => string | undefined) {}

  /** The images that a content shows, by id. */
  in({ html, document }: TemplateContent, changedAt: string): ReadonlySet<string> {
    const ids = new Set(this.named(html));
    const look = ({ type, attrs, content = [] }: WrittenDocument['doc']): void => {
      const { src, alt } = attrs ?? {};
      if (type === 'image' && typeof src === 'string') {
        for (const id of this.named(src)) {
          ids.add(id);
          if (typeof alt === 'string' && alt !== '') this.#describe(id, alt, changedAt);
        }
      }
      for (const each of content) look(each);
    };
    if (document !== undefined) look(document.doc);
    return ids;
  }

  /** Those whose addresses stand in a text, whatever name this server had. */
  named(text: string): readonly string[] {
    return Array.from(text.matchAll(/\/images\/([\w-]{43}\.[a-z]{3,4})\b/g), ([, name = '']) => this.idOf(name)).filter(
      (id) => id !== undefined,
    );
  }

  altOf(id: string): string | null {
    return this.#alts.get(id)?.alt ?? null;
  }

  #describe(id: string, alt: string, changedAt: string): void {
    const known = this.#alts.get(id);
    if (known === undefined || known.changedAt < changedAt) this.#alts.set(id, { alt, changedAt });
  }
}
