import { addPasskey, newPasskeyQuestion, passkeyQuestion, signInByPasskey } from '@folkmoot/contract/accounts/api.ts';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { call } from '../../core/api-client.ts';
import { errorMessage } from '../../core/api-error.ts';
import { loadChunk } from '../../core/lazy.ts';

const loadLibrary = loadChunk(() => import('@simplewebauthn/browser'));

/** Whether this browser has passkeys, and this address can: they belong to a name, never to a number. */
export function canUsePasskeys(): boolean {
  if (/^[\d.]+$|:/.test(location.hostname)) return false;
  return 'PublicKeyCredential' in window && window.isSecureContext;
}

/** Signs in by passkey; while somebody is signed in, that confirms that it is still them. */
export async function enterByPasskey(): Promise<void> {
  const { startAuthentication } = await loadLibrary();
  const question = (await call(passkeyQuestion, {})) as unknown as PublicKeyCredentialRequestOptionsJSON;
  // The finger, the face or the PIN is the second of two steps; the server requires it.
  const response = await startAuthentication({ optionsJSON: { ...question, userVerification: 'required' } });
  await call(signInByPasskey, { response: { ...response } });
}

/** Makes a passkey on this device or on a key, and keeps it under the name. */
export async function makePasskey(name: string): Promise<void> {
  const { startRegistration } = await loadLibrary();
  const question = (await call(newPasskeyQuestion, {})) as unknown as PublicKeyCredentialCreationOptionsJSON;
  const response = await startRegistration({ optionsJSON: question });
  await call(addPasskey, { response: { ...response }, name });
}

/** The message for a failure; undefined if somebody only closed the browser's prompt. */
export function passkeyProblem(error: unknown): string | undefined {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') return undefined;
  if (name === 'InvalidStateError') return 'This device already has a passkey for your account.';
  return errorMessage(error, 'That passkey could not be used. Try again, or sign in another way.');
}
