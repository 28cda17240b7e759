import { onSession, sessionState } from '../../core/token.ts';

/* What this page holds for the person who is signed in, and nobody else: drafts, and messages that wait. */

/** Your id, or '' while nobody is signed in. */
export function myId(): string {
  const session = sessionState();
  return session.status === 'signedIn' ? session.userId : '';
}

/** The storage key of something of yours. */
export function ownKey(kind: 'draft' | 'outbox', id: string): string {
  return `${kind}.${myId()}.${id}`;
}

/** Calls `forget` when another person has signed in, or nobody is signed in any more. */
export function onOwnerChange(forget: () => void): void {
  let owner = myId();
  onSession(() => {
    if (owner === myId()) return;
    owner = myId();
    forget();
  });
}
