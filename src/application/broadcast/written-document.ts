import { placesIn, type WrittenDocument } from '../../domain/template/content.js';
import { linkPattern } from '../../domain/template/merge.js';
import { membersOf } from '../../domain/shared/members.js';

const documentSchema = 'posthorn.broadcast';
const documentVersion = 1;

export const maxDocumentBytes = 1_000_000;
/** How deep nodes stand in nodes, and values in an attribute. */
export const maxDocumentDepth = 50;
const maxNodes = 20_000;

/** Nodes that a document may have. The editor knows each; another kind needs another version. */
const nodeKinds: ReadonlySet<string> = new Set(
  `doc body container section div paragraph text heading bulletList orderedList listItem blockquote codeBlock
  horizontalRule divider hardBreak image button columns column twoColumns threeColumns fourColumns columnsColumn table
  tableRow tableCell tableHeader mergeTag socialLinks socialLink htmlBlock footer unsubscribeFooter previewText spacer
  globalContent savedBlock`.split(/\s+/),
);
const markKinds: ReadonlySet<string> = new Set(
  `bold italic underline strike code link textStyle color highlight superscript subscript uppercase sup sub`.split(
    /\s+/,
  ),
);

/** Attributes that lead somewhere, by the end of their names: `href`, `src`, `imageUrl`. */
const addressName = /(?:^|[a-z_-])(?:href|src|url|uri|link|poster|background-?image)$/i;

/** @returns what is wrong with it, as a sentence that says where. Nothing of it is trusted before. */
export function readDocument(value: unknown): { readonly document: WrittenDocument } | { readonly problem: string } {
  if (!isObject(value)) return { problem: 'It must be an object.' };
  const { schema, version, doc, style = {}, ...others } = value;
  if (schema !== documentSchema) return { problem: `Its \`schema\` must be \`${documentSchema}\`.` };
  if (version !== documentVersion) return { problem: `Its \`version\` must be ${documentVersion}.` };
  const [other] = Object.keys(others);
  if (other !== undefined) return { problem: `It has an unknown member \`${short(other)}\`.` };
  if (!isObject(doc) || doc['type'] !== 'doc') return { problem: 'Its `doc` must be a node of the type `doc`.' };
  if (!isObject(style)) return { problem: 'Its `style` must be an object.' };
  const problem = problemInNodes(doc) ?? problemInValues(style, 'style');
  if (problem !== undefined) return { problem };
  const document = { schema, version, doc, style } as unknown as WrittenDocument;
  const bytes = new TextEncoder().encode(JSON.stringify(document)).length;
  return bytes > maxDocumentBytes ? { problem: `It must be at most ${maxDocumentBytes} bytes.` } : { document };
}

interface Visit {
  readonly value: unknown;
  readonly path: string;
  readonly depth: number;
}

function problemInNodes(doc: unknown): string | undefined {
  const left: Visit[] = [{ value: doc, path: 'doc', depth: 1 }];
  let nodes = 0;
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { value, path, depth } = next;
    nodes += 1;
    if (nodes > maxNodes) return `It must have at most ${maxNodes} nodes.`;
    if (depth > maxDocumentDepth) return `\`${path.slice(0, 60)}…\` is nested deeper than ${maxDocumentDepth} levels.`;
    const problem = problemInNode(value, path, nodeKinds, ['type', 'content', 'attrs', 'marks', 'text']);
    if (problem !== undefined) return problem;
    const { content = [], marks = [], text = '' } = membersOf(value);
    if (typeof text !== 'string') return `\`${path}.text\` must be a string.`;
    if (!Array.isArray(content)) return `\`${path}.content\` must be a list.`;
    if (!Array.isArray(marks)) return `\`${path}.marks\` must be a list.`;
    for (const [at, mark] of marks.entries()) {
      const wrong = problemInNode(mark, `${path}.marks[${at}]`, markKinds, ['type', 'attrs']);
      if (wrong !== undefined) return wrong;
    }
    for (const [at, child] of content.entries()) {
      left.push({ value: child, path: `${path}.content[${at}]`, depth: depth + 1 });
    }
  }
  return undefined;
}

function problemInNode(
  value: unknown,
  path: string,
  kinds: ReadonlySet<string>,
  members: readonly string[],
): string | undefined {
  if (!isObject(value)) return `\`${path}\` must be an object.`;
  const { type, attrs = {} } = value;
  if (typeof type !== 'string' || !kinds.has(type)) return `\`${path}\` has the unknown type \`${short(type)}\`.`;
  const other = Object.keys(value).find((name) => !members.includes(name));
  if (other !== undefined) return `\`${path}\` has an unknown member \`${short(other)}\`.`;
  if (attrs !== null && !isObject(attrs)) return `\`${path}.attrs\` must be an object.`;
  return problemInValues(attrs, `${path}.attrs`);
}

/** Plain values, none of which leads to where code could run. */
function problemInValues(values: unknown, path: string): string | undefined {
  const left: (Visit & { readonly name: string })[] = [{ value: values, path, depth: 1, name: '' }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { value, path: at, depth, name } = next;
    if (depth > maxDocumentDepth) return `\`${at.slice(0, 60)}…\` is nested deeper than ${maxDocumentDepth} levels.`;
    if (typeof value === 'string' && addressName.test(name) && !isSafeAddress(value)) {
      return `\`${at}\` must be a URL of http, https, mailto or tel.`;
    }
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, child] of Object.entries(value)) {
      // Elements of a list are under the name of the list.
      const own = Array.isArray(value) ? name : key;
      left.push({ value: child as unknown, path: `${at}.${short(key)}`, depth: depth + 1, name: own });
    }
  }
  return undefined;
}

/** Nothing, a place of the same page, a whole URL, or a merge tag whose fallback is one. */
function isSafeAddress(url: string): boolean {
  const trimmed = url.trim();
  if (trimmed === '' || trimmed.startsWith('#') || linkPattern.test(trimmed)) return true;
  const [first] = placesIn(trimmed);
  return first?.start === 0 && (first.fallback === null || linkPattern.test(first.fallback.trim()));
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const short = (value: unknown): string => String(value).slice(0, 40);
