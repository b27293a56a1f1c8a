import type { NotificationData } from '@mantine/notifications';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { messages } from '../messages';

/** What one toast shows. */
export type Toast = Omit<NotificationData, 'id'>;

const load = () => import('./toasts');
const Toasts = lazy(load);

const closeButtonProps = { 'aria-label': messages.actions.dismiss };

let isNeeded = false;
let number = 0;
const listeners = new Set<() => void>();

/** Shows a toast; answers its name, for {@link updateToast} and {@link hideToast}. */
export function showToast(toast: Toast): string {
  number += 1;
  const id = `toast-${number}`;
  isNeeded = true;
  for (const listener of listeners) listener();
  // In the order of the calls: a promise that is settled calls back in that order.
  void load().then(({ notifications }) => notifications.show({ closeButtonProps, ...toast, id }));
  return id;
}

export function updateToast(id: string, toast: Toast): void {
  void load().then(({ notifications }) => notifications.update({ ...toast, id }));
}

export function hideToast(id: string): void {
  void load().then(({ notifications }) => notifications.hide(id));
}

/** Stands once in the page, and is empty until a toast was shown. */
export function ToastLayer() {
  const isShown = useSyncExternalStore(subscribe, () => isNeeded);
  if (!isShown) return null;
  return (
    <Suspense fallback={null}>
      <Toasts />
    </Suspense>
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
