import { Because, Callout } from '../../kit/callout';
import { importMessages as words } from '../../messages/imports';
import { type Import, stateOf } from './documents';

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
  if (hasFile || state === 'undoing') return null;
  return (
    <Callout tone="calm" title={words.destroyed.title}>
      <Because>{words.destroyed.why}</Because>
    </Callout>
  );
}
