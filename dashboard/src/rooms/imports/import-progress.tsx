import '@mantine/core/styles/Progress.css';
import { Progress, Stack, Text } from '@mantine/core';
import { importMessages as words } from '../../messages/imports';
import { Panel } from '../../ui/panel';
import { type Import, isRunning, stateOf } from './documents';

/** How much of the file was read. Nothing where it is over; of an undo only that it runs is known. */
export default function ImportProgress({ of: found }: { readonly of: Import }) {
  if (!isRunning(found)) return null;
  const { counts, progress, undo } = found;
  const isUndo = stateOf(found) === 'undoing' && undo !== null;
  const undone = undo === null ? 0 : undo.deleted + undo.restored + undo.kept;
  const share = isUndo ? undone / Math.max(counts.created + counts.updated + counts.skipped, undone, 1) : progress;
  const said = isUndo ? words.undoneSoFar(undone) : words.rowsSoFar(counts.total, Math.floor(100 * share));
  return (
    <Panel title={words.progress} intro={words.progressHint}>
      <Stack gap="xs">
        <Progress value={100 * share} aria-label={words.progress} animated />
        <Text size="sm" role="status">
          {said}
        </Text>
      </Stack>
    </Panel>
  );
}
