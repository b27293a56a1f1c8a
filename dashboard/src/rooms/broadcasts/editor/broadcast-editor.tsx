import { lazy, Suspense } from 'react';
import { Outline } from '../../../ui/loaded';
import type { BroadcastEditorProps } from './editor-props';

const EmailEditor = lazy(() => import('./editor'));

/** The editor of an email. The library behind it is loaded when it is shown, and nothing else of the page knows it. */
export function BroadcastEditor(props: BroadcastEditorProps) {
  return (
    <Suspense fallback={<Outline lines={8} />}>
      <EmailEditor {...props} />
    </Suspense>
  );
}
