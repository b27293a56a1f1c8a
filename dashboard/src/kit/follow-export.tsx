import { Anchor, Text } from '@mantine/core';
import { addressOf, call } from '../api/client';
import type { Answer } from '../api/operations';
import { exportMessages } from '../messages/exports';
import { sayProblem } from '../ui/toast';
import { hideToast, showToast, updateToast } from '../ui/toast-layer';

const { following: words } = exportMessages;
type Export = Answer<'GET /dashboard-api/exports/{id}'>;

/** Between two looks at an export: it is often ready at once, and may take minutes. */
const pausesMs = [1_000, 2_000, 4_000, 8_000, 10_000] as const;

/** Shows how far an export is; it stays when the page is changed. */
export async function followExport(begun: Export): Promise<void> {
  const id = showToast({ ...progressOf(begun), autoClose: false });
  let now = begun;
  try {
    for (let look = 0; now.state === 'running'; look += 1) {
      await new Promise((resolve) => setTimeout(resolve, pausesMs[Math.min(look, pausesMs.length - 1)]));
      now = await call('GET /dashboard-api/exports/{id}', { path: { id: begun.id } });
      updateToast(id, { ...progressOf(now), autoClose: false });
    }
  } catch (error) {
    hideToast(id);
    // `call` rejects with errors only.
    sayProblem(error as Error);
  }
}

function progressOf({ id, state, rows }: Export) {
  if (state === 'running') {
    return { loading: true, title: words.title, message: words.soFar(rows ?? 0) };
  }
  if (state !== 'finished') return { loading: false, color: 'red', message: words.failed };
  return {
    loading: false,
    color: 'green',
    title: words.done(rows ?? 0),
    message: (
      <>
        <Anchor href={addressOf('GET /dashboard-api/exports/{id}/file', { path: { id } })} download size="sm">
          {exportMessages.download}
        </Anchor>
        <Text size="xs" c="dimmed">
          {words.kept}
        </Text>
      </>
    ),
  };
}
