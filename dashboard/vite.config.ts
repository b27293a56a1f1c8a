import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The library's colours that no part of the page names: their variables would be a hundredth of a first visit. */
const unusedColour = /^--mantine-color-((cyan|lime|pink|violet)-|(indigo|teal)-(?!5$))/;

/** `vite --config dashboard/vite.config.ts` serves the page with its data from this server. */
const server = process.env.POSTHORN_URL ?? 'http://127.0.0.1:3000';

const base = [
  /node_modules\/(react(-dom)?|scheduler|@tanstack\/(?!react-table|table-core|react-virtual|virtual-core)(?!.*useBlocker)[\w-]+|@mantine\/store)\//,
  /@mantine\/hooks\/(?!.*\/use-(drag|long-press|focus-trap|focus-return|click-outside|debounced-value|debounced-callback|mutation-observer|timeout|shallow-effect)\/)/,
  /@mantine\/core\/esm\/(core\/|components\/(Accordion|Center|NavLink|VisuallyHidden|Checkbox\/CheckIcon|Radio\/RadioIcon))/,
  /src\/(ui\/(page|loaded|brand)|kit\/(use-removal|going|list-filters|choices)|shell\/shell)\./,
];

export default defineConfig({
  root: here('.'),
  base: '/dashboard/',
  plugins: [react()],
  css: {
    postcss: {
      plugins: [
        {
          postcssPlugin: 'unused-colours',
          Declaration: (declaration) => {
            if (unusedColour.test(declaration.prop)) declaration.remove();
          },
        },
      ],
    },
  },
  build: {
    outDir: here('../dist/dashboard'),
    // The folder is outside `root`, so Vite empties it only with this option; nothing else of dist/ is touched.
    emptyOutDir: true,
    // Files, not data: URLs, so that the page's policy can name its own origin only.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // What every visit has loaded by then need not be named again beside each part that is loaded later.
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'html'
          ? files
          : files.filter((file) => !/\/(base|common|icons|index)-[\w-]+\.(js|css)$/.test(file)),
    },
    // scripts/finish-dashboard.js adds up what a first visit loads.
    manifest: true,
    rolldownOptions: {
      output: {
        // What every room stands on is one file: a hundred small ones compress worse and take longer.
        codeSplitting: {
          // The first that takes a file takes what it imports too, so what everything stands on comes first.
          groups: [
            // One file of four kinds: libraries; hooks, but for those of parts that a click opens; what is small, and
            // used by what is loaded first as by what is not; what is around every room.
            { name: 'base', priority: 3, test: (id: string) => base.some((part) => part.test(id)) },
            {
              name: 'hooks',
              priority: 0,
              test: /@mantine\/hooks\/.*\/use-(drag|long-press|focus-trap|focus-return|click-outside)\//,
            },
            // So is what most rooms use of the library and of our own pieces.
            // Icons are small: a file for each would be half overhead.
            { name: 'icons', priority: 2, test: /@tabler/, minShareCount: 2 },
            {
              name: 'common',
              priority: 2,
              test: /@mantine\/core\/(?!styles\/|.*\/(Popover|Menu|Combobox|Modal|ModalBase|Drawer|ScrollArea|FocusTrap|Transition|Textarea|Portal|Overlay|List|Table|Progress|Floating|FloatingArrow|PinInput|Select|InlineInput|SegmentedControl|FloatingIndicator)\/)|src\/(ui|api|messages)\/(?!entry|copy|clipboard|empty-state|search-select)/,
              minShareCount: 10,
            },
            // Lists, with what makes their tables: of a long one, what places its rows is loaded later.
            {
              name: 'lists',
              priority: 1,
              test: /@tanstack\/(react-table|table-core)|src\/kit\/(list-|listing|loaded-|table-|new-rows|row-(actions|link)|remembered|saved-views|views|sorting|column-choice|dim|open-row|use-action-columns|time-range-picker|export-all)/,
            },
            // What most rooms of one thing stand on; without it each of them loads six small files.
            { name: 'details', priority: 1, test: /src\/kit\/(detail-|more-menu|last-change)/, minShareCount: 5 },
            // So do the rooms of emails on theirs.
            {
              name: 'emails',
              priority: 1,
              test: /src\/(rooms\/emails\/(queries|email-state)|messages\/(email-state|reply-kinds))/,
              minShareCount: 2,
            },
            // What opens above the page is asked for by a click, and loaded with it.
            { name: 'dropdowns', priority: 1, test: /@floating-ui|@mantine\/core\/.*\/(Popover|Menu|Combobox)\// },
            {
              name: 'dialogs',
              priority: 1,
              test: /react-remove-scroll|@mantine\/core\/.*\/(Modal|ModalBase|Drawer|ScrollArea)\//,
            },
          ],
        },
      },
    },
  },
  server: {
    // The server believes a cookie only where the request is of its own origin: the proxy says so for the page that it serves.
    proxy: Object.fromEntries(
      ['/dashboard-api', '/api-keys'].map((path) => [
        path,
        { target: server, changeOrigin: true, headers: { origin: server } },
      ]),
    ),
  },
});
