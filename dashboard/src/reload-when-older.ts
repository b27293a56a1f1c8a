import { isOlderThanServer } from './api/build';
import type { AppRouter } from './router';

/** The next page that is opened is loaded from the server: the files of an older build are not there any more. */
export function reloadWhenOlder(router: AppRouter): void {
  router.subscribe('onBeforeNavigate', ({ toLocation, pathChanged }) => {
    if (pathChanged && isOlderThanServer()) window.location.assign(toLocation.publicHref);
  });
}
