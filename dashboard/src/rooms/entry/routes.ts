import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { returnPath } from '../../return-path';
import { root } from '../../router/root';
import { text } from '../../router/search';

/** For visitors: a card in the middle. */
const entry = createRoute({
  getParentRoute: () => root,
  id: 'entry',
  component: lazyRouteComponent(() => import('./entry-layout'), 'EntryLayout'),
});

const signIn = createRoute({
  getParentRoute: () => entry,
  path: '/sign-in',
  validateSearch: (search: Record<string, unknown>): { return_to?: string; expired?: boolean; error?: string } => ({
    ...(search['return_to'] === undefined ? {} : { return_to: returnPath(search['return_to']) }),
    ...(search['expired'] === undefined ? {} : { expired: true }),
    ...(search['error'] === undefined ? {} : { error: text(search['error']) }),
  }),
  component: lazyRouteComponent(() => import('./sign-in'), 'SignInRoom'),
});

const secondFactor = createRoute({
  getParentRoute: () => entry,
  path: '/second-factor',
  validateSearch: (search: Record<string, unknown>): { return_to?: string } =>
    search['return_to'] === undefined ? {} : { return_to: returnPath(search['return_to']) },
  component: lazyRouteComponent(() => import('./second-factor'), 'SecondFactorRoom'),
});

const withToken = (search: Record<string, unknown>) => ({ token: text(search['token']) });

const setUp = createRoute({
  getParentRoute: () => entry,
  path: '/set-up',
  validateSearch: withToken,
  component: lazyRouteComponent(() => import('./set-up'), 'SetUpRoom'),
});

const reset = createRoute({
  getParentRoute: () => entry,
  path: '/reset',
  validateSearch: (search: Record<string, unknown>): { token?: string } =>
    search['token'] === undefined ? {} : { token: text(search['token']) },
  component: lazyRouteComponent(() => import('./reset'), 'ResetRoom'),
});

const invitation = createRoute({
  getParentRoute: () => entry,
  path: '/invitation',
  validateSearch: withToken,
  component: lazyRouteComponent(() => import('./invitation'), 'InvitationRoom'),
});

const confirmEmail = createRoute({
  getParentRoute: () => entry,
  path: '/confirm-email',
  validateSearch: withToken,
  component: lazyRouteComponent(() => import('./confirm-email'), 'ConfirmEmailRoom'),
});

export const entryRoutes = entry.addChildren([signIn, secondFactor, setUp, reset, invitation, confirmEmail]);
