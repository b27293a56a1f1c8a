import { type CommandNode, everyNode, longOf } from './tree.js';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** The script that completes commands and options of `posthorn` in a shell. */
export function completionFor(shell: Shell, tree: CommandNode): string {
  switch (shell) {
    case 'bash':
      return bash(tree);
    case 'zsh':
      return zsh(tree);
    case 'fish':
      return fish(tree);
  }
}

/** `/domains/show`; empty for the program. */
const pathOf = ({ path }: CommandNode): string => path.map((part) => `/${part}`).join('');

const optionsOf = ({ options }: CommandNode): readonly string[] => [
  ...options.map(({ flags }) => longOf(flags)),
  '--help',
];

/** From the path so far and a word to the next path: aliases lead where their command does. */
function stepsOf(tree: CommandNode): readonly string[] {
  return everyNode(tree).flatMap((node) =>
    node.children.map((child) => {
      const words = [child.path.at(-1) ?? '', ...child.aliases].map((word) => `'${pathOf(node)} ${word}'`);
      return `      ${words.join('|')}) at='${pathOf(child)}';;`;
    }),
  );
}

function wordsOf(tree: CommandNode): readonly string[] {
  return everyNode(tree).map((node) => {
    const words = [...node.children.map(({ path }) => path.at(-1) ?? ''), ...optionsOf(node)];
    return `    '${pathOf(node)}') words='${words.join(' ')}';;`;
  });
}

/** What the words before the cursor have led to, and what may follow: the same for both shells. */
function bodyOf(tree: CommandNode, words: string): readonly string[] {
  return [
    `  for word in ${words}; do`,
    '    case "$at $word" in',
    ...stepsOf(tree),
    '    esac',
    '  done',
    '  case "$at" in',
    ...wordsOf(tree),
    '  esac',
  ];
}

function bash(tree: CommandNode): string {
  return [
    '# bash completion for posthorn. Load it with: source <(posthorn completion bash)',
    '_posthorn() {',
    "  local word words='' at='' current=\"${COMP_WORDS[COMP_CWORD]}\"",
    ...bodyOf(tree, '"${COMP_WORDS[@]:1:COMP_CWORD-1}"'),
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    '}',
    'complete -o default -F _posthorn posthorn',
    '',
  ].join('\n');
}

function zsh(tree: CommandNode): string {
  return [
    '#compdef posthorn',
    '# zsh completion for posthorn. Write it to a file named _posthorn in a folder of $fpath.',
    '_posthorn() {',
    "  local word words_here='' at=''",
    ...bodyOf(tree, '"${(@)words[2,CURRENT-1]}"').map((line) => line.replace(" words='", " words_here='")),
    '  compadd -- ${(s: :)words_here}',
    '  _files',
    '}',
    'if [[ "${funcstack[1]}" = _posthorn ]]; then _posthorn "$@"; else compdef _posthorn posthorn; fi',
    '',
  ].join('\n');
}

function fish(tree: CommandNode): string {
  const quoted = (text: string): string => `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
  const steps = everyNode(tree).flatMap((node) =>
    node.children.map((child) => {
      const words = [child.path.at(-1) ?? '', ...child.aliases].map((word) => quoted(`${pathOf(node)} ${word}`));
      return [`      case ${words.join(' ')}`, `        set at ${quoted(pathOf(child))}`].join('\n');
    }),
  );
  const rules = everyNode(tree).flatMap((node) => {
    const here = `complete -c posthorn -n ${quoted(`test (__posthorn_at) = "${pathOf(node)}"`)}`;
    return [
      ...node.children.map((child) => `${here} -f -a ${quoted(child.path.at(-1) ?? '')} -d ${quoted(child.says)}`),
      ...node.options.map(({ flags, says }) => `${here} -l ${longOf(flags).slice(2)} -d ${quoted(says)}`),
    ];
  });
  return [
    '# fish completion for posthorn. Write it to ~/.config/fish/completions/posthorn.fish',
    'function __posthorn_at',
    "  set -l at ''",
    '  for word in (commandline -opc)[2..]',
    '    switch "$at $word"',
    ...steps,
    '    end',
    '  end',
    '  echo "$at"',
    'end',
    ...rules,
    '',
  ].join('\n');
}
