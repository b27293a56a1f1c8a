import { type DefaultTreeAdapterTypes as Tree, html as names, parse } from 'parse5';
import { escapeHtml } from './escape-html.js';
import { isElement, isText } from '../tree.js';

/** A document of nothing but tags grows with the parser's repairs: beyond this it is not shown. */
const maxCharacters = 2 * 1024 * 1024;
/** As browsers do: what is nested deeper stands beside each other. */
const maxDepth = 256;

/** What a mail is laid out with. Of any other element only what stands inside is shown. */
const shownElements = new Set(
  `html head body style a abbr address area article aside b bdi bdo big blockquote br caption center cite code col
  colgroup dd del details dfn dir div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins
  kbd li main map mark menu nav ol p pre q rp rt ruby s samp section small span strike strong sub summary sup table tbody
  td tfoot th thead time tr tt u ul var wbr`.split(/\s+/),
);
/**
 * Neither they nor what stands inside them: it runs, it is fetched, it is another language, or it is not for reading.
 */
const hiddenElements = new Set(
  `script link base meta title iframe frame frameset object embed applet portal fencedframe template noembed noframes
  svg math textarea select datalist audio video canvas`.split(/\s+/),
);
const emptyElements = new Set(['area', 'br', 'col', 'hr', 'img', 'wbr']);
/** None of them makes a browser ask for anything; `style` is cleaned, and addresses are looked at on their own. */
const shownAttributes = new Set(
  `abbr align alt bgcolor border cellpadding cellspacing char charoff class clear color cols colspan compact coords
  datetime dir face frame headers height hidden hspace id lang name noshade nowrap open reversed role rowspan rules scope
  shape size span start style summary title type usemap valign value vspace width`.split(/\s+/),
);

/** What a page shows of a mail beside its html. */
export interface Pictures {
  /** The mail's own, by their content ids (RFC 2392): each as a `data:` address. */
  readonly inline?: Readonly<Record<string, string>>;
  /** Those of https addresses are loaded: a person has asked for it, and their senders learn that the mail was read. */
  readonly remote?: boolean;
  /** Links lead where they say: a person reads it on a page, where nothing is asked before they are pressed. */
  readonly links?: boolean;
}

/** `escaped`: for the value of an attribute. */
export interface HowToShow extends Pictures {
  readonly escaped: boolean;
}

/** {@link safeHtml}, as it is asked for. */
export function shownHtml(html: string, { escaped, ...pictures }: HowToShow): string {
  const document = safeHtml(html, pictures);
  return escaped ? escapeHtml(document) : document;
}

/** Content security policy of the document. It repeats what may be fetched, whatever stands in the html. */
export const framePolicy = (remote: boolean): string =>
  [
    "default-src 'none'",
    `img-src data:${remote ? ' https:' : ''}`,
    "style-src 'unsafe-inline'",
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ');

const prelude = (remote: boolean): string =>
  [
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${framePolicy(remote)}">`,
    '<meta name="referrer" content="no-referrer"><meta http-equiv="x-dns-prefetch-control" content="off">',
    '<meta name="color-scheme" content="light"><style>body{margin:16px;font-family:sans-serif}',
    // Without specificity: the email's own colors win.
    ':where([data-link]){color:LinkText;text-decoration:underline}</style>',
  ].join('');

/**
 * The html of an email as a document for a frame without rights. It makes no browser ask any host for anything, but for
 * images where `remote` says so. It is parsed as browsers parse it and written again from a list of harmless elements
 * and attributes: no `<` in it is the email's own, so no parser can find another tag in it. Throws where it is too
 * much; not linear, so only for a thread that can be cut off.
 */
export function safeHtml(html: string, pictures: Pictures = {}): string {
  const pieces = ['<!doctype html>'];
  let characters = 0;
  const ofPictures = Object.values(pictures.inline ?? {}).reduce((sum, { length }) => sum + length, 0);
  const write = (piece: string): void => {
    characters += piece.length;
    if (characters > maxCharacters + ofPictures) throw new Error('the document is too large');
    pieces.push(piece);
  };
  // As in the frame, where no script runs: what stands in `noscript` is shown.
  const steps: Step[] = stepsOf(parse(html, { scriptingEnabled: false }).childNodes, 0);
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    if (typeof step === 'string') write(step);
    else if (isText(step.node)) write(escapeHtml(step.node.value));
    else if (isElement(step.node)) writeElement(step, step.node, steps, { write, pictures });
  }
  return pieces.join('');
}

