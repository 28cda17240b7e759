/**
 * The policy of an email shown in the reader: no script, no form, no font or frame from elsewhere. Pictures may come
 * from the email itself or from the product on this machine. `sandbox` repeats what the frame says, for an email
 * opened alone.
 */
export const mailPolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data: http://127.0.0.1:* http://localhost:*',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ');

/** The policy of the mailbox page itself. */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Makes every link of an email open in a new tab that has no access to the opener. If an attribute appears twice the
 * browser keeps the first, so ours come first.
 */
export function withSafeLinks(html: string): string {
  return html.replace(/<(a|area)(?=[\s>/])/gi, '<$1 target="_blank" rel="noopener noreferrer"');
}
