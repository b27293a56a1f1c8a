/** What a component makes of its props. */
export interface Parts {
  readonly html: string;
  readonly text: string;
  readonly subject: string;
}
export type PropValue = string | number;
export type Props = Readonly<Record<string, PropValue>>;

const partNames = ['html', 'text', 'subject'] as const;
type PartName = (typeof partNames)[number];

/** The parts with `{{{name}}}` for each prop, and why they would not be what the component makes of other values. */
export interface Templated {
  readonly parts: Parts;
  readonly problems: readonly string[];
}

/** Values that a condition, a plural, a format or raw html shows with. */
const probes = { string: ['', `A <b> & "c" 'd'`], number: [0, 1, 2, 1234.5] } as const;

/**
 * Renders with placeholders, and checks for each prop that this is all that the component does with it: whatever value
 * it is given, the rendering is that of the placeholder with the value in its place.
 */
export async function templated(preview: Props, render: (props: Props) => Promise<Parts>): Promise<Templated> {
  const names = Object.keys(preview);
  const tokens = new Map(names.map((name, index) => [name, tokenOf(index)]));
  const given = (name: string): PropValue => {
    const token = tokens.get(name) ?? '';
    return typeof preview[name] === 'number' ? Number(token) : token;
  };
  const problems: string[] = [];
  for (const name of names) problems.push(...(await problemsWith(name, given(name), preview, render)));
  const parts = await render(Object.fromEntries(names.map((name) => [name, given(name)])));
  if (problems.length === 0) {
    const shown = await render(preview);
    const wrong = partNames.find((part) => !isFilled(part, parts[part], tokens, preview, shown[part]));
    if (wrong !== undefined) {
      problems.push(
        `its props depend on one another: the ${wrong} is not that of the placeholders with the values of PreviewProps.`,
      );
    }
  }
  const named = (text: string): string =>
    names.reduce((replaced, name) => replaced.replaceAll(tokens.get(name) ?? '', `{{{${name}}}}`), text);
  return { parts: { html: named(parts.html), text: named(parts.text), subject: named(parts.subject) }, problems };
}

/** Digits alone: they come through escaping, a change of case, and the encoding of a URL as they are. */
const tokenOf = (index: number): string => `48151623${String(index).padStart(3, '0')}7`;

async function problemsWith(
  name: string,
  token: PropValue,
  preview: Props,
  render: (props: Props) => Promise<Parts>,
): Promise<readonly string[]> {
  const placeholder = await render({ ...preview, [name]: token });
  const tokens = new Map([[name, String(token)]]);
  const value = preview[name] ?? '';
  // React leaves an empty address out, with its attribute.
  const isAddress = new RegExp(`(?:href|src)="${token}"`).test(placeholder.html);
  const others = probes[typeof value === 'number' ? 'number' : 'string'].filter((each) => each !== '' || !isAddress);
  for (const each of [value, ...others]) {
    const props = { ...preview, [name]: each };
    const shown = await render(props);
    // The text follows from the html, and lays itself out by what is empty or the same there.
    const compared = each === value ? partNames : partNames.filter((part) => part !== 'text');
    const wrong = compared.find((part) => !isFilled(part, placeholder[part], tokens, props, shown[part]));
    if (wrong !== undefined) return [notPlain(name, each, wrong)];
  }
  return [];
}

function notPlain(name: string, value: PropValue, part: PartName): string {
  const advice =
    typeof value === 'number'
      ? 'If it is formatted, make it a string and format it where you send'
      : 'If there is a condition on it, make two components, or leave it out of PreviewProps and let a default decide';
  return `\`${name}\` is not only written: with ${JSON.stringify(value)} the ${part} is another than the placeholder's with that value in it. ${advice}.`;
}

/** Whether `shown` is `placeholder` with the values of `props` where the tokens are. */
function isFilled(
  part: PartName,
  placeholder: string,
  tokens: ReadonlyMap<string, string>,
  props: Props,
  shown: string,
): boolean {
  const forms = new Map(
    Array.from(tokens, ([name, token]) => [token, formsOf(part, String(props[name] ?? ''))] as const),
  );
  const pattern = new RegExp(`(${[...forms.keys()].join('|') || '$^'})`);
  const pieces = comparable(placeholder).split(pattern);
  const whole = comparable(shown);
  let ends = new Set([0]);
  for (const piece of pieces) {
    const written = forms.get(piece) ?? [piece];
    ends = new Set(
      [...ends].flatMap((end) =>
        written.filter((form) => whole.startsWith(form, end)).map((form) => end + form.length),
      ),
    );
  }
  return ends.has(whole.length);
}

/** The ways in which a value may be written: as React does, or percent-encoded, which the server does within links. */
function formsOf(part: PartName, value: string): readonly string[] {
  if (part === 'subject') return [value];
  const encoded = encodeURIComponent(value);
  // In plain text, headings are written in capitals.
  return part === 'text' ? [value, value.toUpperCase(), encoded] : [escaped(value), escaped(encoded)];
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};
const escaped = (value: string): string => value.replace(/[&<>"']/g, (sign) => escapes[sign] ?? '');

/** Without what depends on the length of a text: React's marks between texts, the filling of a preview text. */
const comparable = (text: string): string =>
  text.replace(/<!--(?: |\/?\$)-->/g, '').replace(/[\u00a0\u200b-\u200f\ufeff]{5,}/g, '');
