import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';
import { WebSocketServer } from 'ws';

/*
 * The floor: a bare node:http server that runs the single best statement for each answer, lets PostgreSQL build the
 * JSON and passes the text on. No sessions, no checks, no validation. Beside it a bare ws loop.
 */

const {
  DATABASE_URL = '',
  SERVER_ID = '',
  CONVERSATION_ID = '',
  OTHER_CONVERSATION_ID = '',
  USER_ID = '',
} = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 12, options: '-c random_page_cost=1.1 -c jit=off' });

const PAGE = `json_build_object('data', (select json_agg(json_build_object('id', x.id, 'conversationId', x.conversation_id, 'seq', x.seq, 'version', x.version, 'authorId', x.author_id,
        'text', x.text, 'mentions', x.mentions, 'mentionsAll', x.mentions_all,
        'reactions', coalesce((select json_agg(json_build_object('emoji', g.emoji, 'count', g.count, 'mine', g.mine)) from (
          select emoji, count(*)::int as count, bool_or(user_id = $2) as mine from reactions where conversation_id = x.conversation_id and message_id = x.id group by emoji) g), '[]'),
        'attachments', x.attachments, 'replyTo', null, 'thread', null, 'copyOf', null, 'pinnedAt', x.pinned_at, 'hidden', false,
        'createdAt', x.created_at, 'editedAt', x.edited_at, 'deletedAt', x.deleted_at) order by x.seq) from page x),
      'people', (select json_agg(json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name, 'username', u.username, 'imageUrl', u.image))
        from users u where u.id = any(array(select author_id from page))))::text as body`;

const STATEMENTS = {
  browse: `select '{"viewer":null,"channels":[' || coalesce(string_agg(view::text, ',' order by member_count desc, name), '') || '],"categories":[]}' as body from (
    select c.member_count, h.name, row_to_json((select view from (select h.id, h.server_id as "serverId", h.name, h.name as slug, h.description, h.avatar, h.mode, h.type,
      h.is_default as "isDefault", h.category_id as "categoryId", c.member_count as "memberCount", p.user_id is not null as joined, h.created_at as "createdAt",
      h.archived_at as "archivedAt", (select only_id from (select h.conversation_id as id) only_id) as conversation) view)) as view
    from channels h join conversations c on c.id = h.conversation_id
    left join conversation_members p on p.conversation_id = h.conversation_id and p.user_id = $2
    where h.server_id = $1 and h.archived_at is null and (h.mode = 'public' or p.user_id is not null)) seen`,
  newest: `with page as (select * from messages where conversation_id = $1 order by seq desc limit 50)
    select ${PAGE}`,
  deep: `with page as (select * from messages where conversation_id = $1 and seq < $3 order by seq desc limit 50)
    select ${PAGE}`,
  counts: `select json_build_object('data', json_agg(json_build_object('conversationId', p.conversation_id, 'parentId', c.parent_id, 'serverId', c.server_id, 'type', c.type,
      'version', c.version, 'readSeq', p.read_seq, 'level', p.level, 'mutedUntil', p.muted_until,
      'unread', (select count(*)::int from (select 1 from messages x where x.conversation_id = p.conversation_id and x.seq > p.read_seq and x.deleted_at is null and x.author_id <> $1 limit 100) n),
      'mentions', (select count(*)::int from mentions x where x.conversation_id = p.conversation_id and x.user_id = $1 and x.seq > p.read_seq))))::text as body
    from conversation_members p join conversations c on c.id = p.conversation_id where p.user_id = $1`,
  send: `with c as (update conversations set version = version + 1, last_seq = version + 1 where id = $1 returning version),
    m as (insert into messages (home_id, conversation_id, seq, id, version, author_id, client_id, text, created_at)
      select $1, $1, version, $2, version, $3, $4, $5, $6 from c returning *),
    r as (update conversation_members set read_seq = (select seq from m) where conversation_id = $1 and user_id = $3)
    select json_build_object('id', id, 'seq', seq, 'version', version, 'authorId', author_id, 'text', text, 'createdAt', created_at)::text as body from m`,
  join: `with a as (insert into conversation_members (home_id, conversation_id, user_id, joined_at) values ($1, $1, $2, $3) on conflict do nothing returning 1)
    update conversations set member_count = member_count + 1 where id = $1 and exists (select 1 from a) returning json_build_object('count', member_count)::text as body`,
  leave: `with a as (delete from conversation_members where conversation_id = $1 and user_id = $2 returning 1)
    update conversations set member_count = member_count - 1 where id = $1 and exists (select 1 from a) returning json_build_object('count', member_count)::text as body`,
};

async function answer(name: keyof typeof STATEMENTS, body: string, query: string): Promise<string> {
  const values = {
    browse: () => [SERVER_ID, USER_ID],
    newest: () => [CONVERSATION_ID, USER_ID],
    deep: () => [CONVERSATION_ID, USER_ID, Number(query)],
    counts: () => [USER_ID],
    send: () => {
      const { clientId, text } = JSON.parse(body) as { clientId: string; text: string };
      return [CONVERSATION_ID, randomUUID(), USER_ID, clientId, text, new Date()];
    },
    join: () => [OTHER_CONVERSATION_ID, (JSON.parse(body) as { userId: string }).userId, new Date()],
    leave: () => [OTHER_CONVERSATION_ID, (JSON.parse(body) as { userId: string }).userId],
  }[name]();
  const result = await pool.query<{ body: string }>({ name, text: STATEMENTS[name], values });
  return result.rows[0]?.body ?? '{}';
}

const server = createServer((request, response) => {
  const [name = '', query = ''] = (request.url?.slice(1) ?? '').split('?');
  if (!(name in STATEMENTS)) return response.writeHead(404).end();
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    answer(name as keyof typeof STATEMENTS, Buffer.concat(chunks).toString(), query).then(
      (text) => response.writeHead(200, { 'content-type': 'application/json' }).end(text),
      () => response.writeHead(500).end(),
    );
  });
});

const sockets = new WebSocketServer({ server, perMessageDeflate: false });
sockets.on('connection', (socket) => {
  socket.on('message', (raw) => {
    const text = String(raw);
    if (!text.startsWith('send ')) return;
    const frame = Buffer.from(text.slice(5));
    for (const reader of sockets.clients) reader.send(frame, { binary: false });
  });
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({
    type: 'ready',
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
  });
});
process.on('disconnect', () => process.exit(0));
