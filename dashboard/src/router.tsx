import type { QueryClient } from '@tanstack/react-query';
import {
  Outlet,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type AnyRoute,
} from '@tanstack/react-router';
import { mainRooms, settingsRoom, settingsRooms, visitorRooms } from './rooms';
import type { Room } from './rooms/room';
import { NotFound, RoomError } from './ui/room-error';
import { ApiProblem } from './api/problem';
import { sessionQuery } from './api/queries';
import { Box } from '@mantine/core';
import { Outline } from './ui/loaded';

/* What every room hangs on. */

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Outlet });

/** The one room that a person reaches while a second factor is still asked for. */
const enrolPath = '/settings/security';

/** For people who are signed in: the shell around a room. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  beforeLoad: async ({ context: { queryClient }, location }) => {
    try {
      const session = await queryClient.ensureQueryData(sessionQuery);
      if (session.second_factor !== 'enrol' || location.pathname === enrolPath) return;
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.kind !== 'signed-out') throw error;
      redirect({ to: '/sign-in', search: { return_to: location.publicHref }, throw: true });
    }
    redirect({ to: enrolPath, throw: true });
  },
  component: lazyRouteComponent(() => import('./shell/shell'), 'Shell'),
});

/* The routes of the rooms: below `inside` there is a session. */

function routeUnder<Parent extends AnyRoute, Path extends string, Asked extends object>(
  parent: Parent,
  path: Path,
  { search, title, component }: Omit<Room<string, Asked>, 'path'>,
) {
  return createRoute({ getParentRoute: () => parent, path, validateSearch: search, component, staticData: { title } });
}

/** The route of a room, typed by its path and its search parameters; `Base` is the path of the parent. */
type RouteUnder<Parent extends AnyRoute, Base extends string, Each extends Room> =
  Each extends Room<`${Base}${infer Path}`, infer Asked> ? ReturnType<typeof routeUnder<Parent, Path, Asked>> : never;

function routesUnder<Parent extends AnyRoute, const Base extends string, Each extends Room>(
  parent: Parent,
  base: Base,
  rooms: readonly Each[],
) {
  const routes = rooms.map((room) => routeUnder(parent, room.path.slice(base.length), room));
  // `map` forgets which rooms the routes are of.
  return routes as unknown as readonly RouteUnder<Parent, Base, Each>[];
}

/** For visitors: a card in the middle. */
const entry = createRoute({
  getParentRoute: () => root,
  id: 'entry',
  component: lazyRouteComponent(() => import('./rooms/entry/entry-layout'), 'EntryLayout'),
});

const home = createRoute({
  getParentRoute: () => inside,
  path: '/',
  beforeLoad: () => {
    redirect({ to: '/emails', throw: true });
  },
});

/** Where Activity was, when it knew of access only. */
const accessAudit = createRoute({
  getParentRoute: () => inside,
  path: '/access-audit',
  beforeLoad: () => {
    redirect({ to: '/activity', throw: true });
  },
});

const settings = routeUnder(inside, settingsRoom.path, settingsRoom);

const settingsHome = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: () => {
    redirect({ to: '/settings/profile', throw: true });
  },
});

const routeTree = root.addChildren([
  entry.addChildren(routesUnder(entry, '', visitorRooms)),
  inside.addChildren([
    home,
    accessAudit,
    ...routesUnder(inside, '', mainRooms),
    settings.addChildren([settingsHome, ...routesUnder(settings, settingsRoom.path, settingsRooms)]),
  ]),
]);

export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    basepath: '/dashboard',
    context: { queryClient },
    defaultPreload: 'intent',
    // What is fresh is the business of the queries.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultErrorComponent: RoomError,
    defaultNotFoundComponent: NotFound,
    defaultPendingComponent: Waiting,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
  interface StaticDataRouteOption {
    /** The room's title. */
    readonly title?: string | undefined;
  }
}

/** While a room is on its way. */
function Waiting() {
  return (
    <Box p="md" maw={960}>
      <Outline />
    </Box>
  );
}
