// Runs before the first paint. A file of its own, because the page's policy allows no inline script.
(() => {
  // The library for schemas would try whether it may make functions out of text. It may not, and the browser would complain.
  globalThis.__zod_globalConfig = { jitless: true };

  // The colour scheme.
  var chosen = null;
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value');
  } catch (_) {
    // Storage can be forbidden; the system's scheme is then used.
  }
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');

  // What the server has drawn for browsers that it does not know, and is of no use in this one: the line for the reader's
  // own time where it is the event's, and passkeys where there are none (as in accounts/security/passkeys.ts).
  var idle = [`[data-zone="${Intl.DateTimeFormat().resolvedOptions().timeZone}"]`];
  if (/^[\d.]+$|:/.test(location.hostname) || !window.PublicKeyCredential || !isSecureContext)
    idle.push('[data-passkey]');
  var sheet = new CSSStyleSheet();
  sheet.insertRule(`${idle.join()}{display:none!important}`);
  document.adoptedStyleSheets = [sheet];

  // What is typed and pressed before the program has loaded is kept for it: see core/start/early-input.ts.
  var actions = [];
  var typed = new Map();
  // By what a person knows a button or a field; and which of those that are alike it is, because it may be made anew.
  var words = (one) =>
    [one.textContent, one.getAttribute('aria-label'), one.type || '', one.autocomplete || ''].join('|');
  var noted = (element, more) => {
    var alike = [...document.querySelectorAll(element.tagName)].filter((one) => words(one) === words(element));
    return { element, words: words(element), place: alike.indexOf(element), of: alike.length, ...more };
  };
  var note = (event) => {
    var kind = event.type;
    var element = event.target;
    if (kind === 'input') {
      // The newest is the last: of several radios it is the one that is chosen.
      typed.delete(element);
      return void typed.set(element, noted(element, { text: element.value, checked: element.checked }));
    }
    if (kind === 'click') element = element instanceof Element ? element.closest('button') : null;
    if (!element || element.type === 'submit') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    var before = actions.findIndex((action) => action.element === element);
    if (before >= 0) actions.splice(before, 1);
    actions.push(noted(element, { kind, at: performance.now() }));
  };
  // React empties a field as it takes it over: the next letter belongs to what was there before.
  var again = (event) => {
    var before = typed.get(event.target);
    if (!before || event.target.value === before.text) return;
    var property = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(event.target), 'value');
    property.set.call(event.target, before.text);
  };
  addEventListener('beforeinput', again, true);
  var kinds = ['click', 'submit', 'input'];
  for (const kind of kinds) addEventListener(kind, note, true);
  // Without its program, a page can be read and its links work. It is loaded again when there is a server: at once only
  // the first time, since something else may be what keeps the program away. What has been typed would be lost.
  var RELOADED = 'folkmoot.reloaded-for-program';
  var lost = (event) => {
    if (!(event.target instanceof HTMLScriptElement)) return;
    var wait = 5000;
    var timer;
    var away = false;
    var later = () => {
      timer = setTimeout(look, wait);
      wait = Math.min(wait * 2, 60000);
    };
    var look = () => {
      clearTimeout(timer);
      fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
        (answer) => {
          if (!answer.ok || typed.size > 0 || (!away && sessionStorage.getItem(RELOADED))) return later();
          sessionStorage.setItem(RELOADED, '1');
          location.reload();
        },
        () => {
          away = true;
          later();
        },
      );
    };
    addEventListener('online', look);
    later();
  };
  addEventListener('error', lost, true);
  // `core/lazy.ts` asks before it loads the page again; a person who leaves is not asked.
  var keep = (event) => {
    if (!event.isTrusted && typed.size > 0) event.preventDefault();
  };
  addEventListener('beforeunload', keep);

  // Where the operator has errors watched, those that happen before that has loaded are kept for it: telemetry/errors.ts.
  if ('telemetry' in document.documentElement.dataset) {
    const errors = [];
    const fail = (event) => {
      if (errors.length < 10 && (event.error || event.reason)) errors.push(event.error || event.reason);
    };
    const failures = ['error', 'unhandledrejection'];
    for (const kind of failures) addEventListener(kind, fail);
    window.folkmootErrors = {
      errors,
      stop: () => {
        for (const kind of failures) removeEventListener(kind, fail);
      },
    };
  }

  window.folkmootEarly = {
    actions,
    typed,
    words,
    stop: () => {
      removeEventListener('beforeinput', again, true);
      removeEventListener('beforeunload', keep);
      for (const kind of kinds) removeEventListener(kind, note, true);
    },
  };
})();
