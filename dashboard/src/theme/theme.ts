import { messages } from '../messages';
import { createTheme, type CSSVariablesResolver } from '@mantine/core';

/**
 * The tokens of the page, all of them. Text on a surface has at least 4.5 to 1 (WCAG 2.2 AA) in both schemes, which the
 * library's own dimmed text, placeholders, errors and coloured buttons have not.
 */
const light = {
  surface: '#ffffff',
  ground: '#f6f7f9',
  line: '#d9dde3',
  edge: '#c3c9d1',
  field: '#868e99',
  text: '#1b2027',
  dimmed: '#57606b',
  error: '#b42318',
  warning: '#7a4a00',
  success: '#17693a',
  horn: '#b45309',
};

const dark = {
  surface: '#1c2026',
  ground: '#15181c',
  line: '#343b44',
  edge: '#4a525d',
  field: '#7b8592',
  text: '#e4e7eb',
  dimmed: '#a8b0ba',
  error: '#ff9d94',
  warning: '#f2c46d',
  success: '#7fd6a0',
  horn: '#f5b83d',
};

/** The library's greys of dark pages, on the side of blue as ours are. */
const darkGreys = [
  '#e4e7eb',
  '#c6ccd3',
  '#a8b0ba',
  '#7b8592',
  '#343b44',
  '#2a3038',
  '#22272e',
  '#1c2026',
  '#15181c',
  '#0f1114',
] as const;

/** Prussian blue, as postal services wear it; the horn's yellow stands beside it (`--page-horn`). */
const post = [
  '#eef4fb',
  '#dbe7f5',
  '#b6cee9',
  '#8cb2da',
  '#6598cc',
  '#4a83bf',
  '#3571b1',
  '#27609c',
  '#1b4d84',
  '#123a66',
] as const;

export const theme = createTheme({
  colors: { dark: darkGreys, post },
  primaryColor: 'post',
  primaryShade: 8,
  defaultRadius: 'md',
  radius: { sm: '4px', md: '6px', lg: '10px' },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.25' },
      h2: { fontSize: '1.0625rem', lineHeight: '1.4' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.4' },
    },
  },
  components: {
    // A headline is text: the library's colored one has less than 4.5 to 1 on yellow.
    Alert: { styles: { title: { color: 'var(--mantine-color-text)' } } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': messages.actions.close } } },
    Modal: {
      styles: { title: { fontWeight: 650, lineHeight: 1.3 } },
      defaultProps: { closeButtonProps: { 'aria-label': messages.actions.close } },
    },
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
});

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...variablesOf(light), '--mantine-color-yellow-light': '#fff6dc' },
  dark: {
    ...variablesOf(dark),
    '--mantine-color-anchor': 'var(--mantine-color-post-3)',
    '--mantine-color-post-light-color': 'var(--mantine-color-post-3)',
    '--mantine-color-post-light': '#1b2f47',
    '--mantine-color-post-light-hover': '#21385a',
    '--mantine-color-gray-light': '#2a3038',
    '--mantine-color-red-light': '#471b1b',
    '--mantine-color-yellow-light': '#3a2f14',
  },
});

function variablesOf(tokens: typeof light): Record<string, string> {
  return {
    '--page-surface': tokens.surface,
    '--page-ground': tokens.ground,
    '--page-line': tokens.line,
    '--page-warning': tokens.warning,
    '--page-success': tokens.success,
    '--page-horn': tokens.horn,
    '--mantine-color-body': tokens.surface,
    '--mantine-color-text': tokens.text,
    '--mantine-color-dimmed': tokens.dimmed,
    '--mantine-color-placeholder': tokens.dimmed,
    '--mantine-color-error': tokens.error,
    '--mantine-color-default-border': tokens.edge,
    '--page-field': tokens.field,
    '--mantine-color-disabled-color': tokens.dimmed,
    '--mantine-color-red-light-color': tokens.error,
    '--mantine-color-red-filled': '#b42318',
    '--mantine-color-red-filled-hover': '#8f1b12',
    '--mantine-color-yellow-light-color': tokens.warning,
    '--mantine-color-green-light-color': tokens.success,
  };
}
