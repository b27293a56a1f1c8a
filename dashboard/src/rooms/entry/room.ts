import { lazyRouteComponent } from '@tanstack/react-router';
import { returnPath } from '../../return-path';
import { type Search, text } from '../../router/search';
import { room, type Samples } from '../room';

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

export const samples: Samples = [
  ['sign-in', '/sign-in', 'button:has-text("Sign in")'],
  ['second-factor', '/second-factor', 'button:has-text("Continue")'],
  ['set-up', '/set-up?token=one', 'button:has-text("Create and sign in")'],
  ['reset', '/reset', 'button:has-text("Send the link")'],
  ['reset-confirm', '/reset?token=one', 'button:has-text("Set the password")'],
  ['invitation', '/invitation?token=one', 'button:has-text("Accept and sign in")'],
  ['confirm-email', '/confirm-email?token=one', 'button:has-text("Confirm this address")'],
];
