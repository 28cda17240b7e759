// Written by `npm run db -- types` from the migrations. A test fails when it is out of date.
import type { Generated } from 'kysely';

export type Tables = {
  accounts: {
    id: string;
    user_id: string;
    account_id: string;
    provider_id: string;
    access_token: string | null;
    refresh_token: string | null;
    id_token: string | null;
    access_token_expires_at: Date | null;
    refresh_token_expires_at: Date | null;
    scope: string | null;
    password: string | null;
    created_at: Date;
    updated_at: Date;
  };
  address_changes: {
    server_id: string;
    id: string;
    changed_at: Date;
  };
  aliases: {
    alias: string;
    resource_type: string;
    resource_id: string;
    current: boolean;
    created_at: Date;
  };
  audit_log: {
    server_id: string;
    id: string;
    actor_id: string | null;
    action: string;
    subject_id: string | null;
    before: unknown | null;
    after: unknown | null;
    created_at: Date;
  };
  bans: {
    server_id: string;
    user_id: string;
    id: string;
    reason: Generated<string>;
    banned_by: string | null;
    banned_at: Date;
  };
  blocks: {
    blocker_id: string;
    blocked_id: string;
    created_at: Date;
  };
  categories: {
    server_id: string;
    id: string;
    name: string;
    search_text: string;
    created_at: Date;
    position: number | null;
  };
  channels: {
    server_id: string;
    id: string;
    conversation_id: string;
    category_id: string | null;
    name: string;
    description: Generated<string>;
    avatar: string | null;
    mode: string;
    type: string;
    is_default: Generated<boolean>;
    search_text: string;
    created_by: string | null;
    created_at: Date;
    archived_at: Date | null;
    position: number | null;
  };
  conversation_members: {
    conversation_id: string;
    user_id: string;
    server_id: string | null;
    read_seq: Generated<number>;
    joined_at: Date;
    level: Generated<string>;
    muted_until: Date | null;
  };
  conversations: {
    id: string;
    server_id: string | null;
    type: string;
    open_to: string;
    posting: Generated<string>;
    archived_at: Date | null;
    version: Generated<number>;
    last_seq: Generated<number>;
    member_count: Generated<number>;
    created_at: Date;
    parent_id: string | null;
    root_seq: number | null;
    name: Generated<string>;
    cover_url: string | null;
    created_by: string | null;
    pair_key: string | null;
    event_id: string | null;
    key_version: Generated<number>;
  };
  files: {
    id: string;
    owner_id: string | null;
    type: string;
    file_name: string;
    declared_type: string;
    mime_type: string | null;
    file_type: Generated<string>;
    size: number;
    key: string;
    state: Generated<string>;
    put_at: Date | null;
    expires_at: Date;
    width: number | null;
    height: number | null;
    alt: Generated<string>;
    poster_of: string | null;
    variants: Generated<unknown>;
    conversation_id: string | null;
    message_id: string | null;
    position: Generated<number>;
    server_id: string | null;
    created_at: Date;
    claimed_at: Date | null;
    deleted_at: Date | null;
    used_by: string | null;
    tint: string | null;
  };
  installation: {
    only_row: Generated<boolean>;
    owner_id: string;
  };
  invite_codes: {
    server_id: string;
    id: string;
    code: string;
    created_by: string | null;
    standing: Generated<boolean>;
    created_at: Date;
    expires_at: Date | null;
    max_uses: number | null;
    uses: Generated<number>;
    revoked_at: Date | null;
  };
  join_requests: {
    server_id: string;
    id: string;
    user_id: string;
    note: Generated<string>;
    status: string;
    selected_reason: string | null;
    reason: string | null;
    created_at: Date;
    answered_at: Date | null;
    answered_by: string | null;
  };
  jwks: {
    id: string;
    public_key: string;
    private_key: string;
    alg: string | null;
    crv: string | null;
    created_at: Date;
    expires_at: Date | null;
  };
  members: {
    server_id: string;
    id: string;
    user_id: string;
    role_id: string;
    joined_at: Date;
  };
  mentions: {
    user_id: string;
    conversation_id: string;
    seq: number;
  };
  message_edits: {
    conversation_id: string;
    message_id: string;
    version: number;
    text: string;
    replaced_at: Date;
  };
  message_words: {
    id: string;
    conversation_id: string;
    seq: number;
    home_id: string;
    author_id: string | null;
    created_at: Date;
    words: string;
  };
  messages: {
    conversation_id: string;
    seq: number;
    id: string;
    version: number;
    author_id: string | null;
    client_id: string;
    text: string;
    mentions: Generated<string[]>;
    created_at: Date;
    edited_at: Date | null;
    deleted_at: Date | null;
    mentions_all: Generated<boolean>;
    attachments: Generated<unknown>;
    reply_to_seq: number | null;
    reply_count: Generated<number>;
    last_reply_at: Date | null;
    repliers: Generated<string[]>;
    copy_of: string | null;
    copy_thread: string | null;
    pinned_at: Date | null;
    pinned_by: string | null;
  };
  reactions: {
    conversation_id: string;
    message_id: string;
    emoji: string;
    user_id: string;
    created_at: Date;
  };
  reports: {
    server_id: string;
    id: string;
    conversation_id: string;
    message_id: string;
    author_id: string | null;
    reporter_id: string | null;
    reason: string;
    note: string;
    text: string;
    created_at: Date;
    answer: string | null;
    answered_at: Date | null;
    answered_by: string | null;
  };
  roles: {
    server_id: string;
    id: string;
    role_type: string;
    name: string;
    permissions: string[];
  };
  search_marks: {
    conversation_id: string;
    version: number;
  };
  servers: {
    id: string;
    slug: string;
    name: string;
    description: Generated<string>;
    logo: string | null;
    cover: string | null;
    visibility: string;
    creator_id: string;
    member_count: Generated<number>;
    search_text: string;
    created_at: Date;
  };
  sessions: {
    id: string;
    user_id: string;
    token: string;
    expires_at: Date;
    ip_address: string | null;
    user_agent: string | null;
    created_at: Date;
    updated_at: Date;
  };
  users: {
    id: string;
    email: string;
    email_verified: Generated<boolean>;
    name: string;
    first_name: string;
    last_name: string;
    username: string;
    phone_number: Generated<string>;
    image: string | null;
    time_zone: Generated<string>;
    locale: Generated<string>;
    search_text: Generated<string>;
    sign_up_ticket: string | null;
    created_at: Date;
    updated_at: Date;
    presence_hidden: Generated<boolean>;
  };
  verifications: {
    id: string;
    identifier: string;
    value: string;
    expires_at: Date;
    created_at: Date;
    updated_at: Date;
  };
};
