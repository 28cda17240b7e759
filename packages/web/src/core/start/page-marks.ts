/** Whether the operator has set up help for members: the server says so in the page. It never changes while the page is open. */
export function isSupportOffered(): boolean {
  return typeof document !== 'undefined' && 'support' in document.documentElement.dataset;
}
