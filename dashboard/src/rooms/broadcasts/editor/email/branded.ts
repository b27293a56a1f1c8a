import { type DocumentNode, documentOf, type EmailDocument, footerNode } from './document.js';
import { defaultStyles, type EmailStyles, type FontName } from './styles.js';

type BrandText = `${'' | 'text_' | 'background_' | 'ground_'}color` | `logo_${'url' | 'alt'}` | 'language' | FooterText;
type FooterText = `footer_${'reason' | 'address' | 'label'}`;

/** How what the team sends looks, as the server answers it; null: ours. */
export interface Brand extends Readonly<Record<BrandText, string | null>> {
  readonly version: number;
  readonly font: FontName | null;
  readonly radius: number | null;
  readonly logo_width: number | null;
  readonly social: readonly { readonly name: string; readonly url: string }[];
}

/** The words of a footer where the brand has none. */
export interface UsualFooter {
  readonly reason: string;
  readonly label: string;
}

export const brandStyles = (brand: Brand): EmailStyles => ({
  language: brand.language ?? defaultStyles.language,
  font: brand.font ?? defaultStyles.font,
  width: defaultStyles.width,
  ground: brand.ground_color ?? defaultStyles.ground,
  surface: brand.background_color ?? defaultStyles.surface,
  text: brand.text_color ?? defaultStyles.text,
  brand: brand.color ?? defaultStyles.brand,
  radius: brand.radius ?? defaultStyles.radius,
  ...(brand.version === 0 ? {} : { brandVersion: brand.version }),
});

/**
 * The blocks between the logo of the brand, and its links and footer; without a footer where there is no `usual` one.
 * `iconAt`: the icon of a profile; '': none.
 */
export function brandedDocument(
  brand: Brand,
  blocks: readonly DocumentNode[],
  usual: UsualFooter | undefined,
  iconAt: (url: string, name: string) => string,
): EmailDocument {
  return documentOf(brandStyles(brand), [
    ...logoOf(brand),
    ...blocks,
    ...profilesOf(brand, iconAt),
    ...(usual === undefined ? [] : [brandedFooter(brand, usual)]),
  ]);
}

export function brandedFooter(brand: Brand, usual: UsualFooter): DocumentNode {
  const footer = footerNode(brand.footer_reason ?? usual.reason, brand.footer_label ?? usual.label);
  return { ...footer, attrs: { ...footer.attrs, address: brand.footer_address ?? '' } };
}

function logoOf({ logo_url: src, logo_alt: alt, logo_width: widthPx }: Brand): readonly DocumentNode[] {
  // Its height follows from its width: the file says what they are to one another.
  return src === null
    ? []
    : [{ type: 'image', attrs: { src, alt: alt ?? '', ...(widthPx === null ? {} : { widthPx }) } }];
}

function profilesOf({ social }: Brand, iconAt: (url: string, name: string) => string): readonly DocumentNode[] {
  const links = social.map(({ name, url }) => ({ name, url, iconUrl: iconAt(url, name) }));
  return links.length === 0 ? [] : [{ type: 'socialLinks', attrs: { textAlign: 'center', links } }];
}

/** A document that follows an older version of the brand has its present colors, font, corners and language. */
export function followingBrand(document: EmailDocument, brand: Brand): EmailDocument {
  const { brandVersion, width } = document.style;
  const isCurrent = brandVersion === undefined || brandVersion >= brand.version;
  return isCurrent ? document : { ...document, style: { ...brandStyles(brand), width } };
}
