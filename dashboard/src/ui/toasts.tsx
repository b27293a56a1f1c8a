import '@mantine/core/styles/Notification.css';
import '@mantine/notifications/styles.css';
import { Notifications, notifications } from '@mantine/notifications';

/** Where toasts appear. With the library it is loaded when the first one is shown. */
export default function Toasts() {
  return <Notifications position="bottom-right" containerWidth={400} />;
}

export { notifications };
