import { programVersion } from '../../manifest.js';
import { exitCodes } from '../shared/outcome.js';
import { type CommandNode, runnable } from './tree.js';

/** What each exit code means, in one phrase. */
export const exitCodeMeanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  done: 'Success; no problems were found.',
  negative: 'The command was refused for the reason given, or it found a problem.',
  usage: 'The command line is invalid.',
  unavailable: 'A server or an engine is unavailable. Run the command again later.',
  failed: 'An internal error of Posthorn.',
  refused: 'The configuration, the API key, or the vault is invalid or was refused.',
};

/** `posthorn.1`, a page for `man` (groff_man(7)). */
export function manualOf(tree: CommandNode): string {
  return [
    `.TH POSTHORN 1 "" "Posthorn ${escaped(programVersion)}" "User Commands"`,
    '.SH NAME',
    'posthorn \\- email delivery that you run yourself',
    '.SH SYNOPSIS',
    '.B posthorn',
    '.I command',
    '.RI [ arguments ]',
    '.RI [ options ]',
    '.SH DESCRIPTION',
    escaped(tree.says),
    'Commands read the configuration of the server: the environment, and beneath it a file',
    '.I .env',
    'in the working directory.',
    '.SH COMMANDS',
    ...runnable(tree).flatMap(commandLines),
    '.SH EXIT STATUS',
    ...Object.entries(exitCodeMeanings).flatMap(([name, meaning]) => [
      '.TP',
      `.B ${exitCodes[name as keyof typeof exitCodes]}`,
      escaped(meaning),
    ]),
    '.SH ENVIRONMENT',
    ...environment.flatMap(([name, says]) => ['.TP', `.B ${name}`, escaped(says)]),
    '',
  ].join('\n');
}

const environment = [
  ['DATA_DIR', 'The data folder of the server. Every other setting of the server is read too.'],
  ['POSTHORN_URL', 'URL of the server that commands call. Not set: the server that runs on DATA_DIR.'],
  ['POSTHORN_KEY', 'API key for these calls. Not set: a key that is derived from DATA_DIR.'],
] as const;

function commandLines(node: CommandNode): readonly string[] {
  const synopsis = [...node.path, ...node.arguments.map(({ name }) => name)].join(' ');
  return [
    `.SS ${escaped(`posthorn ${synopsis}`)}`,
    escaped(`${capitalized(node.says)}.`),
    ...node.arguments.flatMap(({ name, says }) => ['.TP', `.I ${escaped(name)}`, escaped(says)]),
    ...node.options.flatMap(({ flags, says }) => ['.TP', `.B ${escaped(flags)}`, escaped(says)]),
  ];
}

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** No line begins with a control character, and dashes are those of options. */
function escaped(text: string): string {
  const plain = text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('’', "'").replaceAll('…', '...');
  return /^[.']/.test(plain) ? `\\&${plain}` : plain;
}
