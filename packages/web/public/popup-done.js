// Runs in a window that was opened to ask a person something elsewhere: it tells our other pages what came of it, and closes.
// A file of its own, because the page's policy allows no inline script.
(() => {
  const { channel, outcome } = document.currentScript.dataset;
  const pages = new BroadcastChannel(channel);
  pages.postMessage({ outcome });
  pages.close();
  window.close();
})();
