import { Box } from '@mantine/core';
import { Outline } from './loaded';

/** While a room is on its way. */
export function Waiting() {
  return (
    <Box p="md" maw={960}>
      <Outline />
    </Box>
  );
}
