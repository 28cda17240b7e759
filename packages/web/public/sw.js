/*
 * Shows pushes, and opens what they are about. It keeps no copies of pages or files: those always come from the server.
 */

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => event.waitUntil(show(event.data)));

async function show(data) {
  const message = read(data);
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  // Somebody who is looking at it needs no notification. Safari ends the subscription of a page that shows none, so there it
  // makes no sound.
  const seen = pages.some((page) => page.focused && isAt(page.url, message.path));
  if (seen && !isSafari()) return;
  await self.registration.showNotification(message.title, {
    body: message.body,
    tag: message.tag,
    renotify: !seen,
    silent: seen,
    icon: '/icon-192.png',
    data: { path: message.path },
  });
}

function read(data) {
  try {
    const { title, body, path, tag } = data.json();
    return { title: String(title), body: String(body), path: String(path), tag: String(tag) };
  } catch {
    return { title: 'Something new', body: '', path: '/inbox', tag: 'unknown' };
  }
}

/** Whether this browser is Safari, or another one on an iPhone or iPad, which is Safari inside. */
function isSafari() {
  return /AppleWebKit/.test(self.navigator.userAgent) && !/Chrom|Android/.test(self.navigator.userAgent);
}

/** Whether a page shows the conversation or event of a path, wherever in it. */
function isAt(url, path) {
  return new URL(url).pathname === new URL(path, self.location.origin).pathname;
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path ?? '/inbox'));
});

async function open(path) {
  const url = new URL(path, self.location.origin);
  if (url.origin !== self.location.origin) return;
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find((one) => one.focused) ?? pages[0];
  if (page === undefined) return void (await self.clients.openWindow(url.href));
  await page.focus();
  // The page goes there itself, so that nothing that is typed in it is lost.
  page.postMessage({ type: 'open', path: `${url.pathname}${url.search}${url.hash}` });
}
