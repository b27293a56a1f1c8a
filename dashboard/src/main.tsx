import './theme/library.css';
import './theme/page.css';
import { MantineProvider, localStorageColorSchemeManager } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { noteConnection, watchNetwork } from './api/connection';
import { createQueryClient } from './api/query-client';
import { insideRooms } from './rooms';
import { createAppRouter, type AppRouter } from './router';
import { leaveToSignIn } from './leave';
import { Rooms } from './shell/places';
import { cssVariables, theme } from './theme/theme';
import { ToastLayer } from './ui/toast-layer';
import { hasUnsaved, watchTyping } from './ui/unsaved';
import { isOlderThanServer } from './api/build';

const queryClient = createQueryClient(() => {
  if (hasUnsaved()) noteConnection('signed-out');
  else leaveToSignIn(router, queryClient, { isExpired: true });
});
const router = createAppRouter(queryClient);
// The name is also in public/scheme.js, which reads it before the first paint.
const colorScheme = localStorageColorSchemeManager({ key: 'posthorn-color-scheme' });

reloadWhenOlder(router);
watchNetwork();
watchTyping();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element for the page');
createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorScheme}
      defaultColorScheme="auto"
      deduplicateInlineStyles
    >
      <QueryClientProvider client={queryClient}>
        <Rooms value={insideRooms}>
          <RouterProvider router={router} />
        </Rooms>
        <ToastLayer />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);

/** The next page that is opened is loaded from the server: the files of an older build are not there any more. */
function reloadWhenOlder(router: AppRouter): void {
  router.subscribe('onBeforeNavigate', ({ toLocation, pathChanged }) => {
    if (pathChanged && isOlderThanServer()) window.location.assign(toLocation.publicHref);
  });
}
