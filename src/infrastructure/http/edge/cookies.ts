import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OpenedSession } from '../../../application/people/sessions.js';

const sessionCookie = 'posthorn_session';
const deviceCookie = 'posthorn_device';
const deviceLifeSeconds = 365 * 24 * 3_600;

/** RFC 6265bis §4.1.3.2: with the prefix no other host, and no page without https, can set it. */
function nameOf(cookie: string, publicUrl: string): string {
  return isSecure(publicUrl) ? `__Host-${cookie}` : cookie;
}

const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:');

export function sessionTokenOf(request: FastifyRequest, publicUrl: string): string | null {
  return cookieOf(request, nameOf(sessionCookie, publicUrl));
}

export function deviceTokenOf(request: FastifyRequest, publicUrl: string): string | null {
  return cookieOf(request, nameOf(deviceCookie, publicUrl));
}

/** No script reads them, and no other site's page sends them along but by following a link. */
export function setSession(reply: FastifyReply, session: OpenedSession, publicUrl: string, nowMs: number): void {
  const { token, deviceToken, expiresAt } = session;
  const lifeSeconds = Math.floor((Date.parse(expiresAt) - nowMs) / 1_000);
  void reply.header('set-cookie', [
    written(sessionCookie, token, lifeSeconds, publicUrl),
    written(deviceCookie, deviceToken, deviceLifeSeconds, publicUrl),
  ]);
}

export function clearSession(reply: FastifyReply, publicUrl: string): void {
  void reply.header('set-cookie', written(sessionCookie, '', 0, publicUrl));
}

/** What a sign-in of several requests keeps between them, by its kind. */
export type StepKind = 'code' | 'passkey' | 'provider';

const stepCookie = (kind: StepKind): string => `posthorn_step_${kind}`;
const stepLifeSeconds = 5 * 60;

export function stepOf(request: FastifyRequest, kind: StepKind, publicUrl: string): string | null {
  return cookieOf(request, nameOf(stepCookie(kind), publicUrl));
}

export function setStep(reply: FastifyReply, kind: StepKind, step: string, publicUrl: string): void {
  void reply.header('set-cookie', written(stepCookie(kind), step, stepLifeSeconds, publicUrl));
}

export function clearStep(reply: FastifyReply, kind: StepKind, publicUrl: string): void {
  void reply.header('set-cookie', written(stepCookie(kind), '', 0, publicUrl));
}

function written(cookie: string, value: string, lifeSeconds: number, publicUrl: string): string {
  const secure = isSecure(publicUrl) ? '; Secure' : '';
  return `${nameOf(cookie, publicUrl)}=${value}; Path=/; Max-Age=${lifeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** RFC 6265 §5.4: of several of one name the first is the one that fits best. */
function cookieOf(request: FastifyRequest, name: string): string | null {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key, ...value] = pair.trim().split('=');
    if (key === name && value.length > 0) return value.join('=').slice(0, maxCharacters) || null;
  }
  return null;
}

/** A step is the longest: it holds a path to return to. */
const maxCharacters = 2_000;
