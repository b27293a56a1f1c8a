import type { InlinePicture } from '../../../../application/email/attachment-content.js';
import type { EmailBeginning } from '../../../../application/ports/mail-composer.js';
import { query } from '../../openapi/operation.js';
import { escapeHtml } from '../../../html/safe/escape-html.js';
import { addressesOf, type MailRendering } from '../../content-reading/mail-rendering.js';
import { framePolicy } from '../../../html/safe/safe-html.js';
import { membersOf } from '../../../../domain/shared/members.js';

interface FramedMail {
  readonly beginning: EmailBeginning | undefined;
  readonly pictures: readonly InlinePicture[];
}

/**
 * A document of its own and not a text for the page's: the page's policy, which such a text inherits, allows no other
 * host.
 */
export async function frameOf(
  rendering: MailRendering,
  teamId: string,
  { beginning = { body: {}, isCut: false }, pictures }: FramedMail,
  remote: boolean,
): Promise<string> {
  const how = { escaped: false, inline: addressesOf(pictures), remote } as const;
  const { html, text } = await rendering.renderBeginning(beginning, teamId, how);
  return html ?? `<!doctype html><meta charset="utf-8"><pre>${escapeHtml(text ?? '')}</pre>`;
}

export const imagesParameter = query(
  'images',
  { type: 'string', enum: ['remote'] },
  '`remote` loads images from other hosts (default: remote images are blocked).',
);

/** Whether the query string asks for pictures of other hosts. */
export function wantsRemote(query: unknown): boolean {
  return membersOf(query)['images'] === 'remote';
}

/** `remote`: pictures of other hosts may be loaded. */
export const frameHeaders = (remote: boolean) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `${framePolicy(remote)}; frame-ancestors 'self'; sandbox`,
  'referrer-policy': 'no-referrer',
  'x-dns-prefetch-control': 'off',
  'cross-origin-resource-policy': 'same-origin',
});
