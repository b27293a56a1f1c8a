import type { CssNode, Declaration, WalkContext } from 'css-tree';
import parse from 'css-tree/parser';
import walk from 'css-tree/walker';
import type { Spot } from '../../../domain/template/check/read-content.js';
import type { Uses } from './uses.js';

/** More is not looked at: Gmail drops what is far smaller, and broken css takes quadratic time. */
const mostCssCharacters = 64 * 1024;
const mostErrors = 20;

type Context = 'stylesheet' | 'declarationList';

/** Notes what css uses: of a `style` element, or of an attribute, whose text begins at the spot. Never throws. */
export function readCss(css: string, context: Context, spot: Spot, uses: Uses): void {
  const text = css.slice(0, mostCssCharacters);
  const wholes = { context, positions: true, line: spot.line, column: spot.column } as const;
  let errors = 0;
  const onParseError = ({ message, line, column }: { message: string; line: number; column: number }): void => {
    errors += 1;
    if (errors <= mostErrors) uses.broken(message, { line, column });
  };
  try {
    const blocks: Block[] = [];
    const root = parse(text, { ...wholes, parseCustomProperty: false, onParseError });
    walk(root, {
      enter(this: WalkContext, node: CssNode) {
        // What is asked for first is not expected everywhere.
        if (this.atrule?.name === 'supports' && node.type !== 'Atrule') return;
        if (node.type === 'Block' || node.type === 'DeclarationList') blocks.push(new Set());
        noteNode(node, this, blocks.at(-1), (key) => uses.note(key, spotOf(node) ?? spot));
      },
      leave(node: CssNode) {
        if (node.type === 'Declaration') blocks.at(-1)?.add(node.property);
        if (node.type === 'Block' || node.type === 'DeclarationList') blocks.pop();
      },
    });
  } catch {
    uses.broken('it is nested too deeply', spot);
  }
}

/** Properties that were declared before in the same block: a later value has them to fall back to. */
type Block = Set<string>;

function noteNode(
  node: CssNode,
  { declaration, rule }: WalkContext,
  block: Block | undefined,
  note: (key: string) => void,
): void {
  const ofValue = (key: string): void => {
    if (declaration !== null && !isRepeated(declaration, block)) note(key);
  };
  switch (node.type) {
    case 'Declaration':
      note(`property:${node.property.toLowerCase()}`);
      if (node.important !== false) note('css:important');
      return;
    case 'Identifier':
      ofValue(`keyword:${node.name.toLowerCase()}`);
      ofValue(`value:${declaration?.property.toLowerCase()}:${node.name.toLowerCase()}`);
      return;
    case 'Function':
      return ofValue(`function:${node.name.toLowerCase()}`);
    case 'Dimension':
      return ofValue(`unit:${node.unit.toLowerCase()}`);
    case 'Atrule':
      return note(`at-rule:${node.name.toLowerCase()}`);
    case 'Feature':
      return note(`media:${node.name.toLowerCase()}`);
    case 'PseudoClassSelector':
      return note(`pseudo-class:${node.name.toLowerCase()}`);
    case 'PseudoElementSelector':
      return note(`pseudo-element:${node.name.toLowerCase()}`);
    case 'Combinator':
      return note(`selector:${node.name}`);
    case 'AttributeSelector':
      return note('selector:attribute');
    case 'TypeSelector':
      return note(node.name === '*' ? 'selector:universal' : 'selector:type');
    case 'NestingSelector':
      return note('css:nesting');
    case 'Rule':
      return rule === null ? undefined : note('css:nesting');
    default:
  }
}

const isRepeated = (declaration: Declaration, block: Block | undefined): boolean =>
  block?.has(declaration.property) === true;

function spotOf({ loc }: CssNode): Spot | undefined {
  return loc == null ? undefined : { line: loc.start.line, column: loc.start.column };
}
