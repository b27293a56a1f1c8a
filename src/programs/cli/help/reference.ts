import { capitalized } from './manual.js';
import { type CommandNode, longOf, runnable } from './tree.js';

/** Where the reference begins in docs/cli.md: everything from there is made from the commands. */
export const referenceHeading = '## Reference\n';

/** Options of every command, or of every one that asks a server: said once, in the prose above. */
const common: readonly string[] = ['--json', '--url', '--key-file', '--dry-run', '--yes'];

/** Every command with its options, as Markdown. */
export function referenceOf(tree: CommandNode): string {
  const single = tree.children.filter(({ children }) => children.length === 0);
  const groups = tree.children.filter(({ children }) => children.length > 0);
  return [
    referenceHeading,
    'This part is generated from the commands. `posthorn <command> --help` explains each option.',
    '',
    '### Single commands',
    '',
    ...tableOf(single),
    ...groups.flatMap((group) => [
      '',
      `### ${group.path[0]} commands`,
      '',
      `${capitalized(group.says)}.`,
      '',
      ...tableOf(runnable(group)),
    ]),
    '',
  ].join('\n');
}

function tableOf(nodes: readonly CommandNode[]): readonly string[] {
  return [
    '| Command | What it does | Options |',
    '| --- | --- | --- |',
    ...nodes.map((node) => `| ${synopsisOf(node)} | ${cell(capitalized(node.says))}. | ${optionsOf(node)} |`),
  ];
}

function synopsisOf({ path, aliases, arguments: given }: CommandNode): string {
  const synopsis = `\`${[...path, ...given.map(({ name }) => name)].join(' ')}\``;
  return aliases.length === 0 ? synopsis : `${synopsis}, or \`${aliases.join(', ')}\``;
}

function optionsOf({ options }: CommandNode): string {
  const own = options.filter(({ flags }) => !common.includes(longOf(flags)));
  return own.map(({ flags }) => `\`${cell(flags)}\``).join(' ');
}

const cell = (text: string): string => text.replaceAll('|', '\\|');
