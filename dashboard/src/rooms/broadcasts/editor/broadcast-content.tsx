import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client';
import { under } from '../../../api/reading';
import { useMay } from '../../../api/session';
import { choicesOf } from '../../../kit/choices';
import { LeaveGuard } from '../../../kit/leave-guard';
import { editorWords } from '../../../messages/broadcast-editor';
import { broadcastSavingWords as words } from '../../../messages/broadcast-saving';
import type { Broadcast } from './broadcast';
import { BroadcastEditor } from './broadcast-editor';
import { ContentPreview } from './content-preview';
import { documentIn, newDocument } from './email/document.js';
import { toEmail } from './email/to-email.js';
import { HtmlContent } from './html-content';
import { SaveProblem, SaveState } from './save-note';
import { SwitchMode } from './switch-mode';
import { uploadImage } from './upload-image';
import { useAutosave } from './use-autosave';
import { useTags } from './use-tags';

/** The parts that are saved together, as one version. `document` is null where html is written by hand. */
type Content = Pick<Broadcast, 'document' | 'html' | 'text'>;

const views = ['write', 'preview'] as const;

/** What a broadcast says, as it is written and as it will look. It saves itself. */
export default function BroadcastContent({ broadcast }: { readonly broadcast: Broadcast }) {
  const [started, setStarted] = useState({ broadcast, count: 0 });
  const mayChange = useMay('PATCH /broadcasts/{id}') && broadcast.status === 'draft';
  if (!mayChange) return <ReadOnly broadcast={broadcast} />;
  return (
    <Editing
      key={started.count}
      broadcast={started.broadcast}
      onReplaced={(next) => setStarted(({ count }) => ({ broadcast: next, count: count + 1 }))}
    />
  );
}

function ReadOnly({ broadcast }: { readonly broadcast: Broadcast }) {
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {words.readOnlyText}
      </Text>
      <ContentPreview broadcast={broadcast} content={broadcast} />
    </Stack>
  );
}

interface EditingProps {
  readonly broadcast: Broadcast;
  /** Another version takes the place of what is edited. */
  readonly onReplaced: (broadcast: Broadcast) => void;
}

function Editing({ broadcast, onReplaced }: EditingProps) {
  const { id } = broadcast;
  const queryClient = useQueryClient();
  const tags = useTags();
  const [content, setContent] = useState<Content>(() => contentOf(broadcast));
  const [view, setView] = useState<(typeof views)[number]>('write');
  const { state, problem, change, flush } = useAutosave<Content>({
    revision: broadcast.revision,
    save: async (next, revision) => {
      const body = { ...next, ...(revision === undefined ? {} : { revision }) };
      const saved = await call('PATCH /broadcasts/{id}', { path: { id }, body });
      void queryClient.invalidateQueries(under('GET /dashboard-api/broadcasts'));
      return saved.revision ?? (revision ?? broadcast.revision) + 1;
    },
  });
  const set = (next: Content): void => {
    setContent(next);
    change(next);
  };
  const reload = async (): Promise<void> =>
    onReplaced(await call('GET /dashboard-api/broadcasts/{id}', { path: { id } }));
  const [document] = useState(() => documentIn(content.document));
  const isByHand = content.document === null;
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <SegmentedControl
          aria-label={words.views}
          size="xs"
          data={[...choicesOf({ write: words.write, preview: words.preview })]}
          value={view}
          onChange={(next) => setView(views.find((each) => each === next) ?? 'write')}
        />
        <Group gap="sm">
          <SaveState state={state} />
          <SwitchMode
            isByHand={isByHand}
            onSwitch={() => {
              const next = isByHand ? toEmail(emptyDocument()) : { html: content.html, text: null, document: null };
              const switched = { ...next, document: isByHand ? { ...toEmail(emptyDocument()).document } : null };
              change(switched);
              flush();
              onReplaced({ ...broadcast, ...switched });
            }}
          />
        </Group>
      </Group>
      <SaveProblem
        state={state}
        problem={problem}
        onRetry={() => flush()}
        onLoadTheirs={() => void reload()}
        onKeepMine={() => flush(true)}
      />
      {/* It stays, so that undoing goes on after a look at the preview. */}
      <div hidden={view !== 'write'}>
        {isByHand || document === undefined ? (
          <HtmlContent html={content.html ?? ''} onChange={(html) => set({ document: null, html, text: null })} />
        ) : (
          <BroadcastEditor
            document={document}
            tags={tags}
            upload={uploadImage}
            onChange={(next) => set(savedOf(next))}
          />
        )}
      </div>
      {view === 'preview' && <ContentPreview broadcast={broadcast} content={content} isSaved={state === 'saved'} />}
      <LeaveGuard isActive={state === 'failed' || state === 'conflict'} />
    </Stack>
  );
}

const emptyDocument = () => newDocument(editorWords.footerReason, editorWords.unsubscribe);

function savedOf(document: Parameters<typeof toEmail>[0]): Content {
  const email = toEmail(document);
  return { ...email, document: { ...email.document } };
}

/** A draft without content begins in the editor. */
function contentOf({ document, html, text }: Broadcast): Content {
  return document === null && (html ?? '') === '' ? { ...savedOf(emptyDocument()) } : { document, html, text };
}
