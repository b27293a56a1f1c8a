import { type Component, readComponent } from './component.js';
import { senderPackages } from './sender-packages.js';
import { type Props, templated } from './substitution.js';

/** What the process is sent: files by their full paths. */
export type RenderRequest = readonly string[];

/** What a file says and renders, with `{{{name}}}` for its variables. */
export interface RenderedComponent {
  readonly alias?: string;
  readonly name?: string;
  readonly from?: string;
  readonly replyTo?: string | readonly string[];
  readonly subject?: string;
  readonly html: string;
  readonly text: string;
  readonly variables: readonly RenderedVariable[];
}
export interface RenderedVariable {
  readonly key: string;
  readonly type: 'string' | 'number';
  readonly fallback: string | number | null;
}

/** What the process answers for each file, in order. */
export type RenderReply = { readonly file: string } & (
  | { readonly rendered: RenderedComponent }
  | { readonly problems: readonly string[] }
);

/*
 * A process of its own runs the sender's code: with the sender's packages, and without the API key. What it prints goes
 * to stderr.
 */
process.once('message', (files: RenderRequest) => void renderAll(files));

async function renderAll(files: RenderRequest): Promise<void> {
  for (const file of files) {
    const reply: RenderReply = {
      file,
      ...(await renderOne(file).catch((error: unknown) => ({ problems: [reasonOf(error)] }))),
    };
    process.send?.(reply);
  }
  process.disconnect();
}

async function renderOne(file: string) {
  const { react, email, load } = senderPackages(file);
  const read = readComponent(await load(file));
  if ('problems' in read) return read;
  const { component } = read;
  const { parts, problems } = await templated(component.preview, async (props) => {
    const element = react.createElement(component.type, props);
    return {
      html: await email.render(element),
      text: await email.render(element, { plainText: true }),
      subject: subjectOf(component, props),
    };
  });
  if (problems.length > 0) return { problems };
  const { alias, name, from, replyTo } = component;
  const said = Object.entries({ alias, name, from, replyTo }).filter(([, value]) => value !== undefined);
  const rendered: RenderedComponent = {
    ...Object.fromEntries(said),
    ...(component.subject === undefined ? {} : { subject: parts.subject }),
    html: parts.html,
    text: parts.text,
    variables: Object.entries(component.preview).map(([key, value]) => ({
      key,
      type: typeof value === 'number' ? 'number' : 'string',
      fallback: component.fallbacks[key] ?? null,
    })),
  };
  return { rendered };
}

function subjectOf({ subject = '' }: Component, props: Props): string {
  return typeof subject === 'function' ? String(subject(props)) : subject;
}

/** What the error says, with the line where esbuild found one. */
function reasonOf(error: unknown): string {
  const { errors } = error as { readonly errors?: readonly BuildError[] };
  if (!Array.isArray(errors)) return error instanceof Error ? error.message : String(error);
  return (errors as readonly BuildError[])
    .map(({ text, location }) => (location ? `line ${location.line}: ${text}` : text))
    .join('; ');
}
interface BuildError {
  readonly text: string;
  readonly location?: { readonly line: number } | null;
}
