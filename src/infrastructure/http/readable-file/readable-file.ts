import { escapeHtml } from '../../html/safe/escape-html.js';
import { parsedJson } from '../../../domain/shared/json.js';

/** A name and what it is; a line break in it is one on the page. */
export type NamedValue = readonly [name: string, value: string];

export interface Section {
  readonly title: string;
  readonly intro?: string;
  readonly values?: readonly NamedValue[];
  /** Rows of as many cells as there are columns. */
  readonly table?: { readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] };
  readonly parts?: readonly Section[];
}

/** One file that people read and programs too. */
export interface ReadableFile extends Section {
  /** All of it once more, as JSON. */
  readonly data: object;
}

const opening = '<script type="application/json" id="posthorn-data">';
const closing = '</script>';

const style = `
body{font:15px/1.5 system-ui,sans-serif;color:#1a1a1a;background:#fff;max-width:60rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2.5rem;border-bottom:1px solid #ccc}h3{font-size:1rem;margin:1.5rem 0 .25rem}
dl{display:grid;grid-template-columns:minmax(8rem,12rem) 1fr;gap:.15rem 1rem;margin:.5rem 0}dt{color:#555}
dd{margin:0;overflow-wrap:anywhere;white-space:pre-line}
table{border-collapse:collapse;width:100%;display:block;overflow-x:auto}td,th{text-align:left;vertical-align:top;padding:.25rem .75rem .25rem 0;border-bottom:1px solid #ddd}
@media (width<40rem){dl{grid-template-columns:1fr}dd{margin-bottom:.5rem}}`;

/** An HTML file without scripts, which opens in any browser, with the data in it for programs. */
export function htmlFile({ data, ...file }: ReadableFile): string {
  // In a script element only `<` could end the text early.
  const json = JSON.stringify(data, undefined, 2).replaceAll('<', String.raw`\u003c`);
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<title>${escapeHtml(file.title)}</title><style>${style}</style></head><body>`,
    ...section(file, 1),
    `${opening}\n${json}\n${closing}`,
    '</body></html>\n',
  ].join('\n');
}

/** The data of such a file, or of the JSON alone. @returns undefined where there is none. */
export function dataIn(text: string): unknown {
  const begin = text.indexOf(opening);
  return parsedJson(begin < 0 ? text : text.slice(begin + opening.length, text.indexOf(closing, begin)));
}

function section({ title, intro, values = [], table, parts = [] }: Section, level: number): readonly string[] {
  return [
    `<h${level}>${escapeHtml(title)}</h${level}>`,
    ...(intro === undefined ? [] : [`<p>${escapeHtml(intro)}</p>`]),
    ...(values.length === 0 ? [] : [`<dl>${values.map(definition).join('\n')}</dl>`]),
    ...(table === undefined ? [] : [tableOf(table)]),
    ...parts.flatMap((part) => section(part, Math.min(level + 1, 3))),
  ];
}

const definition = ([name, value]: NamedValue): string => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`;

function tableOf({ columns, rows }: Required<Section>['table']): string {
  const row = (cells: readonly string[], tag: string): string =>
    `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>`;
  return `<table><thead>${row(columns, 'th')}</thead><tbody>${rows.map((cells) => row(cells, 'td')).join('\n')}</tbody></table>`;
}
