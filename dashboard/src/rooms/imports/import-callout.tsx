import { useMay } from '../../api/session';
import { Because, Callout } from '../../kit/callout';
import { importWizardMessages } from '../../messages/import-wizard';
import { importEndWords as words } from '../../messages/import-ends';
import { RoomLink } from '../../ui/room-link';
import { type Import, stateOf } from './documents';

const { after } = importWizardMessages;

/** Why an import ended early, or what its undo did; nothing about one that went as it was asked for. */
export default function ImportCallout({ of: found }: { readonly of: Import }) {
  const { failure, undo, has_file: hasFile } = found;
  const state = stateOf(found);
  if (state === 'undone' && undo !== null) {
    return (
      <Callout tone="calm" title={words.undone.title}>
        <Because>{words.undone.what(undo.deleted, undo.restored, undo.kept)}</Because>
        {undo.kept > 0 && <Because>{words.undone.kept}</Because>}
      </Callout>
    );
  }
  if (state === 'undoFailed' && undo !== null) {
    return (
      <Callout tone="bad" title={words.undoFailed.title}>
        <Because>{words.undone.what(undo.deleted, undo.restored, undo.kept)}</Because>
        <Because>{words.undoFailed.next}</Because>
      </Callout>
    );
  }
  if (state === 'canceled') {
    return (
      <Callout tone="calm" title={words.canceled.title}>
        <Because>{hasFile ? words.canceled.what : words.canceled.whatOnly}</Because>
      </Callout>
    );
  }
  if (state === 'failed' && failure !== null) {
    const { title, next } = words.failures[failure.reason === 'canceled' ? 'erasure' : failure.reason];
    return (
      <Callout tone="bad" title={title(failure.line)}>
        <Because>{next}</Because>
      </Callout>
    );
  }
  if (state === 'completed' && hasFile) return <NextStep of={found} />;
  if (hasFile || state === 'undoing') return null;
  return (
    <Callout tone="calm" title={words.destroyed.title}>
      <Because>{words.destroyed.why}</Because>
    </Callout>
  );
}

/** What people are imported for. */
function NextStep({ of: { counts } }: { readonly of: Import }) {
  const may = useMay('POST /segments');
  if (!may || counts.created + counts.updated === 0) return null;
  return (
    <Callout
      tone="calm"
      title={after.title}
      actions={
        <RoomLink to="/segments?create=true" isButton>
          {after.segment}
        </RoomLink>
      }
    >
      <Because>{after.why}</Because>
    </Callout>
  );
}
