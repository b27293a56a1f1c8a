import type { Argument, Command, Option } from 'commander';

/** A command as help, completion, manual and documentation describe it. */
export interface CommandNode {
  /** Without `posthorn`; empty: the program. */
  readonly path: readonly string[];
  readonly aliases: readonly string[];
  readonly says: string;
  readonly arguments: readonly { readonly name: string; readonly says: string }[];
  readonly options: readonly { readonly flags: string; readonly says: string }[];
  readonly children: readonly CommandNode[];
}

/** The program and everything below it. */
export function treeOf(command: Command, path: readonly string[] = []): CommandNode {
  return {
    path,
    aliases: command.aliases(),
    says: command.description(),
    arguments: command.registeredArguments.map((argument) => ({
      name: argumentName(argument),
      says: withDefault(argument.description, argument.defaultValue),
    })),
    options: command.options.map((option) => ({ flags: option.flags, says: optionSays(option) })),
    children: command.commands.map((child) => treeOf(child, [...path, child.name()])),
  };
}

/** Every command of the tree that can be run. */
export function runnable(node: CommandNode): readonly CommandNode[] {
  const isRunnable = node.path.length > 0 && (node.children.length === 0 || node.arguments.length > 0);
  return [...(isRunnable ? [node] : []), ...node.children.flatMap(runnable)];
}

/** Every node, the program first. */
export function everyNode(node: CommandNode): readonly CommandNode[] {
  return [node, ...node.children.flatMap(everyNode)];
}

/** `--limit`, without what it takes. */
export function longOf(flags: string): string {
  return /--[a-z-]+/.exec(flags)?.[0] ?? flags;
}

/** `<id>` or `[folder]`, as help shows it. */
function argumentName(argument: Argument): string {
  const name = argument.variadic ? `${argument.name()}...` : argument.name();
  return argument.required ? `<${name}>` : `[${name}]`;
}

function optionSays(option: Option): string {
  return `${withDefault(option.description, option.defaultValue)}${option.mandatory ? ' (required)' : ''}`;
}

function withDefault(says: string, value: unknown): string {
  return typeof value === 'string' ? `${says} (default: ${value})` : says;
}
