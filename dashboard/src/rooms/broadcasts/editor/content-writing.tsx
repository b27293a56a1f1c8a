import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { Group, SegmentedControl, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { under } from '../../../api/reading';
import { Because, Callout } from '../../../kit/callout';
import { choicesOf } from '../../../kit/choices';
import { LeaveGuard } from '../../../kit/leave-guard';
import { editorWords } from '../../../messages/broadcast-editor';
import { broadcastSavingWords as words } from '../../../messages/broadcast-saving';
import { BroadcastEditor } from './broadcast-editor';
import type { Broadcast, Variant } from './broadcast';
import {
  type Beginning,
  type Content,
  contentByHand,
  contentOf,
  contentWith,
  editedContent,
  emptyContent,
  saveContent,
  saysTheSame,
} from './content';
import { ContentPreview } from './content-preview';
import { type Brand, brandStyles } from './email/branded.js';
import { documentIn } from './email/document.js';
import { isUntouched, layoutBlocks } from './email/layouts.js';
import type { PlaceAsked } from './editor-props';
import { HtmlContent } from './html-content';
import { SaveNote, SaveProblem } from './save-note';
import { LayoutChoice, SwitchMode } from './switch-mode';
import { uploadImage } from './upload-image';
import { useAutosave } from './use-autosave';
import { useTags } from './use-tags';
import { VersionsPanel } from './versions-panel';

const views = ['write', 'preview', 'versions'] as const;
type View = (typeof views)[number];

interface ContentWritingProps extends PlaceAsked {
  /** What is edited. */
  readonly started: Broadcast;
  /** As the server has it now, by what the page last read. */
  readonly latest: Broadcast;
  readonly variant: Variant;
  readonly beginning: Beginning;
  /** Another content takes the place of what is edited. */
  readonly onReplaced: (broadcast: Broadcast) => void;
  readonly onReload: () => void;
}

/** A draft in the editor or as html, its preview, and its versions. */
export function ContentWriting(props: ContentWritingProps) {
  const { started, latest, variant, beginning, onReplaced, onReload, ...asked } = props;
  const queryClient = useQueryClient();
  const tags = useTags();
  const base = useRef(started);
  const [content, setContent] = useState(() => editedContent(started, beginning));
  const [switches, setSwitches] = useState(0);
  const saving = useAutosave<Content>({
    revision: started.revision,
    save: async (next, revision) => {
      base.current = await saveContent(base.current, next, revision, variant);
      void queryClient.invalidateQueries(under('GET /dashboard-api/broadcasts'));
      return base.current.revision;
    },
  });
  const { state, revision, change, flush, follow } = saving;
  useEffect(() => {
    // The brand was changed since: what is sent is what one sees.
    if (started.document !== null && content.document !== started.document) change(content);
    // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what it began with.
  }, []);
  useEffect(() => {
    if (state !== 'saved' || latest.revision <= revision) return;
    // Settings were saved, or someone else has saved: nothing of ours is lost by taking theirs.
    if (saysTheSame(latest, base.current)) {
      base.current = latest;
      follow(latest.revision);
    } else onReplaced(latest);
  }, [state, latest, revision, follow, onReplaced]);
  const set = (next: Content): void => {
    setContent(next);
    change(next);
  };
  const [view, show] = useView(asked, () => void flush());
  const switchMode = (next: Content): void => {
    set(next);
    setSwitches((count) => count + 1);
  };
  const isByHand = content.document === null;
  const shown = documentIn(content.document);
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <SegmentedControl
          aria-label={words.viewsLabel}
          size="xs"
          data={[...choicesOf(words.views)]}
          value={view}
          onChange={show}
        />
        <Group gap="sm">
          <SaveNote state={state} />
          {view === 'write' && shown !== undefined && isUntouched(shown) && (
            <LayoutChoice onChoose={(name) => switchMode(contentWith(beginning, layoutBlocks(name)))} />
          )}
          <SwitchMode
            isByHand={isByHand}
            onSwitch={() => switchMode(isByHand ? emptyContent(beginning) : contentByHand(content.html ?? ''))}
          />
        </Group>
      </Group>
      <SaveProblem
        {...saving}
        onRetry={() => void flush()}
        onLoadTheirs={onReload}
        onKeepMine={() => void flush(true)}
      />
      {/* It stays, so that undoing goes on after a look at the preview. */}
      <div hidden={view !== 'write'}>
        <Writing
          key={switches}
          broadcastId={started.id}
          content={content}
          tags={tags}
          brand={beginning.brand}
          onChange={set}
          {...(view === 'write' ? asked : {})}
        />
      </div>
      {view === 'preview' && (
        <ContentPreview broadcast={latest} revision={revision} variant={variant} isSaved={state === 'saved'} />
      )}
      {view === 'versions' && (
        <VersionsPanel broadcast={latest} revision={revision} variant={variant} onRestored={onReload} />
      )}
      <LeaveGuard isActive={state === 'failed' || state === 'conflict'} />
    </Stack>
  );
}

/** One that is asked for a place in the content goes to where it is written. */
function useView({ place }: PlaceAsked, onLeave: () => void) {
  const [view, setView] = useState<View>('write');
  const isAsked = place !== undefined;
  useEffect(() => {
    if (isAsked) setView('write');
  }, [isAsked]);
  const show = (next: string): void => {
    setView(views.find((each) => each === next) ?? 'write');
    if (next !== 'write') onLeave();
  };
  return [view, show] as const;
}

interface WritingProps extends PlaceAsked {
  readonly broadcastId: string;
  readonly content: Content;
  readonly tags: ReturnType<typeof useTags>;
  readonly brand: Brand;
  readonly onChange: (content: Content) => void;
}

function Writing({ broadcastId, content, tags, brand, onChange, ...asked }: WritingProps) {
  const [document] = useState(() => documentIn(content.document));
  if (content.document !== null && document === undefined) {
    return (
      <Callout tone="bad" title={editorWords.notOpened}>
        <Because>{editorWords.notOpenedText}</Because>
      </Callout>
    );
  }
  if (document === undefined || content.document === null) {
    return (
      <HtmlContent
        broadcastId={broadcastId}
        html={content.html ?? ''}
        onChange={(html) => onChange(contentByHand(html))}
      />
    );
  }
  return (
    <BroadcastEditor
      document={document}
      tags={tags}
      isForAudience
      broadcastId={broadcastId}
      brand={brand.version === 0 ? undefined : brandStyles(brand)}
      upload={uploadImage}
      onChange={(next) => onChange(contentOf(next))}
      {...asked}
    />
  );
}
