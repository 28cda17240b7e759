import { type PersonalData, personalDataOf } from '../../core/personal-data.ts';
import { forgetInAudit, nameCommunities } from './leaving-store.ts';

export const personalData: PersonalData = {
  names: {
    server_id: { as: 'community', find: nameCommunities },
  },
  ...personalDataOf(
    {
      servers: {
        of: 'creator_id',
        nobody: ['creator_id'],
        keep: {
          name: 'a community is its members’',
          description: 'a community is its members’',
          slug: 'the address of a community',
          search_text: 'its name and description, folded',
        },
        none: ['id', 'logo', 'cover', 'visibility', 'tells_joins', 'member_count', 'created_at'],
        title: 'Communities you created',
        exported: ['id', 'slug', 'name', 'description', 'created_at'],
      },
      roles: { none: ['server_id', 'id', 'role_type', 'name', 'permissions'] },
      members: {
        rowsOf: ['user_id'],
        erase: ['user_id', 'search_text'],
        none: ['server_id', 'id', 'role_id', 'joined_at'],
        title: 'Your communities',
        exported: ['server_id', 'joined_at'],
      },
      aliases: { none: ['alias', 'resource_type', 'resource_id', 'current', 'created_at'] },
      address_changes: { none: ['server_id', 'id', 'changed_at'] },
      invite_codes: {
        cut: ['created_by'],
        of: 'created_by',
        none: ['server_id', 'id', 'code', 'standing', 'created_at', 'expires_at', 'max_uses', 'uses', 'revoked_at'],
        title: 'Invite links you created',
        exported: ['server_id', 'created_at', 'expires_at', 'uses'],
      },
      join_requests: {
        rowsOf: ['user_id'],
        erase: ['user_id', 'note', 'reason'],
        cut: ['answered_by'],
        none: ['server_id', 'id', 'status', 'selected_reason', 'created_at', 'answered_at'],
        title: 'Your requests to join communities',
        exported: ['server_id', 'note', 'status', 'created_at', 'answered_at'],
      },
      bans: {
        rowsOf: ['user_id'],
        erase: ['user_id', 'reason'],
        cut: ['banned_by'],
        none: ['server_id', 'id', 'banned_at'],
        title: 'Communities you are banned from',
        exported: ['server_id', 'banned_at'],
      },
      timeouts: {
        rowsOf: ['user_id'],
        erase: ['user_id', 'reason'],
        cut: ['given_by'],
        none: ['server_id', 'until', 'given_at'],
        title: 'Time-outs in communities',
        exported: ['server_id', 'until', 'reason', 'given_at'],
      },
      audit_log: {
        of: 'actor_id',
        cut: ['actor_id'],
        scrub: ['subject_id', 'before', 'after'],
        none: ['server_id', 'id', 'action', 'created_at'],
        title: 'Your actions in community audit logs',
        exported: ['server_id', 'action', 'created_at'],
      },
      featured_communities: { none: ['id', 'server_id', 'name', 'position', 'created_at'] },
    },
    forgetInAudit,
  ),
};
