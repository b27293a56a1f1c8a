import { lazyRouteComponent } from '@tanstack/react-router';
import { returnPath } from '../../return-path';
import { type Search, text } from '../../router/search';
import { room } from '../room';

const withToken = (search: Search) => ({ token: text(search['token']) });

export const rooms = [
  room({
    path: '/sign-in',
    search: (search: Search): { return_to?: string; expired?: boolean; error?: string } => ({
      ...(search['return_to'] === undefined ? {} : { return_to: returnPath(search['return_to']) }),
      ...(search['expired'] === undefined ? {} : { expired: true }),
      ...(search['error'] === undefined ? {} : { error: text(search['error']) }),
    }),
    component: lazyRouteComponent(() => import('./sign-in'), 'SignInRoom'),
  }),
  room({
    path: '/second-factor',
    search: (search: Search): { return_to?: string } =>
      search['return_to'] === undefined ? {} : { return_to: returnPath(search['return_to']) },
    component: lazyRouteComponent(() => import('./second-factor'), 'SecondFactorRoom'),
  }),
  room({
    path: '/set-up',
    search: withToken,
    component: lazyRouteComponent(() => import('./set-up'), 'SetUpRoom'),
  }),
  room({
    path: '/reset',
    search: (search: Search): { token?: string } =>
      search['token'] === undefined ? {} : { token: text(search['token']) },
    component: lazyRouteComponent(() => import('./reset'), 'ResetRoom'),
  }),
  room({
    path: '/invitation',
    search: withToken,
    component: lazyRouteComponent(() => import('./invitation'), 'InvitationRoom'),
  }),
  room({
    path: '/confirm-email',
    search: withToken,
    component: lazyRouteComponent(() => import('./confirm-email'), 'ConfirmEmailRoom'),
  }),
] as const;
