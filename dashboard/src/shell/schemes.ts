import type { MantineColorScheme } from '@mantine/core';

export const schemes: readonly MantineColorScheme[] = ['light', 'dark', 'auto'];
