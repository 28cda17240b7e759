import { type PersonalData, personalDataOf } from '../../core/personal-data.ts';
import { forgetSignIns } from './leaving-store.ts';

export const personalData: PersonalData = {
  ...personalDataOf(
    {
      users: {
        scrub: [
          ...(['email', 'name', 'first_name', 'last_name', 'username', 'phone_number', 'image', 'time_zone'] as const),
          ...(['locale', 'search_text', 'sign_up_ticket'] as const),
        ],
        rowsOf: ['id'],
        erase: ['id'],
        none: ['email_verified', 'created_at', 'updated_at', 'presence_hidden', 'messages_from', 'two_factor_enabled'],
        title: 'Your profile',
        exported: ['email', 'first_name', 'last_name', 'username', 'phone_number', 'time_zone', 'locale', 'created_at'],
      },
      former_usernames: {
        rowsOf: ['user_id'],
        erase: ['user_id', 'username'],
        none: ['changed_at'],
        title: 'Your previous usernames',
        exported: ['username', 'changed_at'],
      },
      accounts: {
        rowsOf: ['user_id'],
        erase: [
          ...(['user_id', 'account_id', 'access_token', 'refresh_token', 'id_token', 'scope', 'password'] as const),
          'provider_id',
        ],
        none: ['id', 'access_token_expires_at', 'refresh_token_expires_at', 'created_at', 'updated_at'],
        title: 'Sign-in methods',
        exported: ['provider_id', 'created_at'],
      },
      sessions: {
        rowsOf: ['user_id'],
        erase: ['user_id', 'token', 'ip_address', 'user_agent'],
        none: ['id', 'expires_at', 'created_at', 'updated_at', 'proved_at'],
        title: 'Sessions',
        exported: ['ip_address', 'user_agent', 'created_at', 'updated_at'],
      },
      installation: { nobody: ['owner_id'], none: ['only_row'] },
      sign_up_holds: { scrub: ['email', 'username', 'ticket'], none: ['held_at'] },
      mailed_codes: {
        scrub: ['email', 'asker', 'caller', 'code_hash'],
        none: ['id', 'purpose', 'known', 'tries', 'used', 'asked_at', 'expires_at'],
      },
      used_codes: { rowsOf: ['user_id'], erase: ['user_id', 'code_hash'], none: ['used_at'] },
      failed_proofs: { rowsOf: ['user_id'], erase: ['user_id'], none: ['id', 'at'] },
      verifications: { scrub: ['identifier', 'value'], none: ['id', 'expires_at', 'created_at', 'updated_at'] },
      two_factors: {
        rowsOf: ['user_id'],
        erase: ['user_id', 'secret', 'backup_codes'],
        none: ['id', 'verified', 'failed_count', 'locked_until'],
      },
      passkeys: {
        rowsOf: ['user_id'],
        erase: ['user_id', 'name', 'public_key', 'credential_id', 'aaguid'],
        none: ['id', 'counter', 'device_type', 'backed_up', 'transports', 'created_at'],
        title: 'Passkeys',
        exported: ['name', 'created_at'],
      },
      deletion_codes: {
        rowsOf: ['user_id'],
        erase: ['user_id', 'token_hash', 'code_hash', 'deletion_hash'],
        none: ['id', 'session_id', 'tries', 'asked_at', 'expires_at'],
      },
      departures: {
        scrub: ['user_id', 'email', 'username', 'first_name', 'last_name'],
        keep: { reason: 'why people leave, without who it was', own_reason: 'why people leave, without who it was' },
        none: ['id', 'left_at', 'done_at'],
      },
      exports: {
        of: 'user_id',
        cut: ['user_id'],
        none: ['id', 'state', 'asked_at', 'tries', 'lease', 'leased_until', 'items', 'size', 'ready_until'],
        title: 'Copies of your data',
        exported: ['asked_at', 'state', 'ready_until'],
      },
      jwks: { none: ['id', 'public_key', 'private_key', 'alg', 'crv', 'created_at', 'expires_at'] },
    },
    forgetSignIns,
  ),
};
