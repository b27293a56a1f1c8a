import type { Answer } from '../../api/operations';
import { type Beginning, type Content, contentByHand, contentOf, usualFooter } from './editor/content';
import { brandedFooter } from './editor/email/branded.js';
import { blocksOf, documentIn, documentOf, hasWayOut } from './editor/email/document.js';

type Template = Answer<'GET /dashboard-api/templates/{template}'>;

/** What a broadcast has of a template: its draft, with a way to unsubscribe. */
export function contentFromTemplate({ document: saved, html }: Template, { brand }: Beginning): Content {
  const document = documentIn(saved);
  if (document === undefined) return contentByHand(html);
  const blocks = blocksOf(document);
  return contentOf(
    documentOf(document.style, hasWayOut(blocks) ? blocks : [...blocks, brandedFooter(brand, usualFooter)]),
  );
}