/** An end tag, or a node that is still to be written. */
type Step = string | { readonly node: Tree.ChildNode; readonly depth: number };

interface Output {
  readonly write: (piece: string) => void;
  readonly pictures: Pictures;
}

/** The last comes first. */
function stepsOf(nodes: readonly Tree.ChildNode[], depth: number): Step[] {
  return nodes.map((node) => ({ node, depth })).reverse();
}

function writeElement(
  { depth }: { readonly depth: number },
  element: Tree.Element,
  steps: Step[],
  { write, pictures }: Output,
): void {
  const remote = pictures.remote === true;
  const { tagName: name, childNodes, namespaceURI } = element;
  if (namespaceURI !== names.NS.HTML || hiddenElements.has(name)) return;
  if (name === 'style') {
    write(`<style>${safeCss(textOf(childNodes), remote)}</style>`);
    return;
  }
  const isShown = shownElements.has(name) && depth < maxDepth;
  if (isShown) write(`<${name}${attributesOf(element, pictures)}>`);
  if (name === 'head') write(prelude(remote));
  if (isShown && emptyElements.has(name)) return;
  if (isShown) steps.push(`</${name}>`);
  // One after the other: a call with all of them as arguments has a limit.
  for (const step of stepsOf(childNodes, depth + 1)) steps.push(step);
}

function attributesOf({ tagName, attrs }: Tree.Element, pictures: Pictures): string {
  const remote = pictures.remote === true;
  const toLink = pictures.links === true ? openLink : linkTo;
  const link = isLink(tagName) ? attrs.find(({ name, value }) => name === 'href' && isAddress(value)) : undefined;
  let text = link === undefined ? '' : toLink(link.value);
  for (const { name, value, namespace } of attrs) {
    if (namespace !== undefined && namespace !== '') continue;
    if (name === 'title' && link !== undefined) continue;
    if (name === 'style') text += ` style="${escapeHtml(safeCss(value, remote))}"`;
    else if (name === 'src' && tagName === 'img') text += sourceOf(value, pictures);
    else if (name === 'background' && remote && isRemote(value)) text += ` background="${escapeHtml(value)}"`;
    else if (shownAttributes.has(name) || /^aria-[a-z]+$/.test(name)) text += ` ${name}="${escapeHtml(value)}"`;
  }
  return text;
}

const isRemote = (value: string): boolean => /^https:\/\//i.test(value.trim());

/** The picture's address where it may be shown: it lies in the mail, or is asked for. */
function sourceOf(value: string, { inline = {}, remote = false }: Pictures): string {
  const id = /^cid:/i.test(value) ? contentIdOf(value) : null;
  const own = id !== null && Object.hasOwn(inline, id) ? inline[id] : undefined;
  const shown = own ?? (/^data:image\//i.test(value) || (remote && isRemote(value)) ? value : undefined);
  return shown === undefined ? '' : ` src="${escapeHtml(shown)}"`;
}

/** RFC 2392 §2: percent-encoded where it has characters that no address may have. */
function contentIdOf(address: string): string {
  const id = address.slice('cid:'.length);
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

const isLink = (name: string): boolean => name === 'a' || name === 'area';

const isAddress = (value: string): boolean => /^(?:https?:|mailto:|tel:)/i.test(value);

/**
 * Without `href`: a browser may look up, or connect to, where a link leads when it is pointed at or pressed. It only
 * looks like a link; its title says where it led, whatever the mail says.
 */
function linkTo(address: string): string {
  return ` data-link="" title="${escapeHtml(address)}"`;
}

const openLink = (address: string): string => ` href="${escapeHtml(address)}" rel="noopener noreferrer nofollow"`;

const unlessInside = /(?:url|src|image|image-set|cross-fade|element|paint)\((?!["']?data:image\/)/gi;
const unlessRemote = /(?:url|src|image|image-set|cross-fade|element|paint)\((?!["']?(?:data:image\/|https:\/\/))/gi;

/**
 * CSS that names no address but those of pictures that may be shown: without escapes, so that every name reads as it is
 * written, and without `<`, so that it ends no element. What fetches gets a name that does not exist, and is skipped.
 */
function safeCss(css: string, remote: boolean): string {
  return css
    .replace(/<!--|-->|[\\<]/g, '')
    .replace(/@(?:import|namespace|font-face)/gi, '@none')
    .replace(remote ? unlessRemote : unlessInside, 'none(');
}

function textOf(nodes: readonly Tree.ChildNode[]): string {
  return nodes.map((node) => (isText(node) ? node.value : '')).join('');
}
