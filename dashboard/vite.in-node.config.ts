import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import ofBrowsers from './vite.config';

/*
 * The page as one script without styles, for tests that need no browser (test/page): all that is in it runs from
 * `src/main.tsx` on, as it does in a browser.
 */

/** A document without layout has no use for styles, and to parse them takes longer than to show a room. */
const withoutStyles: Plugin = {
  name: 'without-styles',
  enforce: 'pre',
  load(id) {
    // The names of classes are the program's.
    if (id.endsWith('.css') && !id.endsWith('.module.css')) return '';
    const [, component] = /@mantine\/core\/esm\/.*\/(MantineCssVariables|MantineClasses)\.mjs$/.exec(id) ?? [];
    return component === undefined ? null : `export const ${component} = () => null;`;
  },
};

/** Six thousand icons would be read for the two hundred that are shown. */
const iconsOfTheirFiles: Plugin = {
  name: 'icons-of-their-files',
  enforce: 'pre',
  transform: {
    filter: { id: /\/dashboard\/src\// },
    handler: (code) =>
      code.replaceAll(/^import \{([^}]*)\} from '@tabler\/icons-react';/gm, (_, names: string) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '' && !name.startsWith('type '))
          .map((name) => `import ${name} from '@tabler/icons-react/dist/esm/icons/${name}.mjs';`)
          .join(''),
      ),
  },
};

export default defineConfig({
  ...ofBrowsers,
  plugins: [withoutStyles, iconsOfTheirFiles, ...(ofBrowsers.plugins ?? [])],
  build: {
    outDir: fileURLToPath(new URL('../node_modules/.cache/page-in-node', import.meta.url)),
    emptyOutDir: true,
    copyPublicDir: false,
    reportCompressedSize: false,
    minify: false,
    // A file beside the script, which has them in it otherwise.
    cssCodeSplit: false,
    rolldownOptions: {
      input: fileURLToPath(new URL('src/main.tsx', import.meta.url)),
      output: { format: 'iife', codeSplitting: false, entryFileNames: 'page.js' },
    },
  },
});
