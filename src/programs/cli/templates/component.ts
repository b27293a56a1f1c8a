import { isObjectName } from '../../../domain/shared/object-names.js';
import type { Props } from './substitution.js';

/** What a file says of its template, beside what it renders. */
export interface Component {
  /** A React component: a function, or what `memo` and `forwardRef` make. */
  readonly type: unknown;
  readonly alias?: string;
  readonly name?: string;
  readonly from?: string;
  readonly replyTo?: string | readonly string[];
  readonly subject?: string | ((props: Props) => string);
  readonly fallbacks: Props;
  readonly preview: Props;
}

type Members = Readonly<Record<string, unknown>>;

/** Reads the exports of a module, or the problems with them. */
export function readComponent(exported: unknown): { readonly component: Component } | { readonly problems: string[] } {
  const module = membersOf(exported);
  const type = defaultOf(module) ?? exported;
  const isComponent = typeof type === 'function' || membersOf(type)['$$typeof'] !== undefined;
  if (!isComponent) {
    return { problems: ['its default export is no component. Begin the name of a file that is no email with `_`.'] };
  }
  const own = membersOf(type);
  const say = (name: string): unknown => module[name] ?? own[name];
  const problems: string[] = [];
  const textOf = (name: string, value: unknown): string | undefined => {
    if (value === undefined || typeof value === 'string') return value;
    problems.push(`its \`${name}\` must be a string.`);
    return undefined;
  };
  const preview = valuesOf('PreviewProps', say('PreviewProps'), problems);
  const fallbacks = valuesOf('fallbacks', say('fallbacks'), problems);
  for (const key of Object.keys(fallbacks).filter((each) => typeof fallbacks[each] !== typeof preview[each])) {
    problems.push(`\`fallbacks.${key}\` must have the type of \`PreviewProps.${key}\`.`);
  }
  const subject = say('subject');
  const component = {
    type,
    preview,
    fallbacks,
    ...given('alias', textOf('alias', say('alias'))),
    // A function has a name of its own, which is none of the template's.
    ...given('name', textOf('name', module['name'])),
    ...given('from', textOf('from', say('from'))),
    ...given('replyTo', isListOfTexts(say('replyTo')) ? say('replyTo') : textOf('replyTo', say('replyTo'))),
    ...given('subject', typeof subject === 'function' ? subject : textOf('subject', subject)),
  } as Component;
  return problems.length === 0 ? { component } : { problems };
}

/** What a compiler puts around the default export of a module. */
function defaultOf(module: Members): unknown {
  const found = module['default'];
  return membersOf(found)['__esModule'] === true ? membersOf(found)['default'] : found;
}

const keyPattern = /^[A-Za-z_][A-Za-z0-9_]{0,49}$/;

function valuesOf(what: string, value: unknown, problems: string[]): Props {
  const read: Record<string, string | number> = {};
  for (const [key, one] of Object.entries(membersOf(value))) {
    if (one === undefined || one === null) continue;
    if (!keyPattern.test(key) || isObjectName(key)) {
      problems.push(
        `\`${what}.${key}\` must be named by 1 to 50 ASCII letters, digits or underscores, and not as what every object has.`,
      );
    } else if (typeof one === 'string' || (typeof one === 'number' && Number.isFinite(one))) {
      read[key] = one;
    } else {
      problems.push(
        `\`${what}.${key}\` is ${kindOf(one)}: a template takes strings and numbers. Leave it out of ${what}, so that the component's default decides, or send html that you rendered yourself.`,
      );
    }
  }
  return read;
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

const isListOfTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');
const given = (name: string, value: unknown): object => (value === undefined ? {} : { [name]: value });

function membersOf(value: unknown): Members {
  return (typeof value === 'object' || typeof value === 'function') && value !== null ? (value as Members) : {};
}
