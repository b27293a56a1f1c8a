import { MailPreview } from '../../kit/mail-preview';
import { templateContentWords as words } from '../../messages/template-content';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/panel';
import { useKeptValues, usePreview } from './preview-values';
import type { TemplateValues } from './template-values';
import { ValuesForm } from './values-form';

interface PreviewPanelProps {
  readonly templateId: string;
  readonly draft: TemplateValues;
}

/** The draft as it is typed, filled in with values that this browser keeps. */
export function PreviewPanel(props: PreviewPanelProps) {
  return (
    <Panel title={words.preview}>
      <DraftPreview {...props} />
    </Panel>
  );
}

/** {@link PreviewPanel} without a frame of its own. */
export function DraftPreview({ templateId, draft }: PreviewPanelProps) {
  const kept = useKeptValues(templateId);
  const query = usePreview(draft, kept[0]);
  return (
    <Loaded query={query} lines={6}>
      {(preview) => (
        <>
          <MailPreview mail={{ ...preview, from: draft.from.trim() === '' ? null : draft.from }} />
          <ValuesForm draft={draft} preview={preview} kept={kept} />
        </>
      )}
    </Loaded>
  );
}
