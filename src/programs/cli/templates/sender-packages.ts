import { createRequire } from 'node:module';
import { dirname, extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compileFunction } from 'node:vm';
import { codeOf } from '../../../domain/shared/members.js';

/** Loads a component with its imports, and answers what it exports. */
type Load = (file: string) => Promise<unknown>;

interface Esbuild {
  build(options: object): Promise<{ readonly outputFiles: readonly { readonly text: string }[] }>;
}
interface TypeScript {
  readonly JsxEmit: { readonly ReactJSX: number };
  readonly ModuleKind: { readonly CommonJS: number };
  readonly ScriptTarget: { readonly ES2022: number };
  transpileModule(source: string, options: object): { readonly outputText: string };
}
interface Tsx {
  require(file: string, parent: string): unknown;
}
/** What is used of `@react-email/render`. */
export interface ReactEmail {
  render(element: unknown, options?: { readonly plainText: boolean }): Promise<string>;
}
export interface React {
  createElement(type: unknown, props: object): unknown;
}

/** The packages that a file of the sender's finds, in the versions that it finds them. Throws what to install. */
export function senderPackages(file: string): {
  readonly react: React;
  readonly email: ReactEmail;
  readonly load: Load;
} {
  const react = required<React>(file, 'react');
  const email = ['@react-email/render', 'react-email', '@react-email/components']
    .map((name) => required<Partial<ReactEmail>>(file, name))
    .find((each) => typeof each?.render === 'function');
  if (react === undefined || email === undefined) {
    const missing = react === undefined ? '`react`' : '`@react-email/render`';
    throw new Error(
      `${missing} is not installed there. Run \`npm install react-email react react-dom\` in its repository.`,
    );
  }
  // It was found by this.
  return { react, email: email as ReactEmail, load: loaderFor(file) };
}

function loaderFor(file: string): Load {
  const esbuild = required<Esbuild>(file, 'esbuild', 'react-email');
  if (esbuild !== undefined) return (path) => bundled(esbuild, path);
  const tsx = required<Tsx>(file, 'tsx/cjs/api');
  if (tsx !== undefined) return async (path) => tsx.require(path, path);
  const typescript = required<TypeScript>(file, 'typescript');
  if (typescript !== undefined) return (path) => transpiled(typescript, path);
  if (extname(file) === '.js') return (path) => import(pathToFileURL(path).href);
  throw new Error(
    'nothing that compiles it is installed there: esbuild (which `react-email` brings), tsx or typescript. Run `npm install --save-dev esbuild` in its repository.',
  );
}

/** With its own files in one; its packages are those of its folder. */
async function bundled({ build }: Esbuild, file: string): Promise<unknown> {
  const { outputFiles } = await build({
    entryPoints: [file],
    absWorkingDir: dirname(file),
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    packages: 'external',
    jsx: 'automatic',
    loader: { '.js': 'jsx', '.css': 'text' },
    logLevel: 'silent',
  });
  const module = { exports: {} };
  const names = ['exports', 'require', 'module', '__filename', '__dirname'];
  const run = compileFunction(outputFiles[0]?.text ?? '', names, { filename: file });
  run(module.exports, createRequire(file), module, file, dirname(file));
  return module.exports;
}

/** File by file, as Node asks for them. */
async function transpiled(typescript: TypeScript, file: string): Promise<unknown> {
  const { JsxEmit, ModuleKind, ScriptTarget } = typescript;
  const compilerOptions = {
    jsx: JsxEmit.ReactJSX,
    module: ModuleKind.CommonJS,
    target: ScriptTarget.ES2022,
    esModuleInterop: true,
  };
  const require = createRequire(file);
  const { readFileSync } = await import('node:fs');
  for (const extension of ['.tsx', '.jsx', '.ts']) {
    // Node's own way to load other languages; its types leave out how a module is compiled.
    require.extensions[extension] = (module, path) => {
      const { outputText } = typescript.transpileModule(readFileSync(path, 'utf8'), {
        compilerOptions,
        fileName: path,
      });
      (module as NodeModule & { _compile(code: string, path: string): void })._compile(outputText, path);
    };
  }
  return require(file);
}

/** A package that the file finds, or that one of its packages brings. @returns undefined when neither has it. */
function required<Package>(file: string, name: string, broughtBy?: string): Package | undefined {
  const require = createRequire(file);
  try {
    // The caller knows what it is.
    return require(name) as Package;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  if (broughtBy === undefined) return undefined;
  try {
    return required<Package>(require.resolve(broughtBy), name);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'MODULE_NOT_FOUND' || code === 'ERR_PACKAGE_PATH_NOT_EXPORTED';
}
