/**
 * A refusal, written once: the code that programs compare, the HTTP status, and the sentence that the person reads.
 * `field` is the full path of the input that caused it, if there is one.
 */
export type Refusal = {
  readonly code: string;
  readonly status: 400 | 401 | 403 | 404 | 409 | 410 | 413 | 415 | 421 | 422 | 426 | 429 | 503;
  readonly message: string;
  readonly field?: string;
};

/** Declares a refusal. Slices keep theirs in `schema.ts`, so that rules, handlers and screens share them. A build drops those it does not use. */
/* @__NO_SIDE_EFFECTS__ */
export function refusal(code: string, status: Refusal['status'], message: string, field?: string): Refusal {
  return field === undefined ? { code, status, message } : { code, status, message, field };
}

/** What a rule returns: yes, or no with the reason. */
export type Decision = { readonly ok: true } | { readonly ok: false; readonly refusal: Refusal };

export const allowed: Decision = { ok: true };

/** @returns the negative decision for `reason`. */
export function refused(reason: Refusal): Decision {
  return { ok: false, refusal: reason };
}

/** Refusals that any call can meet. The words of the specification's catalogue where it gives them. */
export const refusals = {
  invalid: refusal('core.invalid', 422, 'Some fields need another look.'),
  malformed: refusal('core.malformed', 400, 'The request could not be read.'),
  signedOut: refusal('core.signed-out', 401, 'Sign in to continue.'),
  contradiction: refusal('core.contradiction', 401, 'This request mixes two sessions. Reload the page.'),
  forbidden: refusal('core.forbidden', 403, 'You are not allowed to do that here.'),
  confirmItIsYou: refusal('core.confirm-it-is-you', 403, 'Confirm it’s you to continue.'),
  notFound: refusal('core.not-found', 404, 'There is nothing here, or you do not have access to it.'),
  conflict: refusal('core.conflict', 409, 'Someone changed this at the same moment. Try again.'),
  tooLarge: refusal('core.too-large', 413, 'That is too large to send.'),
  tooOld: refusal('core.too-old', 426, 'A newer version is ready. Reload the page.'),
  slowDown: refusal('core.slow-down', 429, 'You are going a little too fast. Wait a moment and try again.'),
  notReady: refusal('core.not-ready', 503, 'The server is starting or very busy. Try again in a moment.'),
} as const;

/** Of these a browser needs no words of its own: they come with the answer. Apart, so that no page loads them. */
export const serverRefusals = {
  wrongType: refusal('core.wrong-type', 415, 'That kind of content is not accepted here.'),
  wrongHost: refusal(
    'core.wrong-host',
    421,
    'This server is not set up to be reached by this name. Its operator can allow it with APP_URL or ALLOWED_HOSTS.',
  ),
  storageFull: refusal(
    'core.storage-full',
    503,
    'The server has run out of storage, so nothing can be saved right now. Please tell the people who run it.',
  ),
} as const;

/** The sentence for anything unforeseen, as the specification words it. */
export const SOMETHING_WRONG = 'Something went wrong';

/** The code that goes with it. */
export const UNFORESEEN = 'core.unforeseen';
