import { recall, remember } from '../../core/storage.ts';

const OFFERED = 'push-offered';
const DECLINED = 'push-declined';

/** Whether this browser could show notifications, and nobody has decided about them in it. */
export function isUndecided(): boolean {
  const able = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  return able && Notification.permission === 'default' && recall(DECLINED) === undefined;
}

/** The same, until notifications were offered once where they would help. */
export function mayOffer(): boolean {
  return isUndecided() && recall(OFFERED) === undefined;
}

/** From now on they are not offered again unasked. */
export function noteOffered(): void {
  remember(OFFERED, 'yes');
}

/** They are not offered in this browser any more, in the inbox either. */
export function decline(): void {
  remember(DECLINED, 'yes');
}
