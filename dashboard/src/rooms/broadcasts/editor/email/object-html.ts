import { direction, isFromRight } from './direction.js';
import { alignOf, colorAttr, type DocumentNode, numberAttr, textAttr } from './document.js';
import { inlineHtml, linked } from './inline-html.js';
import { addressIn, escaped, escapedAroundTags, layoutTable, spaced, styled, unsubscribeTag } from './markup.js';
import { mixed, readableOn } from './colors.js';
import { colored } from './dark.js';
import { buttonSizeOf, buttonSizes, type Frame, fonts, spaceOf } from './styles.js';

/* Blocks that are no running text. */

/** Outlook takes a height of a line for the least unless it is said so. */
const exactly = (height: string) => ({ 'line-height': height, 'mso-line-height-rule': 'exactly' });

export function dividerHtml(_node: DocumentNode, { styles }: Frame): string {
  const line = mixed(styles.text, styles.surface, 0.18);
  const style = { 'border-top': `1px solid ${line}`, 'font-size': '1px', ...exactly('1px') };
  return spaced(layoutTable(' width="100%"', `<tr><td${colored({ line })}${styled(style)}>&nbsp;</td></tr>`), 20, 8);
}

export function imageHtml(node: DocumentNode, { styles, widthPx }: Frame): string {
  const src = addressIn(textAttr(node, 'src'));
  if (src === '') return '';
  const { width, height } = imageSize(node, widthPx);
  const style = { display: 'block', width: '100%', 'max-width': `${width}px`, height: 'auto', border: '0' };
  const size = ` width="${width}"${height === undefined ? '' : ` height="${height}"`}`;
  const shown = `<img src="${escapedAroundTags(src)}" alt="${escapedAroundTags(textAttr(node, 'alt'))}"${size}${styled(style)}>`;
  const href = addressIn(textAttr(node, 'href'));
  const html = href === '' ? shown : linked(href, shown, styles.brand);
  const align = alignOf(node) ?? 'left';
  return spaced(layoutTable('', `<tr><td>${html}</td></tr>`), 16, 0, align);
}

/** Px that it is shown at: its part of the room, and never larger than it is. Without a height where none is known. */
function imageSize(node: DocumentNode, roomPx: number): { readonly width: number; readonly height?: number } {
  const part = Math.min(100, Math.max(5, numberAttr(node, 'width', 100)));
  const [ownWidth, ownHeight] = [numberAttr(node, 'ownWidth', 0), numberAttr(node, 'ownHeight', 0)];
  // A set width is that of a logo, which is the same in each email.
  const most = Math.min(roomPx, numberAttr(node, 'widthPx', Math.round((roomPx * part) / 100)));
  if (ownWidth < 1 || ownHeight < 1) return { width: most };
  const width = Math.min(most, Math.round(ownWidth));
  return { width, height: Math.max(1, Math.round((width * ownHeight) / ownWidth)) };
}

/**
 * The color is that of a cell too, which Outlook fills, with the space that it gives to no link; the whole of it is the
 * link elsewhere.
 */
export function buttonHtml(node: DocumentNode, { styles }: Frame): string {
  const { brand, radius, font } = styles;
  const fill = colorAttr(node, 'background') ?? brand;
  const color = colorAttr(node, 'color') ?? readableOn(fill);
  const size = buttonSizes[buttonSizeOf(node.attrs?.['size'])];
  const padding = `${size.above}px ${size.beside}px`;
  const style = {
    display: 'inline-block',
    padding,
    'font-family': fonts[font],
    'font-size': `${size.font}px`,
    'line-height': '1.25',
    'font-weight': 'bold',
    color,
    'text-decoration': 'none',
  };
  const href = addressIn(textAttr(node, 'href'));
  const label = inlineHtml(node.content ?? [], { ...styles, brand: color });
  const inDark = colored({ label: fill });
  const inner = href === '' ? `<span${inDark}${styled(style)}>${label}</span>` : link(href, label, style, inDark);
  const filled = { 'background-color': fill, 'border-radius': `${radius}px`, 'mso-padding-alt': padding };
  const align = alignOf(node) ?? 'left';
  return spaced(
    layoutTable('', `<tr><td${colored({ fill })} bgcolor="${fill}"${styled(filled)}>${inner}</td></tr>`),
    20,
    4,
    align,
  );
}

export function spacerHtml({ attrs }: DocumentNode): string {
  const height = spaceOf('spacer', attrs?.['height']);
  const style = { 'font-size': '1px', ...exactly(`${height}px`) };
  return layoutTable(' width="100%"', `<tr><td height="${height}"${styled(style)}>&nbsp;</td></tr>`);
}

const link = (href: string, label: string, style: Readonly<Record<string, string>>, attributes: string): string =>
  `<a href="${escapedAroundTags(href)}" target="_blank"${attributes}${styled(style)}>${label}</a>`;

/** Icons, or names without one. Where images are not loaded, the name is read in the place of the icon. */
export function socialHtml(node: DocumentNode, { styles }: Frame): string {
  const links = socialLinks(node);
  if (links.length === 0) return '';
  const style = { margin: '0 0 16px', 'font-size': '14px', 'line-height': '1.6', 'text-align': alignOf(node) };
  const between = links.every(({ iconUrl }) => iconUrl === '') ? ' &nbsp;&middot;&nbsp; ' : ' &nbsp; ';
  return `<p${styled(style)}>${links.map((each) => profileHtml(each, styles.brand)).join(between)}</p>`;
}

/** Without a width: with both lengths, the name would be cut off in a box of the icon's size. */
function profileHtml({ name, url, iconUrl }: SocialLink, color: string): string {
  if (iconUrl === '') return linked(url, escaped(name), color);
  const style = { height: '28px', border: '0', 'vertical-align': 'middle' };
  const icon = `<img src="${escapedAroundTags(iconUrl)}" alt="${escaped(name)}" height="28"${styled(style)}>`;
  return link(url, icon, { color, 'text-decoration': 'none' }, colored({ text: color }));
}

export interface SocialLink {
  readonly name: string;
  readonly url: string;
  /** Empty for a name alone. */
  readonly iconUrl: string;
}

/** Those that lead somewhere. */
export function socialLinks({ attrs }: DocumentNode): readonly SocialLink[] {
  const links = Array.isArray(attrs?.['links']) ? (attrs['links'] as readonly Partial<SocialLink>[]) : [];
  return links.flatMap(({ name = '', url = '', iconUrl = '' }) => {
    const address = addressIn(url);
    return name.trim() === '' || address === ''
      ? []
      : [{ name: name.trim(), url: address, iconUrl: addressIn(iconUrl) }];
  });
}

export function footerHtml(node: DocumentNode, frame: Frame): string {
  const { styles } = frame;
  const [reason = '', address = '', label = ''] = ['reason', 'address', 'label'].map((name) =>
    textAttr(node, name).trim(),
  );
  const color = mutedOn(styles.surface);
  const lines = [reason, address]
    .filter((text) => text !== '')
    .map((text) => escapedAroundTags(text).replaceAll('\n', '<br>'));
  const way = linked(unsubscribeTag, escaped(label || 'Unsubscribe'), color);
  const style = { margin: '0', 'font-size': '13px', 'line-height': '1.6', color, 'text-align': 'center' };
  return `${dividerHtml(node, frame)}<p${direction(isFromRight(reason))}${colored({ text: color })}${styled(style)}>${[...lines, way].join('<br>')}</p>`;
}

/** Grey that is read on the surface. */
const mutedOn = (surface: string): string => (readableOn(surface) === '#000000' ? '#57606b' : '#c6ccd3');
