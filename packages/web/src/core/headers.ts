import { CLIENT_VERSION, HEADERS } from '@folkmoot/contract/core/client.ts';
import { v4 } from 'uuid';

/** Marks this tab in the server's log. */
export const CLIENT_ID = v4();

/** The headers that every call of this tab sends, signed in or not. */
export function clientHeaders(accept = 'application/json'): Record<string, string> {
  return { accept, [HEADERS.version]: String(CLIENT_VERSION), [HEADERS.client]: CLIENT_ID };
}
