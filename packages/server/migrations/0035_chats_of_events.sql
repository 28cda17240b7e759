-- The chat of an event carries the event's name and its cover, small as in lists.
update conversations c set name = e.name, named_by = null,
  cover_url = case when e.cover like '/files/%' then regexp_replace(e.cover, '/[^/]*$', '/500x250')
    else regexp_replace(e.cover, '^/art/covers/([a-z]+)\.webp$', '/art/covers/500x250/\1.webp') end
from events e where c.event_id = e.id and c.type = 'event-group';
