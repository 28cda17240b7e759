import { addDevice, listDevices, removeDevice } from '@folkmoot/contract/notifications/api.ts';
import { call } from '../../core/api-client.ts';
import { recall, remember } from '../../core/storage.ts';

/** Whether this browser can show notifications, and whether it may. */
export type PushAbility = 'unsupported' | 'install-first' | 'denied' | 'possible';

/** For whom this browser shows notifications: stored, so that signing in again goes on. */
const FOR = 'push-for';

export function pushAbility(): PushAbility {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    // Safari on iPhones and iPads has them only in an app on the Home Screen.
    return /iPhone|iPad/.test(navigator.userAgent) ? 'install-first' : 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : 'possible';
}

class NotAllowed extends Error {}

/** What is said where notifications could not be turned on, unless the server says it. */
export function whyNotOn(error: unknown): string {
  return error instanceof NotAllowed
    ? 'Your browser does not allow notifications from this site. You can change this in the address bar.'
    : 'Could not turn notifications on.';
}

/**
 * Turns notifications on in this browser: asks for the permission, subscribes and tells the server.
 *
 * @throws `NotAllowed` if the browser does not allow it.
 */
export async function turnOn(userId: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new NotAllowed();
  const { publicKey } = await call(listDevices, {});
  await subscribe(publicKey);
  remember(FOR, userId);
}

/** Turns them off again. */
export async function turnOff(deviceId: string | undefined): Promise<void> {
  remember(FOR, undefined);
  const subscription = await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  if (deviceId !== undefined) await call(removeDevice, { deviceId });
}

/** Goes on after somebody signed in again with a browser in which they had turned notifications on. */
export async function resume(userId: string): Promise<void> {
  if (pushAbility() !== 'possible' || Notification.permission !== 'granted' || recall(FOR) !== userId) return;
  const { publicKey, data } = await call(listDevices, {});
  const subscription = await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();
  const current = data.some((device) => device.current) && subscription && keyOf(subscription) === publicKey;
  if (!current) await subscribe(publicKey);
}

async function subscribe(publicKey: string): Promise<void> {
  await navigator.serviceWorker.register('/sw.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  // A subscription that was made with another key cannot be used any more.
  if (known && keyOf(known) !== publicKey) await known.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const subscription = known && keyOf(known) === publicKey ? known : await pushManager.subscribe(options);
  const { endpoint, keys } = subscription.toJSON();
  await call(addDevice, {
    endpoint: endpoint ?? '',
    keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
  });
}

function keyOf(subscription: PushSubscription): string | undefined {
  const key = subscription.options.applicationServerKey;
  if (key === null) return undefined;
  const binary = String.fromCharCode(...new Uint8Array(key));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
